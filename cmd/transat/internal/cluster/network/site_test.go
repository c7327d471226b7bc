package network

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/internal/cluster"

	"github.com/google/go-cmp/cmp"
)

// A site that is found again has the same name, token and certificate; files half-written when the program died do not matter, and
// only the owner may read it.
func TestSiteIsFoundAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	first, err := openSite(cluster.Options{Listen: "127.0.0.1:4333"})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.begin(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(first.folder, "."+cluster.RunFile+".1"), nil, 0o600); err != nil { // of a program that was killed
		t.Fatal(err)
	}
	first.release()
	again, err := openSite(cluster.Options{Run: first.folder})
	if err != nil {
		t.Fatal(err)
	}
	defer again.release()
	if again.Run != first.Run || again.Token != first.Token || again.Listen != first.Listen ||
		string(again.certificate.Certificate[0]) != string(first.certificate.Certificate[0]) {
		t.Errorf("found %+v, want %+v", again, first)
	}
	for _, name := range []string{cluster.RunFile, cluster.KeyFile} {
		info, err := os.Stat(filepath.Join(first.folder, name))
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v; want a file that no one else may read", name, info.Mode(), err)
		}
	}
}

// made makes the folder of a run, with what its server and a program that was killed leave, and other files.
func made(t *testing.T, others ...string) *site {
	t.Helper()
	s, err := openSite(cluster.Options{Listen: "127.0.0.1:4333"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	const block = "nats/jetstream/$G/streams/transat-x/msgs/1.blk"
	ours := []string{cluster.RunFile, "." + cluster.RunFile + ".17", "." + cluster.KeyFile + ".4", block}
	for _, name := range append(ours, others...) {
		place := filepath.Join(s.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(place, []byte(`{"run":"`+s.Run+`","listen":"127.0.0.1:4333","token":"t","begun":true}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// filesHere are the names of all files below the current folder.
func filesHere(t *testing.T, folder string) []string {
	t.Helper()
	all := []string{}
	err := filepath.WalkDir(folder, func(name string, e os.DirEntry, err error) error {
		if err == nil && name != folder {
			name, err = filepath.Rel(folder, name)
			all = append(all, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// When a run is over, its own files go, and no others.
func TestSiteRemovesWhatIsItsOwn(t *testing.T) {
	for _, tc := range []struct {
		name   string
		others []string
		said   string
	}{
		{"nothing else", nil, ""},
		{"a proof", []string{"p.drat"}, "p.drat"},
		{"files that look like its own", []string{"run.json.bak", "key.pem2"}, "key.pem2, run.json.bak"},
		{"a folder", []string{"work/a/b"}, "work"},
		{"a file in the server's", []string{"nats/mine"}, "nats"},
		{"many", []string{"a", "b", "c", "d", "e"}, "a, b, c and 2 more"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			s := made(t, tc.others...)
			err := s.remove()
			if len(tc.others) == 0 {
				if err != nil {
					t.Error(err)
				}
				if _, err := os.Stat(s.folder); err == nil {
					t.Error("the folder is still there")
				}
				return
			}
			if err == nil || !strings.HasSuffix(err.Error(), s.folder+" stays, with what is not the run's: "+tc.said) {
				t.Errorf("error %v, want that %s stays", err, tc.said)
			}
			left := slices.DeleteFunc(filesHere(t, s.folder), func(name string) bool {
				info, err := os.Stat(filepath.Join(s.folder, name))
				return err == nil && info.IsDir()
			})
			slices.Sort(left)
			slices.Sort(tc.others)
			if diff := cmp.Diff(tc.others, left); diff != "" {
				t.Errorf("-want +left:\n%s", diff)
			}
		})
	}
}

// In the current folder nothing of a run is left, key and token least of all.
func TestSiteInTheCurrentFolder(t *testing.T) {
	for _, other := range []string{"", "mine"} {
		t.Chdir(t.TempDir())
		s := made(t)
		t.Chdir(s.folder)
		want := []string{}
		if other != "" {
			if err := os.WriteFile(other, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			want = append(want, other)
		}
		s, err := openSite(cluster.Options{Run: "."})
		if err != nil {
			t.Fatal(err)
		}
		s.release()
		if err := s.remove(); (err != nil) != (other != "") {
			t.Errorf("with %q: error %v", other, err)
		}
		if diff := cmp.Diff(want, filesHere(t, ".")); diff != "" {
			t.Errorf("with %q: -want +left:\n%s", other, diff)
		}
	}
}

// A link in the folder is removed or left, and never followed.
func TestSiteFollowsNoLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"away/jetstream/mine", "key"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := made(t)
	if err := os.RemoveAll(filepath.Join(s.folder, "nats")); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"nats": "../away", ".key.pem.1": "../key"} {
		if err := os.Symlink(to, filepath.Join(s.folder, link)); err != nil {
			t.Skipf("there are no links here: %v", err)
		}
	}
	err := s.remove()
	t.Log(err)
	want := []string{"away", "away/jetstream", "away/jetstream/mine", "key"}
	if diff := cmp.Diff(want, slices.DeleteFunc(filesHere(t, "."), func(name string) bool {
		return strings.HasPrefix(name, "transat-")
	})); diff != "" {
		t.Errorf("-want +left:\n%s", diff)
	}
	if left := filesHere(t, s.folder); slices.Contains(left, cluster.KeyFile) || slices.Contains(left, cluster.RunFile) {
		t.Errorf("left: %q", left)
	}
}

// A program that is killed before it has begun a run leaves a folder that the next run takes, and that no run can be gone on with.
func TestFolderWithoutARun(t *testing.T) {
	for _, leaves := range []string{"", cluster.LockFile, cluster.KeyFile, cluster.RunFile, "." + cluster.RunFile + ".7", "nats/jetstream/x"} {
		t.Chdir(t.TempDir())
		if leaves != "" {
			if err := os.MkdirAll(filepath.Dir(filepath.Join("kept", leaves)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join("kept", leaves), []byte(`{"begun":false}`), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := openSite(cluster.Options{Run: "kept"}); err == nil || !strings.Contains(err.Error(), "no run was begun") {
				t.Errorf("%s is left: the error is %v", leaves, err)
			}
		}
		s, err := openSite(cluster.Options{Folder: "kept", Listen: "127.0.0.1:4333"})
		if err != nil {
			t.Fatalf("%s is left: %v", leaves, err)
		}
		if again, err := cluster.Unbegun("kept"); !again || err != nil {
			t.Errorf("%s was left: before it begins, %v, %v", leaves, again, err)
		}
		if err := s.begin(); err != nil {
			t.Fatal(err)
		}
		s.release()
		if _, err := openSite(cluster.Options{Folder: "kept"}); err == nil || !strings.Contains(err.Error(), "has files in it") {
			t.Errorf("a folder with a run: the error is %v", err)
		}
	}
}

// A folder of an older version, which does not say that the run has begun, is kept as one that has.
func TestFoldersOfOlderVersionsAreKept(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("kept", 0o755); err != nil {
		t.Fatal(err)
	}
	old := []byte(`{"run":"run-x","listen":"127.0.0.1:4333","token":"t"}`)
	if err := os.WriteFile(filepath.Join("kept", cluster.RunFile), old, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openSite(cluster.Options{Folder: "kept"}); err == nil || !strings.Contains(err.Error(), "has files in it") {
		t.Errorf("a new run in the folder: the error is %v", err)
	}
	s, err := openSite(cluster.Options{Run: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	if !s.Begun {
		t.Error("gone on with, the run has not begun")
	}
}
