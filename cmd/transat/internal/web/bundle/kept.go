package bundle

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"transat/cmd/transat/internal/output"
	"transat/solver/files"
)

// Kept programs lie in folders of their own, which are named after their hash and get that name when they are complete.
// Those that have not been used for longest go.
const keptPrograms = 4

// waitQuietly is how long a wait for another process is not worth a word.
const waitQuietly = time.Second

// mostBytes is more than any file of a program has.
const mostBytes = 1 << 28

// kept returns the program from the folder that keeps it, after building it if it is not there.
func (b *build) kept(ctx context.Context) (Program, error) {
	if b.Keep == "" {
		return b.run(ctx)
	}
	place := filepath.Join(b.Keep, b.key)
	if p, err := load(place); err == nil {
		return p, nil
	}
	unlock, err := b.lock(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return Program{}, err
		}
		b.Warn(fmt.Sprintf("the page's program is not kept: %v", err))
		return b.run(ctx)
	}
	defer unlock()
	if p, err := load(place); err == nil {
		return p, nil // another process has built it meanwhile
	}
	p, err := b.run(ctx)
	if err != nil {
		return Program{}, err
	}
	if err := store(p, place); err != nil {
		b.Warn(fmt.Sprintf("the page's program is not kept: %v", err))
	} else {
		tidy(b.Keep)
	}
	return p, nil
}

// lock waits until no other process builds a program for this folder.
func (b *build) lock(ctx context.Context) (unlock func(), err error) {
	if err := output.Folder(b.Keep); err != nil {
		return nil, err
	}
	type outcome struct {
		unlock func()
		err    error
	}
	got := make(chan outcome, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(filepath.Join(b.Keep, "lock")).Lock()
		got <- outcome{unlock, err}
	}()
	for {
		select {
		case o := <-got:
			return o.unlock, o.err
		case <-time.After(waitQuietly):
			b.Progress(0, "waiting while another process builds it")
		case <-ctx.Done():
			// The wait cannot be ended; what it brings is given back.
			go func() {
				if o := <-got; o.err == nil {
					o.unlock()
				}
			}()
			return nil, ctx.Err()
		}
	}
}

// load reads a kept program, and notes that it is used. One that is damaged is as good as none.
func load(place string) (Program, error) {
	wasm, err := files.ReadFile(filepath.Join(place, WasmName), mostBytes)
	if err != nil {
		return Program{}, err
	}
	bridge, err := files.ReadFile(filepath.Join(place, BridgeName), mostBytes)
	if err != nil {
		return Program{}, err
	}
	p := Program{Wasm: wasm, Bridge: bridge}
	if sum, err := files.ReadFile(filepath.Join(place, sumName), mostBytes); err != nil {
		return Program{}, err
	} else if string(sum) != p.sum() {
		return Program{}, fmt.Errorf("%s: the files are not those that were written", place)
	}
	now := time.Now()
	_ = os.Chtimes(place, now, now) // it only matters for which one goes first
	return p, nil
}

// sumName is the file with the sum of the others. To unpack the program, which has a sum, too, takes ten times as long.
const sumName = "sum"

// sum returns a sum over the files of a program, as a text.
func (p Program) sum() string {
	return fmt.Sprintf("%x %x\n", sha256.Sum256(p.Wasm), sha256.Sum256(p.Bridge))
}

// store writes a program into a folder, which appears complete or not at all.
func store(p Program, place string) (err error) {
	temporary, err := files.Folder(place)
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	for name, data := range map[string][]byte{WasmName: p.Wasm, BridgeName: p.Bridge, sumName: []byte(p.sum())} {
		if err := os.WriteFile(filepath.Join(temporary, name), data, 0o666); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(place); err != nil { // a damaged one
		return err
	}
	return os.Rename(temporary, place)
}

// tidy removes the programs that have not been used for longest, and what killed processes have left. It is called under the
// lock. What cannot be removed stays.
func tidy(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	var programs []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil || !e.IsDir():
		case e.Name()[0] == '.':
			_ = os.RemoveAll(filepath.Join(folder, e.Name()))
		default:
			programs = append(programs, info)
		}
	}
	slices.SortFunc(programs, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, old := range programs[min(len(programs), keptPrograms):] {
		_ = os.RemoveAll(filepath.Join(folder, old.Name()))
	}
}
