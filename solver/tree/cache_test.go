package tree

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// withChecksum replaces the last four bytes of a tree file by the checksum of the others.
func withChecksum(data []byte) []byte {
	if len(data) < 4 {
		return data
	}
	body := bytes.Clone(data[:len(data)-4])
	return binary.LittleEndian.AppendUint32(body, crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
}

// storedTree returns a cache that holds one tree, the formula of that tree, and the path of its file.
func storedTree(t *testing.T) (Cache, *cnf.Formula, string) {
	t.Helper()
	f := solvertest.RandomKSAT(2, 20, 90, 3)
	cache := Cache{Dir: filepath.Join(t.TempDir(), "a", "b")}
	if err := cache.Store(mustRecord(t, f, "boehm")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(cache.Dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the folder holds %v, %v", files, err)
	}
	return cache, f, files[0]
}

func TestCacheHoldsATree(t *testing.T) {
	cache, f, _ := storedTree(t)
	got, err := cache.Load(f, "boehm")
	if err != nil {
		t.Fatal(err)
	}
	want := mustRecord(t, f, "boehm")
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Tree{}, identity{}, nodeData{})); diff != "" {
		t.Errorf("tree (-recorded +loaded):\n%s", diff)
	}
	if err := cache.Store(got); err != nil {
		t.Errorf("storing it once more: %v", err)
	}
	if size := cache.Size(f, "boehm"); size < got.Nodes() {
		t.Errorf("a file of %d bytes for %d nodes", size, got.Nodes())
	}
	if cache.Size(f, "") != 0 || cache.Size(f, "no rule") != 0 {
		t.Error("trees under other rules have a size")
	}
	for name, load := range map[string]func() (*Tree, error){
		"another rule":    func() (*Tree, error) { return cache.Load(f, "") },
		"another formula": func() (*Tree, error) { return cache.Load(solvertest.RandomKSAT(3, 20, 90, 3), "boehm") },
		"another folder":  func() (*Tree, error) { return Cache{Dir: t.TempDir()}.Load(f, "boehm") },
	} {
		if _, err := load(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	if _, err := cache.Load(f, "bohm"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("unknown rule: the error is %v", err)
	}
}

func TestCacheNoticesDamage(t *testing.T) {
	cache, f, path := storedTree(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	load := func(t *testing.T, data []byte) string {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := cache.Load(f, "boehm")
		damage, ok := errors.AsType[*CacheError](err)
		if !ok {
			t.Fatalf("the error is %v", err)
		}
		if damage.Path != path || !strings.HasPrefix(err.Error(), path+": ") {
			t.Fatalf("the error does not name the file: %v", err)
		}
		return damage.Reason
	}
	// edited returns the file with other bytes at a place, and a right checksum.
	edited := func(at int, with ...byte) []byte {
		data := bytes.Clone(good)
		copy(data[at:], with)
		return withChecksum(data)
	}

	t.Run("cut at every length", func(t *testing.T) {
		for n := range good {
			load(t, good[:n])
			if n >= 4 {
				load(t, withChecksum(good[:n]))
			}
		}
	})
	t.Run("every byte flipped", func(t *testing.T) {
		for i := range good {
			data := bytes.Clone(good)
			data[i] ^= 0x41
			load(t, data)
		}
	})

	room := len(good) - ruleAt - 1 - len("boehm") - 4
	claims := func(nodes uint64) string {
		return fmt.Sprintf("the file claims %d nodes, but holds only %d bytes for them", nodes, room)
	}
	stored := binary.LittleEndian.Uint64(good[elementsAt:])
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"not a tree", edited(0, 'S'), "this is not a tree file"},
		{"other version", edited(len(magic), 2), "the file has format version 2, not 1"},
		{"other formula", edited(hashAt, good[hashAt]^1), "this is the tree of another formula"},
		{"other rule", edited(ruleAt+1, []byte("lex  ")...), `this is the tree of another rule, "lex  "`},
		{"rule too long", edited(ruleAt, 255), "the name of the rule is cut short"},
		{"no nodes", edited(elementsAt, make([]byte, 8)...), "nodes are missing"},
		{"more nodes than a tree can have", edited(elementsAt+7, 1), claims(stored + 1<<56)},
		{"more nodes than bytes", edited(elementsAt+2, 1), claims(stored + 1<<16)},
		{"one node more", edited(elementsAt, good[elementsAt]+1), "nodes are missing"},
		{"one node less", edited(elementsAt, good[elementsAt]-1), "there are nodes behind the end of the tree"},
		{"bytes behind the last node", withChecksum(append(bytes.Clone(good), 3, 1)), "there are nodes behind the end of the tree"},
		{"empty", nil, "the file is cut short"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := load(t, test.data); got != test.want {
				t.Errorf("the reason is %q, want %q", got, test.want)
			}
		})
	}
}

func TestCacheCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tree := mustRecord(t, solvertest.RandomKSAT(2, 20, 90, 3), "")
	if err := (Cache{Dir: filepath.Join(file, "sub")}).Store(tree); err == nil {
		t.Error("a folder below a file can be written")
	}
	if _, err := (Cache{Dir: file}).Load(cnf.NewFormula(0), ""); err == nil {
		t.Error("a file can be read as a folder")
	}
}

// A write that fails, as on a full disk, leaves the folder as it was.
func TestFailedWriteLeavesNothing(t *testing.T) {
	cache, f, path := storedTree(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	errFull := errors.New("disk full")
	for _, target := range []string{path, filepath.Join(cache.Dir, "new.tree")} {
		err = writeAtomically(target, func(w io.Writer) error {
			if _, err := w.Write(before[:10]); err != nil {
				return err
			}
			return errFull
		})
		if !errors.Is(err, errFull) {
			t.Errorf("the error is %v", err)
		}
	}
	files, err := os.ReadDir(cache.Dir)
	if err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, %v", files, err)
	}
	if _, err := cache.Load(f, "boehm"); err != nil {
		t.Errorf("the old tree is gone: %v", err)
	}
}

// Every write of a tree can fail; the caller gets the error.
func TestTreeWriteReportsErrors(t *testing.T) {
	tree := mustRecord(t, solvertest.RandomKSAT(1, 150, 645, 3), "")
	whole := len(fileOf(t, tree))
	errFull := errors.New("disk full")
	for _, room := range []int{0, 10, whole - 1} {
		if err := tree.write(&limitedWriter{room: room, err: errFull}); !errors.Is(err, errFull) {
			t.Errorf("with room for %d of %d bytes the error is %v", room, whole, err)
		}
	}
	if err := tree.write(&limitedWriter{room: whole, err: errFull}); err != nil {
		t.Error(err)
	}
}

// limitedWriter accepts a number of bytes and then fails.
type limitedWriter struct {
	room int
	err  error
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return 0, w.err
	}
	w.room -= len(p)
	return len(p), nil
}

func TestDefaultCacheDir(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/somewhere")
	t.Setenv("HOME", "/home/somebody")
	dir, err := DefaultCacheDir()
	if err != nil || filepath.Base(dir) != "transat" {
		t.Errorf("%s, %v", dir, err)
	}
	user, err := os.UserCacheDir()
	if err != nil || filepath.Dir(dir) != user {
		t.Errorf("%s is not in %s, %v", dir, user, err)
	}
}

// Pipes, devices and endless files in place of a tree are refused without waiting: Load treats them like a damaged
// tree, and List leaves them out.
func TestNothingInTheCacheIsReadWithoutEnd(t *testing.T) {
	cache, f, path := storedTree(t)
	tree, err := cache.Load(f, "boehm")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(path, treeSuffix) + nameSuffix
	for what, put := range map[string]func(name string) error{
		"a pipe":           func(name string) error { return exec.CommandContext(t.Context(), "mkfifo", name).Run() },
		"a link to zeroes": func(name string) error { return os.Symlink("/dev/zero", name) },
		"a link to a pipe": func(name string) error {
			return errors.Join(exec.CommandContext(t.Context(), "mkfifo", name+".p").Run(), os.Symlink(name+".p", name))
		},
		"a folder":         func(name string) error { return os.Mkdir(name, 0o755) },
		"an enormous file": func(name string) error { return errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 1<<40)) },
		"an enormous tree": func(name string) error {
			return errors.Join(os.WriteFile(name, whole, 0o600), os.Truncate(name, 1<<40))
		},
		"a tree too long": func(name string) error {
			return errors.Join(os.WriteFile(name, whole, 0o600), os.Truncate(name, 1<<20))
		},
		"a beginning alone": func(name string) error { return os.WriteFile(name, whole[:20], 0o600) },
	} {
		if err := errors.Join(os.RemoveAll(path), os.RemoveAll(name)); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(put(path), put(name)); err != nil {
			t.Logf("%s: cannot be had here: %v", what, err)
			continue
		}
		if _, err := cache.Load(f, "boehm"); !errors.As(err, new(*CacheError)) {
			t.Errorf("%s: the error is %v", what, err)
		}
		for _, k := range must(cache.List()) {
			if k.Name != "" {
				t.Errorf("%s: the tree is called %.40q", what, k.Name)
			}
			if file, err := cache.Open(k); err == nil {
				_ = file.Close()
			}
		}
		_ = cache.SetName(tree, "name")
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := cache.Store(tree); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := cache.Load(f, "boehm"); err != nil {
			t.Errorf("%s: recorded again, and not found: %v", what, err)
		}
	}
}

// must is for calls that cannot fail.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
