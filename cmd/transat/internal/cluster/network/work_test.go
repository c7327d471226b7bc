package network

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
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
