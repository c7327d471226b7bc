package program

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/balance/search"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/server"
)

// even is a program that finds even numbers in a tree.
func even() Program[int] {
	return Program[int]{
		Name: "even", Short: "Count even numbers in a tree", Mode: search.ModeCount,
		Problem: func([]string) (search.Problem[int], error) { return twos{&binary{depth: 3}}, nil },
	}
}

// noRoom is a full disk.
type noRoom struct{}

// Write implements io.Writer.
func (noRoom) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A run whose answer cannot be printed stays, and another program prints it.
func TestRunsStayUntilTheirAnswerIsPrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	var errs strings.Builder
	lead := []string{"-j1", "--cluster", "--listen=127.0.0.1:0"}
	code := Main(even(), lead, noRoom{}, &errs)
	runs, err := filepath.Glob("transat-run-*")
	if err != nil || len(runs) != 1 || code != 1 || !strings.Contains(errs.String(), "--resume="+runs[0]+" goes on") {
		t.Fatalf("runs %v (%v), code %d\n%s", runs, err, code, errs.String())
	}
	var out strings.Builder
	if code := Main(even(), append(lead, "--resume="+runs[0]), &out, &errs); code != 0 || !strings.HasPrefix(out.String(), "solutions ") {
		t.Errorf("code %d\n%s%s", code, out.String(), errs.String())
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("there are %v (%v)", left, err)
	}
}

// Who is not let in is told which program prints how to come in.
func TestWhoPrintsTheLine(t *testing.T) {
	t.Setenv(cluster.TokenVariable, "")
	certificate, err := server.NewCertificate("r")
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.Start(server.Config{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "right", Inside: "inside", Run: "r", Certificate: &certificate,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	addr, err := s.Addr()
	if err != nil {
		t.Fatal(err)
	}
	known := "--fingerprint=" + server.Fingerprint(certificate.Certificate[0])
	for want, flags := range map[string][]string{
		"want --fingerprint, as even --cluster prints it":                                                              {"--token=right"},
		"want TRANSAT_TOKEN in the environment, or --token-file: the line that even --cluster prints":                  {known},
		"the server has another token than that of TRANSAT_TOKEN or --token-file: the line that even --cluster prints": {known, "--token=wrong"},
	} {
		var out, errs strings.Builder
		if code := Main(even(), append(flags, "--join=nats://"+addr.String()), &out, &errs); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("code %d, want %q in:\n%s", code, want, errs.String())
		}
	}
}

// A worker that is stopped before the run has ended says so by its exit code, as transat worker does.
func TestWorkersThatAreStopped(t *testing.T) {
	var out, errs strings.Builder
	code := Main(even(), []string{"--join=nats://127.0.0.1:1", "--time-limit=10ms"}, &out, &errs)
	if code != 130 || !strings.Contains(errs.String(), "left before joining a run") {
		t.Errorf("code %d\n%s", code, errs.String())
	}
}
