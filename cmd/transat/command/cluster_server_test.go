package command

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"transat/cmd/transat/command/internal/cli"
)

// natsServer starts a NATS server as users have it, with its store in a folder.
func natsServer(t *testing.T, folder string, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: folder, NoSigs: true, NoLog: true, SyncAlways: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not begin")
	}
	return s
}

// A run on a NATS server: the server dies in the middle and comes back, and so does the coordinator.
func TestClusterOnAServer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Chdir(t.TempDir())
	folder := t.TempDir()
	s := natsServer(t, folder, server.RANDOM_PORT)
	url := s.ClientURL()
	port := int(lastNumber(t, url))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := newAwaited(`--run=\S+`)
	ended := make(chan cli.Code, 1)
	go func() {
		ended <- run(ctx, strings.Fields("solve --cluster="+url+" --proof=p.drat --checkpoint-every=20ms -j 1 300-1290-3/1"),
			strings.NewReader(""), first, first)
	}()
	var name string
	select {
	case name = <-first.seen:
		name = strings.TrimPrefix(name, "--run=")
	case code := <-ended:
		t.Fatalf("exit code %d, %s", code, first)
	}
	worker, left := newAwaited("joined run"), make(chan cli.Code, 1)
	working, leave := context.WithCancel(t.Context())
	defer leave()
	go func() {
		left <- run(working, strings.Fields("worker -j 1 --join="+url+" --run="+name), strings.NewReader(""), worker, worker)
	}()
	select {
	case <-worker.seen:
	case code := <-ended: // before the worker came
		ended <- code
	}
	s.Shutdown()
	s.WaitForShutdown()
	s = natsServer(t, folder, port)
	defer s.Shutdown()
	cancel()
	code := <-ended
	resumed := code == cli.OK // it may have been faster, and the worker has perhaps not heard of the end
	if resumed {
		line := "solve --cluster=" + url + " --proof=p.drat --resume=nothing"
		if code, _, stderr := transatHere(t, t.Context(), line); code != cli.Failure || !strings.Contains(stderr, "there is no run nothing") {
			t.Errorf("%s: exit code %d, stderr %q", line, code, stderr)
		}
		var stdout, stderr string
		code, stdout, stderr = transatHere(t, t.Context(), "solve --cluster="+url+" --proof=p.drat --resume="+name)
		if code != cli.Unsatisfiable || stderr != "" {
			t.Fatalf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
		}
	}
	if code != cli.Unsatisfiable {
		t.Fatalf("exit code %d, %s", code, first)
	}
	if !resumed {
		leave()
		<-left
	} else if code := <-left; code != cli.OK || !strings.Contains(worker.String(), "the run has ended: UNSATISFIABLE") {
		t.Errorf("the worker: exit code %d, %s", code, worker)
	}
	if code, stdout, _ := transatHere(t, t.Context(), "check 300-1290-3/1 p.drat"); code != cli.OK {
		t.Errorf("the proof is refused: %s", stdout)
	}
}

// lastNumber returns the number at the end of a text.
func lastNumber(t *testing.T, text string) (n int64) {
	t.Helper()
	for _, digit := range regexp.MustCompile(`[0-9]+$`).FindString(text) {
		n = 10*n + int64(digit-'0')
	}
	return n
}

// Runs of compare on a NATS server: a worker that stays takes part in one after the other.
func TestCompareOnAServer(t *testing.T) {
	s := natsServer(t, t.TempDir(), server.RANDOM_PORT)
	defer s.Shutdown()
	working, leave := context.WithCancel(t.Context())
	defer leave()
	out, left := newAwaited("joined run"), make(chan cli.Code, 1)
	go func() {
		left <- run(working, strings.Fields("worker --stay -j 1 --join="+s.ClientURL()), strings.NewReader(""), out, out)
	}()
	line := "compare --machine=workers --cluster=" + s.ClientURL() + " -j 2 --procs=2 --repeat=2 --policy=steal,lade --format=csv 120-520-3/1"
	code, stdout, stderr := transat(t, t.Context(), line)
	if code != cli.OK || stderr != "" || strings.Count(stdout, "\n") != 3 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	leave()
	if code := <-left; code != cli.OK || strings.Count(out.String(), "joined run") != 4 {
		t.Errorf("the worker ends with exit code %d, and should have joined 4 runs:\n%s", code, out)
	}
}
