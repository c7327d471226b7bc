package cluster

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A site that is found again has the same name, token and certificate; what was being written when the program died does not matter, and no one else may read it.
func TestSiteIsFoundAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	first, err := openSite(Options{Listen: "127.0.0.1:4333"})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.write(siteFile, []byte(`{"run":"`+first.Run+`","listen":"127.0.0.1:4333","token":"`+first.Token+`"}`)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(first.folder, "."+siteFile+".1"), nil, 0o600); err != nil { // of a program that was killed
		t.Fatal(err)
	}
	again, err := openSite(Options{Run: first.folder})
	if err != nil {
		t.Fatal(err)
	}
	if again.Run != first.Run || again.Token != first.Token || again.Listen != first.Listen || string(again.certificate.Certificate[0]) != string(first.certificate.Certificate[0]) {
		t.Errorf("found %+v, want %+v", again, first)
	}
	for _, name := range []string{siteFile, keyFile} {
		info, err := os.Stat(filepath.Join(first.folder, name))
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v; want a file that no one else may read", name, info.Mode(), err)
		}
	}
}
