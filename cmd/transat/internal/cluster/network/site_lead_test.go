package network

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/cmd/transat/internal/cluster"
	"transat/instances/families"
)

// opened begins or goes on with a run, in a folder of its own.
func opened(t *testing.T, opt cluster.Options) (*run, error) {
	t.Helper()
	opt.Rule = "lex"
	r := &run{opt: opt, formula: families.Pigeons(3, 2, families.Pairwise), resume: opt.Run != ""}
	err := r.open(t.Context())
	t.Cleanup(r.Close)
	return r, err
}

// taken takes a port of this computer.
func taken(t *testing.T, at string) {
	t.Helper()
	l, err := net.Listen("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
}

// A run that goes on listens at the address that is given; without one, and if any port will do, where workers look for it.
func TestWhereARunThatGoesOnListens(t *testing.T) {
	const local = "127.0.0.1:0"
	for _, tc := range []struct {
		name, given string
		used        bool // another program has the old port
		want        string
	}{
		{"as before", "", false, "the old one"},
		{"as before, used", "", true, "in use"},
		{"any", local, false, "the old one"},
		{"any, and the old one is used", local, true, "another one"},
		{"a given one", "127.0.0.1:PORT", true, "another one"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			r, err := opened(t, cluster.Options{Listen: local, Folder: "kept"})
			if err != nil {
				t.Fatal(err)
			}
			old := r.site.Listen
			r.Close()
			if tc.used {
				taken(t, old)
			}
			if strings.HasSuffix(tc.given, "PORT") { // one that is free
				l, err := net.Listen("tcp", local)
				if err != nil {
					t.Fatal(err)
				}
				tc.given = l.Addr().String()
				_ = l.Close()
			}
			r, err = opened(t, cluster.Options{Listen: tc.given, Run: "kept"})
			switch {
			case err != nil:
				if tc.want != "in use" || !strings.Contains(err.Error(), "workers look for the run there") {
					t.Error(err)
				}
			case r.site.Listen == old != (tc.want == "the old one") || !strings.Contains(r.JoinLine(), r.site.Listen):
				t.Errorf("at %s, join line %q; it was at %s, want %s", r.site.Listen, r.JoinLine(), old, tc.want)
			case tc.given != "" && tc.given != local && r.site.Listen != tc.given:
				t.Errorf("at %s, want %s", r.site.Listen, tc.given)
			}
		})
	}
}

// Only one program at a time has a folder, wherever it listens.
func TestAFolderHasOneLeader(t *testing.T) {
	t.Chdir(t.TempDir())
	const another = "another program searches with the folder kept"
	first, err := opened(t, cluster.Options{Listen: "127.0.0.1:0", Folder: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	if !first.site.locked {
		t.Skip("this system cannot lock files")
	}
	for _, listen := range []string{"", "127.0.0.1:0"} {
		if _, err := opened(t, cluster.Options{Listen: listen, Run: "kept"}); err == nil || !strings.Contains(err.Error(), another) {
			t.Errorf("listening at %q: error %v", listen, err)
		}
	}
	first.Close()
	again, err := opened(t, cluster.Options{Listen: "127.0.0.1:0", Run: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Remove(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("kept"); err == nil {
		t.Error("the folder is still there")
	}
}

// A folder that is named may be there, if nothing is in it.
func TestAnEmptyFolderIsTaken(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("kept", 0o755); err != nil {
		t.Fatal(err)
	}
	r, err := opened(t, cluster.Options{Listen: "127.0.0.1:0", Folder: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	for _, name := range []string{cluster.RunFile, cluster.KeyFile} {
		if _, err := os.Stat(filepath.Join("kept", name)); err != nil {
			t.Error(err)
		}
	}
	_, err = opened(t, cluster.Options{Listen: "127.0.0.1:0", Folder: "kept"})
	if err == nil || !strings.Contains(err.Error(), "has files in it") {
		t.Errorf("error %v", err)
	}
}
