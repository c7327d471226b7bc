package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/web/bundle/bundletest"
)

// lendProgram puts the page's program, which the tests of several packages share, into the cache if a command line needs it.
func lendProgram(t *testing.T, args []string) {
	t.Helper()
	if len(args) == 0 || args[0] != "serve" && args[0] != "page" {
		return
	}
	bundletest.Engine(t)
	link := filepath.Join(os.Getenv("TRANSAT_CACHE"), "page")
	if err := os.Symlink(bundletest.CacheFolder(t), link); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Logf("the page's program is built once more: %v", err)
	}
}

// serves reports whether a command line is one that does not end by itself.
func serves(args []string) bool {
	mistaken := func(a string) bool { return a == "--help" || a == "--no-such-flag" || !strings.HasPrefix(a, "--") }
	return len(args) > 0 && args[0] == "serve" && !slices.ContainsFunc(args[1:], mistaken)
}

// shown is an output that tells when the address of the page stands in it.
type shown struct {
	mu      sync.Mutex
	text    bytes.Buffer
	address chan string
}

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.text.Write(p)
	if address := regexp.MustCompile(`http://[^ ]+/`).FindString(s.text.String()); address != "" && len(s.address) == 0 {
		s.address <- address
	}
	return n, err
}

// serveBriefly runs `transat serve` at any free port, and ends it, as kill does, when it says where the page is.
func serveBriefly(t *testing.T, args []string) (code cli.Code, stdout, stderr string) {
	t.Helper()
	args = append(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "--open" }), "--addr=127.0.0.1:0")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, errs := &shown{address: make(chan string, 1)}, &bytes.Buffer{}
	ended := make(chan cli.Code, 1)
	go func() { ended <- run(ctx, args, strings.NewReader(""), out, errs) }()
	select {
	case <-out.address:
		cancel()
		code = <-ended
	case code = <-ended:
	}
	return code, out.text.String(), errs.String()
}

// serving starts the program itself, and returns the address of the page.
func serving(t *testing.T, args ...string) (cmd *exec.Cmd, address string) {
	t.Helper()
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	args = append([]string{"serve"}, args...)
	lendProgram(t, args)
	cmd = exec.CommandContext(t.Context(), "transat", args...)
	out := &shown{address: make(chan string, 1)}
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, <-out.address // the test's context kills it if nothing else ends it
}

func get(t *testing.T, address string) string {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", address, r.Status, err)
	}
	return string(text)
}

func TestServeEndsBySignal(t *testing.T) {
	needSignals(t)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			cmd, address := serving(t, "--addr=127.0.0.1:0")
			if text := get(t, address); !strings.Contains(text, "<!doctype html>") {
				t.Errorf("the page is %q", text)
			}
			if list := get(t, address+"trees/index.json"); list != "[]\n" {
				t.Errorf("the list of trees is %q", list)
			}
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			err := cmd.Wait()
			if signal == syscall.SIGTERM {
				if err != nil {
					t.Errorf("it ended with %v", err)
				}
				return
			}
			if state, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !state.Signaled() || state.Signal() != syscall.SIGINT {
				t.Errorf("after Ctrl-C it ended with %v, want that it dies of the signal", err)
			}
		})
	}
}

func TestServeAtAnAddressThatIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	args := []string{"serve", "--addr=" + l.Addr().String()}
	lendProgram(t, args)
	var out, errs bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(""), &out, &errs)
	want := regexp.MustCompile(`^transat: --addr=\S+: .*another program listens there.*: --addr=127\.0\.0\.1:[0-9]+ is free\n$`)
	if code != cli.Failure || out.Len() > 0 || !want.MatchString(errs.String()) {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

func TestServeForOtherComputersWarns(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	args := []string{"serve", "--addr=0.0.0.0:0"}
	lendProgram(t, args)
	out, errs := &shown{address: make(chan string, 1)}, &bytes.Buffer{}
	ended := make(chan cli.Code, 1)
	go func() { ended <- run(ctx, args, strings.NewReader(""), out, errs) }()
	address := <-out.address
	if !strings.HasPrefix(address, "http://localhost:") {
		t.Errorf("the page is said to be at %s", address)
	}
	cancel()
	if code := <-ended; code != cli.OK || !strings.Contains(errs.String(), "can be reached from other computers") {
		t.Errorf("exit code %d, stderr %q", code, errs.String())
	}
}

func TestServeWithoutAServerOfRunsWarns(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	args := []string{"serve", "--addr=127.0.0.1:0", "--cluster=nats://" + nobody}
	lendProgram(t, args)
	out, errs := &shown{address: make(chan string, 1)}, &heard{word: "no server of runs can be reached", ok: make(chan bool, 1)}
	ended := make(chan cli.Code, 1)
	go func() { ended <- run(ctx, args, strings.NewReader(""), out, errs) }()
	<-errs.ok
	cancel()
	if code := <-ended; code != cli.OK {
		t.Errorf("exit code %d", code)
	}
}

// heard is a writer that tells when a word has come, in one piece.
type heard struct {
	word string
	ok   chan bool
}

func (h *heard) Write(b []byte) (int, error) {
	if strings.Contains(string(b), h.word) {
		select {
		case h.ok <- true:
		default:
		}
	}
	return len(b), nil
}

func TestPageWithATree(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	if code, _, stderr := plainly(t, "simulate php-5-4 --grid=2x2 --policy=steal"); code != cli.OK {
		t.Fatal(stderr)
	}
	lendProgram(t, []string{"page"})
	code, stdout, stderr := plainly(t, "page site --tree=php-5-4")
	if code != cli.OK || !regexp.MustCompile(`^site: [0-9]+ files\n$`).MatchString(stdout) || stderr != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	index, err := os.ReadFile("site/trees/index.json")
	if err != nil {
		t.Fatal(err)
	}
	key := regexp.MustCompile(`"key": "([^"]+)"`).FindSubmatch(index)
	if key == nil || !bytes.Contains(index, []byte(`"name": "php-5-4"`)) {
		t.Fatalf("the list is %s", index)
	}
	got, err := os.ReadFile("site/trees/" + string(key[1]))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join(os.Getenv("TRANSAT_CACHE"), string(key[1])+".tree"))
	if err != nil || !bytes.Equal(kept, got) {
		t.Errorf("the tree differs from that of the cache, %v", err)
	}

	for _, tc := range []struct {
		line, want string
		code       cli.Code
	}{
		{"page site --tree=php-4-5", `unknown recorded tree "php-4-5"; did you mean "php-5-4"?`, cli.Usage},
		{"page .", "holds other files", cli.Usage},
		{"page site/index.html", "site/index.html is a file: want a folder", cli.Failure},
		{"page site/index.html/below", "site/index.html is a file: want a folder", cli.Failure},
		{"serve --addr=nowhere", "want an address and a port", cli.Usage},
		{"serve --addr=127.0.0.1:http", "want a number", cli.Usage},
		{"serve --addr=no.such.host.invalid:0", "--addr=no.such.host.invalid:0: ", cli.Failure},
	} {
		code, stdout, stderr := plainly(t, tc.line)
		if tc.line == "page ." { // the folder has the page's files, but below another one
			tc.want = "site/"
		}
		if code != tc.code || stdout != "" || !strings.Contains(stderr, tc.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", tc.line, code, stdout, stderr)
		}
	}

	// A mistake in the trees is told before anything is built: here nothing can be.
	t.Setenv("PATH", "")
	code, stdout, stderr = plainly(t, "page site --tree=php-5-4 --cache=off")
	if code != cli.Usage || stdout != "" || !strings.Contains(stderr, "the cache, which is off") {
		t.Errorf("--cache=off: exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// A tree is called as its formula is by all commands: the number of a sample may be short, and a sample is all its formulas that
// have been recorded.
func TestPageTreesByAllTheirNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Chdir(t.TempDir())
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	for _, name := range []string{"20-91-3/1", "20-91-3/02"} {
		if code, _, stderr := plainly(t, "simulate --grid=2x2 --policy=steal "+name); code != cli.OK {
			t.Fatal(stderr)
		}
	}
	lendProgram(t, []string{"page"})
	for names, want := range map[string][]string{
		"20-91-3/1":           {"20-91-3/01"},
		"20-91-3/01":          {"20-91-3/01"},
		"20-91-3/2,20-91-3/1": {"20-91-3/01", "20-91-3/02"},
		"20-91-3,20-91-3/1":   {"20-91-3/01", "20-91-3/02"},
	} {
		if code, _, stderr := plainly(t, "page site --tree="+names); code != cli.OK {
			t.Errorf("--tree=%s: exit code %d, %s", names, code, stderr)
			continue
		}
		index, err := os.ReadFile("site/trees/index.json")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range regexp.MustCompile(`"name": "([^"]+)"`).FindAllStringSubmatch(string(index), -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("--tree=%s: the page has %q, want %q", names, got, want)
		}
	}
	if code, _, stderr := plainly(t, "page site --tree=20-91-3/3"); code != cli.Usage || !strings.Contains(stderr, "unknown recorded tree") {
		t.Errorf("a tree that is not recorded: exit code %d, stderr %q", code, stderr)
	}
}

// plainly runs a command line where it stands, with the cache that there is.
func plainly(t *testing.T, line string) (code cli.Code, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), strings.Fields(line), strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}
