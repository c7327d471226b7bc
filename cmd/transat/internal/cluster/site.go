package cluster

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"transat/cmd/transat/internal/cluster/server"
)

// site is the folder of a run with a server of our own. What it says stays the same when the run is gone on with, so that the workers
// find the server again:
//
//	transat-run-k3v5tb/
//	    run.json   name, address, token
//	    nats/      the store of the server
type site struct {
	Run    string `json:"run"`
	Listen string `json:"listen"`
	Token  string `json:"token"`
	folder string
}

const siteFile = "run.json"

// openSite makes the folder, or reads the one that is to be gone on with.
func openSite(opt Options) (*site, error) {
	if opt.Run == "" {
		s := &site{Run: newName(), Listen: opt.Listen, Token: rand.Text()}
		s.folder = "transat-" + s.Run
		return s, os.Mkdir(s.folder, 0o755)
	}
	data, err := os.ReadFile(filepath.Join(opt.Run, siteFile))
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

// settle notes the port that the server has got.
func (s *site) settle(running *server.Server) error {
	port, err := running.Port()
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return err
	}
	s.Listen = net.JoinHostPort(host, strconv.Itoa(port))
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.folder, siteFile), append(data, '\n'), 0o600)
}

func (s *site) remove() error { return os.RemoveAll(s.folder) }
