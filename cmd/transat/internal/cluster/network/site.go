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
//	    lock       is locked by the program that leads the run
//	    nats/      the store of the server
//
// When the run is over, these are removed, and nothing else that someone has put there.
type site struct {
	cluster.RunNote
	folder string
	listen []string // where the server may listen, the best first
	lock   *os.File // nil if the folder is not this program's
	locked bool     // the file is: on some systems files cannot be locked

	certificate tls.Certificate
}

// openSite makes the folder, or reads the one that is to be gone on with.
func openSite(opt cluster.Options) (*site, error) {
	s, err := findSite(opt)
	if err != nil {
		return nil, err
	}
	if err := s.certify(opt); err != nil {
		s.abandon()
		return nil, err
	}
	return s, nil
}

func findSite(opt cluster.Options) (s *site, err error) {
	if opt.Run == "" {
		note := cluster.RunNote{Run: newName(), Listen: opt.Listen, Token: rand.Text()}
		s = &site{RunNote: note, listen: []string{opt.Listen}}
		if s.folder, err = makeFolder(opt, s.Run); err != nil {
			return nil, err
		}
		if err := s.hold(); err != nil {
			return nil, err
		}
		return s, s.sweep()
	}
	unbegun, err := cluster.Unbegun(opt.Run)
	_, missing := os.Stat(filepath.Join(opt.Run, cluster.RunFile))
	switch {
	case unbegun:
		return nil, fmt.Errorf("--resume=%s: no run was begun in that folder, so remove it and begin again", opt.Run)
	case errors.Is(err, fs.ErrNotExist), err == nil && missing != nil:
		return nil, fmt.Errorf("--resume=%s: there is no run in such a folder", opt.Run)
	case err != nil:
		return nil, err
	}
	s = &site{folder: opt.Run}
	if err := s.hold(); err != nil {
		return nil, err
	}
	if s.RunNote, err = cluster.ReadRunNote(opt.Run); err == nil {
		s.listen, err = s.addresses(opt.Listen)
	}
	if err != nil {
		s.release()
	}
	return s, err
}

// certify finds the certificate of the server, or makes one.
func (s *site) certify(opt cluster.Options) (err error) {
	if opt.ServerCert != "" {
		s.certificate, err = tls.LoadX509KeyPair(opt.ServerCert, cmp.Or(opt.ServerKey, opt.ServerCert))
		return err
	}
	own, err := files.ReadFile(filepath.Join(s.folder, cluster.KeyFile), cluster.MostBytes)
	if err == nil {
		if s.certificate, err = tls.X509KeyPair(own, own); err != nil {
			err = fmt.Errorf("%s is damaged (%w): remove it, and another one is made, with which workers join anew",
				filepath.Join(s.folder, cluster.KeyFile), err)
		}
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
	return s.write(cluster.KeyFile, text)
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
	return s.note()
}

// abandon leaves a site that cannot be used. Before the run has begun, nothing of it is worth keeping.
func (s *site) abandon() {
	if s != nil && !s.Begun {
		_ = s.remove()
	}
	s.release()
}

// begin notes that the run has begun.
func (s *site) begin() error {
	s.Begun = true
	err := s.note()
	s.Begun = err == nil
	return err
}

// note writes down what the site says.
func (s *site) note() error {
	data, err := json.MarshalIndent(s.RunNote, "", "  ")
	if err != nil {
		return err
	}
	return s.write(cluster.RunFile, append(data, '\n'))
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
