package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
)

// joins reports whether a command line needs a run that someone leads.
func joins(args []string) bool {
	asks := len(args) > 1 && (args[0] == "worker" || args[0] == "cluster" && args[1] == "status")
	return asks && slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--join=nats://192.168.1.20:") })
}

// awaited is an output that tells when something stands in it.
type awaited struct {
	mu   sync.Mutex
	text bytes.Buffer
	want *regexp.Regexp
	seen chan string // gets the first match
	then func()      // if not nil, is called when there is one, before whoever wrote goes on
}

func newAwaited(want string) *awaited {
	return &awaited{want: regexp.MustCompile(want), seen: make(chan string, 1)}
}

func (a *awaited) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, err := a.text.Write(p)
	if found := a.want.FindString(a.text.String()); found != "" {
		if a.then != nil {
			a.then()
		}
		select {
		case a.seen <- found:
		default:
		}
	}
	return n, err
}

func (a *awaited) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.text.String()
}

// joinLine is what solve --cluster tells others to type.
const joinLine = `TRANSAT_TOKEN=\S+ transat worker --join=\S+ --fingerprint=\S+`

// joinFlags are the flags of a join line, whose token they leave in the environment.
func joinFlags(t *testing.T, line string) (token string, flags []string) {
	t.Helper()
	words := strings.Fields(line)
	token = strings.TrimPrefix(words[0], cluster.TokenVariable+"=")
	t.Setenv(cluster.TokenVariable, token)
	return token, words[3:5]
}

// joinBriefly leads a run in the current folder, and has the command line join that. A worker leaves as soon as it has joined.
func joinBriefly(t *testing.T, args []string) (code cli.Code, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	leader, ended := newAwaited(joinLine+`\n`), make(chan cli.Code, 1)
	go func() {
		ended <- run(ctx, []string{"solve", "--cluster", "--listen=127.0.0.1:0", "-j", "1", endless}, strings.NewReader(""), leader, leader)
	}()
	var join string
	select {
	case join = <-leader.seen:
	case code := <-ended:
		t.Errorf("solve --cluster: exit code %d, %s", code, leader)
		return code, "", ""
	}
	name := regexp.MustCompile(`run-[a-z0-9]+`).FindString(leader.String())
	var joining []string
	for i, a := range args {
		switch {
		case strings.HasPrefix(a, "--join"), strings.HasPrefix(a, "--token"), strings.HasPrefix(a, "--fingerprint"),
			strings.HasPrefix(a, "--nats"):
		case strings.HasPrefix(a, "--run="):
			joining = append(joining, "--run="+name)
		case i == 2 && strings.HasPrefix(a, "run-"):
			joining = append(joining, name)
		default:
			joining = append(joining, a)
		}
	}
	_, flags := joinFlags(t, join)
	joining = append(joining, flags...)
	out, errs := newAwaited("joined run"), new(bytes.Buffer)
	working, leave := context.WithCancel(ctx)
	defer leave()
	go func() {
		select {
		case <-out.seen:
			leave()
		case <-working.Done():
		}
	}()
	code = run(working, joining, strings.NewReader(""), out, errs)
	cancel()
	if code := <-ended; code != cli.OK {
		t.Errorf("solve --cluster, interrupted: exit code %d, %s", code, leader)
	}
	return code, out.String(), errs.String()
}

// A run that was interrupted is gone on with, and leaves the proof and nothing else.
func TestClusterResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Chdir(t.TempDir())
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := newAwaited(joinLine)
	out.then = cancel // before it has begun to search, however slow this computer is
	args := []string{"solve", "--cluster", "--listen=127.0.0.1:0", "--proof=p.drat", "250-1075-3/4"}
	if code := run(ctx, args, strings.NewReader(""), out, out); code != cli.OK {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	name := regexp.MustCompile(`; transat solve --cluster --proof=p\.drat --resume=(\S+) goes on`).FindStringSubmatch(out.String())
	if name == nil {
		t.Fatalf("it does not say how to go on:\n%s", out)
	}
	for _, tc := range []struct{ line, want string }{
		{"solve --cluster --resume=" + name[1], "was begun with a proof"},
		{"solve --cluster --proof=p.drat --proof-format=drat-binary --resume=" + name[1], "--proof-format=drat"},
		{"solve --cluster --resume=nothing", "there is no run"},
		{"solve --cluster --proof=" + name[1] + "/p.drat --resume=" + name[1], "would lie in " + name[1] + ", the folder of the run"},
		{"solve --cluster --rule=lex --resume=" + name[1], "has one"},
	} {
		if code, stdout, stderr := transatHere(t, t.Context(), tc.line); code != cli.Failure && code != cli.Usage ||
			!strings.Contains(stderr, tc.want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %q", tc.line, code, stdout, stderr, tc.want)
		}
	}
	code, stdout, stderr := transatHere(t, t.Context(), "solve --cluster --proof=p.drat --resume="+name[1])
	if code != cli.Unsatisfiable || stderr != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if code, stdout, _ := transatHere(t, t.Context(), "check 250-1075-3/4 p.drat"); code != cli.OK {
		t.Errorf("the proof is refused: %s", stdout)
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) != 1 {
		t.Errorf("left over: %v, %v; want only the proof", left, err)
	}
}

