package network

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/solver/cnf"
)

// A worker waits for a server that is not there yet, and for no other.
func TestWorkersWaitOnlyForWhatMayPass(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nats.ErrNoServers, true},
		{nats.ErrTimeout, true},
		{io.EOF, true},
		{&net.OpError{Op: "dial", Err: errors.New("no route to host")}, true},
		{&net.DNSError{Err: "no such host"}, true},
		{nats.ErrAuthorization, false},
		{&net.OpError{Op: "remote error", Err: errors.New("tls: bad certificate")}, false},
		{errors.New("nats: tls error: the server's certificate has another fingerprint"), false},
	} {
		if got := mayPass(fmt.Errorf("nats://host:1: %w", c.err)); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}

// A port that is taken is an error at once, and nothing is left of the run.
func TestATakenPortLeavesNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Open(t.Context(), nil, cluster.Options{Listen: l.Addr().String()}); err == nil {
		t.Error("no error")
	}
	if left := filesHere(t, "."); len(left) > 0 {
		t.Errorf("there are %v", left)
	}
}

// Nor is anything left of a run that is interrupted before it begins, or whose certificate is not there.
func TestARunThatDoesNotBeginLeavesNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, cnf.NewFormula(1), cluster.Options{Listen: "127.0.0.1:0"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := Open(t.Context(), cnf.NewFormula(1), cluster.Options{Listen: "127.0.0.1:0", Folder: "kept", ServerCert: "missing"}); err == nil {
		t.Error("no error without a certificate")
	}
	if left := filesHere(t, "."); len(left) > 0 {
		t.Errorf("there are %v", left)
	}
}
