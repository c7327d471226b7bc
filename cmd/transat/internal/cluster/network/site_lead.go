package network

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"transat/cmd/transat/internal/cluster"
	"transat/solver/files"
)

// One program leads the run of a folder. It has locked a file there, as long as it lives. Where files cannot be locked, the port of
// the server keeps a second program away: there a run that goes on always listens where it did before, unless another port is given.

// hold makes the folder this program's, or says that it is another's.
func (s *site) hold() error {
	file, err := os.OpenFile(filepath.Join(s.folder, cluster.LockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	held, cannot := files.Lock(file)
	if !held && cannot == nil {
		return errors.Join(
			fmt.Errorf("another program searches with the folder %s: end it, or wait until it has ended", s.folder), file.Close())
	}
	s.lock, s.locked = file, held
	return nil
}

// release lets other programs have the folder. A site that is nil has none.
func (s *site) release() {
	if s != nil && s.lock != nil {
		_ = s.lock.Close() // nothing was written
		s.lock = nil
	}
}

// addresses are where the server of a run that goes on may listen, the best first. Workers look for it where it was before, and hear of
// another address from the join line only.
func (s *site) addresses(given string) ([]string, error) {
	if given == "" {
		return []string{s.Listen}, nil
	}
	host, port, err := cluster.ListenAddress(given)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", given, err)
	}
	if port != 0 {
		return []string{given}, nil
	}
	_, before, err := cluster.ListenAddress(s.Listen)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", filepath.Join(s.folder, cluster.RunFile), s.Listen, err)
	}
	all := []string{net.JoinHostPort(host, strconv.Itoa(before))}
	if s.locked {
		all = append(all, given)
	}
	return all, nil
}

// noServer says what to do if the server cannot listen.
func (r *run) noServer(err error) error {
	switch {
	case !errors.As(err, new(*net.OpError)):
		return err
	case r.opt.Folder != "": // the user has not chosen the address
		return fmt.Errorf("%w; end the program that has the port", err)
	case r.resume && r.opt.Listen == "":
		return fmt.Errorf("%w; workers look for the run there, so end the program that has the port, "+
			"or give another address (--listen=HOST:PORT) and start the workers with the new join line", err)
	}
	return fmt.Errorf("%w; give another address (--listen=HOST:PORT; port 0 is any that is free)", err)
}

// makeFolder makes the folder of a new run. One that is named may be there, if it is empty.
func makeFolder(opt cluster.Options, name string) (folder string, err error) {
	folder = cmp.Or(opt.Folder, filepath.Join(opt.Dir, "transat-"+name))
	err = os.Mkdir(folder, 0o755)
	if opt.Folder == "" || !errors.Is(err, fs.ErrExist) {
		return folder, err
	}
	if unbegun, err := cluster.Unbegun(folder); err != nil || unbegun {
		return folder, err
	}
	return folder, fmt.Errorf("the folder %s has files in it: want one that is empty, or a new name", folder)
}
