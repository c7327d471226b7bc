package network

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
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

// A worker says when its connection is lost, and when it is there again; but not when it has closed it itself. It says what the server
// refuses, too, which nobody would ever answer.
func TestALostConnectionIsTold(t *testing.T) {
	t.Chdir(t.TempDir())
	site, err := openSite(cluster.Options{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer site.abandon()
	r := &run{site: site}
	if err := r.listen(); err != nil {
		t.Fatal(err)
	}
	defer r.leave()
	if err := site.settle(r.server); err != nil {
		t.Fatal(err)
	}
	site.listen = []string{site.Listen}
	said := make(chan string, 10)
	o := cluster.WorkOptions{Patience: time.Minute, Log: func(line string) { said <- line }}
	access := cluster.Access{URL: "nats://" + site.Listen, Token: site.Token, Fingerprint: server.Fingerprint(site.certificate.Certificate[0])}
	conn, err := connect(access, protocol.NewIdentity(), false, o.Log, tellLost(o, time.Millisecond)...)
	if err != nil {
		t.Fatal(err)
	}
	r.server.Close()
	if got, want := <-said, "the connection is lost: waiting for the other side for 1m0s at most"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if err := r.listen(); err != nil {
		t.Fatal(err)
	}
	if got, want := <-said, "the connection is there again"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, err := conn.Subscribe("of.others", func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if got := <-said; !strings.HasPrefix(got, "the server refuses what it was asked: ") || !strings.Contains(got, `"of.others"`) {
		t.Errorf("%q", got)
	}
	conn.Close()
	time.Sleep(20 * time.Millisecond)
	if len(said) > 0 {
		t.Errorf("%q", <-said)
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
	opt := cluster.Options{Listen: "127.0.0.1:0", Folder: "kept", ServerCert: "missing"}
	if _, err := Open(t.Context(), cnf.NewFormula(1), opt); err == nil {
		t.Error("no error without a certificate")
	}
	if left := filesHere(t, "."); len(left) > 0 {
		t.Errorf("there are %v", left)
	}
}