func TestClusterFlags(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"solve --cluster --policy=plp php-5-4", `unknown policy "plp"; did you mean "plb"?`},
		{"solve --cluster --policy=ideal php-5-4", "it is not for a search"},
		{"solve --cluster --policy=plb:gamma=x php-5-4", "gamma"},
		{"solve --cluster --topology=hypercube --procs=3 php-5-4", "hypercube"},
		{"solve --cluster --procs=5000 php-5-4", "--procs=5000: --cluster has at most 4096"},
		{"solve --cluster --resume=r --policy=plb", "--policy: run r shares its work as it was begun"},
		{"solve --cluster --deterministic php-5-4", "--deterministic does not go with --cluster"},
		{"solve --cluster --checkpoint=c php-5-4", "--checkpoint does not go with --cluster"},
		{"solve --cluster --engine=cdcl php-5-4", "clause learning alone cannot be shared"},
		{"solve --cluster=host php-5-4", "want the URL of a NATS server"},
		{"solve --cluster --resume php-5-4", "want the run to go on with"},
		{"solve --cluster --resume=r php-5-4", "no formula, since run r has one"},
		{"solve --cluster --lease=1ms php-5-4", "want at least 100ms"},
		{"solve --cluster --token=t php-5-4", "--token is for --cluster=URL"},
		{"solve --cluster --token-file=t php-5-4", "--token-file is for --cluster=URL"},
		{"solve --cluster=nats://h --token=t --token-file=t php-5-4", "do not go together"},
		{"worker --join=nats://h --token-file=none", "--token-file: open none"},
		{"cluster status --join=nats://h --token-file=none", "--token-file: open none"},
		{"compare --machine=workers --cluster=nats://h --token-file=none php-5-4", "--token-file: open none"},
		{"serve --cluster=nats://h --token-file=none", "--token-file: open none"},
		{"solve --cluster=nats://h --listen=:1 php-5-4", "without a URL"},
		{"solve --cluster --cluster-key=k php-5-4", "is for --cluster-cert"},
		{"solve --cluster --listen=foo php-5-4", "--listen=foo: want HOST:PORT"},
		{"solve --cluster-cert=c php-5-4", "--cluster-cert is for --cluster"},
		{"solve --lease=1s php-5-4", "--lease is for --cluster"},
		{"solve --resume=r php-5-4", "which is for --cluster"},
		{"worker", "want --join=URL"},
		{"worker --join=host", "want a URL"},
		{"worker -j 0 --join=nats://h", "want 1 to"},
		{"worker --patience=-1s --join=nats://h", "not negative"},
		{"cluster status", "want --join=URL"},
		{"cluster nothing", "nothing"},
	} {
		code, stdout, stderr := transat(t, t.Context(), tc.line)
		if code != cli.Usage || stdout != "" || !strings.Contains(stderr, tc.want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %q", tc.line, code, stdout, stderr, tc.want)
		}
	}
}

// Who does not know the token stays outside, and so does one who cannot know with whom they speak.
func TestClusterToken(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	leader, ended := newAwaited(joinLine), make(chan cli.Code, 1)
	go func() {
		ended <- run(ctx, []string{"solve", "--cluster", "--listen=127.0.0.1:0", "-j", "1", endless}, strings.NewReader(""), leader, leader)
	}()
	token, line := joinFlags(t, <-leader.seen)
	url, fingerprint := line[0], line[1]
	if err := errors.Join(os.WriteFile("good", []byte(token+"\n"), 0o600), os.WriteFile("bad", []byte("guess"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, right := range []string{"", "--token=" + token, "--token-file=good"} {
		t.Setenv(cluster.TokenVariable, map[bool]string{true: token, false: "guess"}[right == ""])
		if code, stdout, stderr := transatHere(t, t.Context(), "cluster status "+url+" "+fingerprint+" "+right); code != cli.OK {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", right, code, stdout, stderr)
		}
	}
	t.Setenv(cluster.TokenVariable, "")
	for _, tc := range []struct{ line, want string }{
		{url + " --token-file=bad " + fingerprint, "authorization"},
		{url + " --token=guess " + fingerprint, "authorization"},
		{url + " " + fingerprint, "authorization"},
		{url + " --token=" + token + " --fingerprint=GUESS", "someone in between"},
		{url + " --token=" + token, "--fingerprint, as solve --cluster prints it"},
	} {
		code, _, stderr := transatHere(t, t.Context(), "cluster status "+tc.line)
		if code != cli.Failure || !strings.Contains(strings.ToLower(stderr), tc.want) {
			t.Errorf("%s: exit code %d, stderr %q, want %q", tc.line, code, stderr, tc.want)
		}
	}
	cancel()
	<-ended
}
