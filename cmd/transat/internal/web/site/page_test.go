package site

import (
	"bytes"
	"context"
	"errors"
	"html"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/web/bundle"
	"transat/solver/files"
)

const someIndex = `<!doctype html><head><meta charset="utf-8"><script type="importmap">{"imports":{}}</script></head>`

// somePage is a page of three files of its own.
func somePage(t *testing.T) *Page {
	t.Helper()
	p, err := New(fstest.MapFS{
		"index.html":    {Data: []byte(someIndex)},
		"main.js":       {Data: []byte("1")},
		"rooms/race.js": {Data: []byte("2")},
	}, bundle.Program{Wasm: []byte("wasm"), Bridge: []byte("bridge")})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// someTrees are trees in memory, by their keys.
type someTrees map[string]string

func (s someTrees) List() ([]Tree, error) {
	var all []Tree
	for _, key := range slices.Sorted(maps.Keys(s)) {
		all = append(all, Tree{Name: "name of " + key, Key: key, Rule: "lex", Nodes: 3, Bytes: int64(len(s[key]))})
	}
	return all, nil
}

func (s someTrees) Open(key string) (io.ReadSeekCloser, error) {
	text, ok := s[key]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return nopCloser{strings.NewReader(text)}, nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

// inFolder returns the files of a folder and what is in them.
func inFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			all[filepath.ToSlash(name)+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPageInAFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "site")
	page, trees := somePage(t), someTrees{"k1": "tree 1", "k2": "tree 2"}
	chosen, _ := trees.List()
	n, err := page.Write(t.Context(), folder, trees, chosen, false)
	if n != 8 || err != nil {
		t.Fatalf("%d files, %v", n, err)
	}
	index, _ := page.File("")
	list, err := Index(chosen)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"./": "", "rooms/": "", "trees/": "",
		"index.html": string(index.Data), "main.js": "1", "rooms/race.js": "2",
		"transat.wasm.gz": "wasm", "wasm_exec.js": "bridge",
		"trees/index.json": string(list.Data), "trees/k1": "tree 1", "trees/k2": "tree 2",
		listName: "main.js\nrooms/race.js\ntransat.wasm.gz\ntrees/index.json\ntrees/k1\ntrees/k2\nwasm_exec.js\nindex.html\n",
	}
	if diff := cmp.Diff(want, inFolder(t, folder)); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}

	t.Run("an older page is replaced", func(t *testing.T) {
		next, err := New(fstest.MapFS{"index.html": {Data: []byte(someIndex)}, "other.js": {Data: []byte("3")}},
			bundle.Program{Wasm: []byte("newer"), Bridge: []byte("bridge")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := next.Write(t.Context(), folder, nil, nil, false); err != nil {
			t.Fatal(err)
		}
		got := slices.Sorted(maps.Keys(inFolder(t, folder)))
		want := []string{
			"./", listName, "index.html", "other.js", "transat.wasm.gz", "trees/", "trees/index.json", "wasm_exec.js",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

func TestFolderOfALink(t *testing.T) {
	for _, target := range []string{"empty", "new"} {
		for _, slash := range []string{"", "/"} {
			t.Chdir(t.TempDir())
			if err := os.Mkdir("empty", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, "link"); err != nil {
				t.Skip(err) // not on every file system
			}
			for range 2 { // when it is empty, and when a page is there
				if n, err := somePage(t).Write(t.Context(), "link"+slash, nil, nil, false); n != 6 || err != nil {
					t.Errorf("link to %s: %d files, %v", target, n, err)
				}
				if got := inFolder(t, target); got["main.js"] != "1" {
					t.Errorf("link to %s: the page is not there: %v", target, got)
				}
			}
		}
	}
}

func TestFolderWithOtherFiles(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"diary.txt", "main.js"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := inFolder(t, folder)
	_, err := somePage(t).Write(t.Context(), folder, nil, nil, false)
	foreign, ok := errors.AsType[*ForeignError](err)
	if !ok || !slices.Equal(foreign.Names, []string{"diary.txt"}) {
		t.Fatalf("the error is %v", err)
	}
	if diff := cmp.Diff(before, inFolder(t, folder)); diff != "" {
		t.Errorf("the folder has changed:\n%s", diff)
	}
	if _, err := somePage(t).Write(t.Context(), folder, nil, nil, true); err != nil {
		t.Fatal(err)
	}
	if got := inFolder(t, folder); got["diary.txt"] != "mine" || got["main.js"] != "1" {
		t.Errorf("by force: %q", got)
	}
}

// Whatever goes wrong while files are written, the folder stays as it was.
func TestPageThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	if _, err := somePage(t).Write(t.Context(), folder, nil, nil, false); err != nil {
		t.Fatal(err)
	}
	before := inFolder(t, folder)
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := somePage(t).Write(ctx, folder, nil, nil, false); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
	})
	t.Run("a tree is gone", func(t *testing.T) {
		if _, err := somePage(t).Write(t.Context(), folder, someTrees{}, []Tree{{Key: "k"}}, false); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the error is %v", err)
		}
	})
	if diff := cmp.Diff(before, inFolder(t, folder)); diff != "" {
		t.Errorf("the folder has changed:\n%s", diff)
	}
	file := filepath.Join(folder, "main.js")
	if _, err := somePage(t).Write(t.Context(), file, nil, nil, false); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// Links in the folder lead nowhere: nothing is written, replaced or removed through them, even by force.
func TestLinksInTheFolderAreNotFollowed(t *testing.T) {
	for _, tc := range []struct {
		name, link, to, list string
		fails                bool
	}{
		{"a folder of the page", "rooms", "../away", "", true},
		{"a folder of the page, listed", "rooms", "../away", "rooms\n", true},
		{"a folder of the page, by its whole name", "trees", "AWAY", "", true},
		{"a folder of the page, within", "rooms", "private", "", true},
		{"a folder of old files", "gone", "../away", "gone\ngone/race.js\n", true},
		{"a folder of old files, below another", "old/gone", "../../away", "old/gone\nold/gone/race.js\n", true},
		{"a file", "main.js", "../away/race.js", "main.js\n", false},
		{"an old file", "old.js", "../away/race.js", "old.js\n", false},
		{"the list", listName, "../away/list", "", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			outer := t.TempDir()
			folder, away := filepath.Join(outer, "site"), filepath.Join(outer, "away")
			for name, text := range map[string]string{
				"away/race.js": "mine", "away/index.json": "mine", "away/list": "race.js\n", "site/private/race.js": "mine", "site/old/x": "mine",
			} {
				write(t, filepath.Join(outer, name), []byte(text))
			}
			if tc.list != "" {
				write(t, filepath.Join(folder, listName), []byte(tc.list))
			}
			if err := os.Symlink(strings.Replace(tc.to, "AWAY", away, 1), filepath.Join(folder, tc.link)); err != nil {
				t.Skipf("there are no links here: %v", err)
			}
			before, private := inFolder(t, away), inFolder(t, filepath.Join(folder, "private"))
			_, err := somePage(t).Write(t.Context(), folder, nil, nil, true)
			if (err != nil) != tc.fails {
				t.Errorf("the error is %v, want one: %v", err, tc.fails)
			}
			if diff := cmp.Diff(before, inFolder(t, away)); diff != "" {
				t.Errorf("elsewhere:\n%s", diff)
			}
			if diff := cmp.Diff(private, inFolder(t, filepath.Join(folder, "private"))); diff != "" {
				t.Errorf("in a folder that is not the page's:\n%s", diff)
			}
			if _, err := os.Lstat(filepath.Join(folder, "index.html")); (err != nil) != tc.fails {
				t.Errorf("index.html: %v", err)
			}
		})
	}
}

// A list of files that is none is not waited for, nor read without end.
func TestListOfFilesIsAnOrdinaryFile(t *testing.T) {
	for what, put := range map[string]func(name string) error{
		"a pipe":           func(name string) error { return exec.CommandContext(t.Context(), "mkfifo", name).Run() },
		"a folder":         func(name string) error { return os.Mkdir(name, 0o755) },
		"an enormous file": func(name string) error { return errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 1<<40)) },
	} {
		folder := t.TempDir()
		if err := put(filepath.Join(folder, listName)); err != nil {
			t.Logf("%s: cannot be had here: %v", what, err)
			continue
		}
		if _, err := somePage(t).Write(t.Context(), folder, nil, nil, true); !errors.As(err, new(*files.KindError)) {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}

// A list of files that someone has put into a folder removes nothing outside of it.
func TestListOfFilesStaysInItsFolder(t *testing.T) {
	outer := t.TempDir()
	folder := filepath.Join(outer, "site")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"diary.txt": "mine", "site/" + listName: "../diary.txt\n" + outer + "/diary.txt\n"} {
		if err := os.WriteFile(filepath.Join(outer, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := somePage(t).Write(t.Context(), folder, nil, nil, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(outer, "diary.txt")); err != nil {
		t.Error(err)
	}
}

func TestSitesThatMakeNoPage(t *testing.T) {
	for _, tc := range []struct{ name, file, text, want string }{
		{"no index.html", "main.js", "1", "no index.html"},
		{"no charset", "index.html", "<head></head>", `no <meta charset="utf-8">`},
		{"a script before everything", "index.html", `<script src="a.js"></script><meta charset="utf-8">`, "a script comes before"},
		{"a file of an unknown kind", "data.xyz", "1", "data.xyz: no content type"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := New(fstest.MapFS{tc.file: {Data: []byte(tc.text)}}, bundle.Program{})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// The hash is that of `printf '{"imports":{}}' | openssl dgst -sha256 -binary | base64`.
func TestPolicy(t *testing.T) {
	const script = "script-src 'self' 'wasm-unsafe-eval' 'sha256-URrTy+Il/Nz0lHojVUx275hWqAWhkSF0VsHbUM4/6Hw='"
	page := somePage(t)
	index, _ := page.File("index.html")
	meta := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindSubmatch(index.Data)
	if meta == nil {
		t.Fatalf("no policy in %s", index.Data)
	}
	inside := html.UnescapeString(string(meta[1]))
	if page.Policy() != inside+"; frame-ancestors 'none'" {
		t.Errorf("the header says %q, the page %q", page.Policy(), inside)
	}
	for _, want := range []string{"default-src 'none'", script, "connect-src 'self'", "worker-src 'self'"} {
		if !slices.Contains(strings.Split(inside, "; "), want) {
			t.Errorf("%q lacks %q", inside, want)
		}
	}
	for _, never := range []string{"'unsafe-inline'", "'unsafe-eval'", "http:", "https:", "*"} {
		if strings.Contains(inside, never) {
			t.Errorf("%q has %s", inside, never)
		}
	}
}

// Of the page as it is: the site makes a page, and all that a file of it names by a relative link is there.
func TestThePage(t *testing.T) {
	page, err := New(FS, bundle.Program{})
	if err != nil {
		t.Fatal(err)
	}
	index, _ := page.File("")
	if n := bytes.Count(index.Data, []byte("Content-Security-Policy")); n != 1 {
		t.Errorf("index.html has %d policies", n)
	}
	for _, link := range regexp.MustCompile(`(?:src|href)="([^"#:]+)"`).FindAllSubmatch(index.Data, -1) {
		if _, ok := page.File(string(link[1])); !ok {
			t.Errorf("index.html names %s, which is not there", link[1])
		}
	}
}
