package network

import (
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/server"
	"transat/solver/files"
)

// site is the folder of a run with a server of our own. What it says stays the same when the run is gone on with, so that the workers
// find the server again:
//
//	transat-run-k3v5tb/
//	    run.json   name, address, token
//	    key.pem    certificate of the server, and its private key
//	    nats/      the store of the server
//
// When the run is over, these are removed, and nothing else that someone has put there.
type site struct {
	Run    string `json:"run"`
	Listen string `json:"listen"`
	Token  string `json:"token"`
	folder string

	certificate tls.Certificate
}

const (
	siteFile = "run.json"
	keyFile  = "key.pem"

	mostBytes = 1 << 20 // of one of these
)

// openSite makes the folder, or reads the one that is to be gone on with.
func openSite(opt cluster.Options) (*site, error) {
	s, err := findSite(opt)
	if err != nil {
		return nil, err
	}
	return s, s.certify(opt)
}

func findSite(opt cluster.Options) (*site, error) {
	if opt.Run == "" {
		s := &site{Run: newName(), Listen: opt.Listen, Token: rand.Text()}
		s.folder = cmp.Or(opt.Folder, filepath.Join(opt.Dir, "transat-"+s.Run))
		return s, os.Mkdir(s.folder, 0o755)
	}
	data, err := files.ReadFile(filepath.Join(opt.Run, siteFile), mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--resume=%s: there is no run in such a folder", opt.Run)
	}
	if err != nil {
		return nil, err
	}
	s := &site{folder: opt.Run}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(opt.Run, siteFile), err)
	}
	return s, nil
}

// certify finds the certificate of the server, or makes one.
func (s *site) certify(opt cluster.Options) (err error) {
	if opt.ServerCert != "" {
		s.certificate, err = tls.LoadX509KeyPair(opt.ServerCert, cmp.Or(opt.ServerKey, opt.ServerCert))
		return err
	}
	own, err := files.ReadFile(filepath.Join(s.folder, keyFile), mostBytes)
	if err == nil {
		s.certificate, err = tls.X509KeyPair(own, own)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if s.certificate, err = server.NewCertificate(s.Run); err != nil {
		return err
	}
	key, err := x509.MarshalPKCS8PrivateKey(s.certificate.PrivateKey)
	if err != nil {
		return err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.certificate.Certificate[0]})...)
	return s.write(keyFile, text)
}

// settle notes the port that the server has got.
func (s *site) settle(running *server.Server) error {
	addr, err := running.Addr()
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return err
	}
	s.Listen = net.JoinHostPort(host, strconv.Itoa(addr.Port))
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return s.write(siteFile, append(data, '\n'))
}

// write writes a file of the folder that only its owner may read. Whenever the program or the computer dies, the file is the old
// one or the new one.
func (s *site) write(name string, data []byte) error {
	file, err := os.CreateTemp(s.folder, "."+name+".*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(s.folder, name))
	}
	if err != nil {
		_ = os.Remove(file.Name()) // what is left is of no use
	}
	return err
}
