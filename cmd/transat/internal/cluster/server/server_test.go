package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
	"transat/cmd/transat/internal/cluster/store"
)

const token = "the token of workers"

// start starts a server with a run "r" in its store, and returns where it is and its fingerprint.
func start(t *testing.T) (url, fingerprint string, inside *nats.Conn) {
	t.Helper()
	url, fingerprint, inside, _ = startWatched(t)
	return url, fingerprint, inside
}

func startWatched(t *testing.T) (url, fingerprint string, inside *nats.Conn, s *server.Server) {
	t.Helper()
	certificate, err := server.NewCertificate("r")
	if err != nil {
		t.Fatal(err)
	}
	s, err = server.Start(server.Config{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: token, Inside: "of the coordinator", Run: "r", Certificate: &certificate,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	addr, err := s.Addr()
	if err != nil {
		t.Fatal(err)
	}
	if inside, err = s.Connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(inside.Close)
	if _, err := store.Open(t.Context(), inside, "r", 1, false); err != nil {
		t.Fatal(err)
	}
	return "nats://" + addr.String(), server.Fingerprint(certificate.Certificate[0]), inside, s
}

// A server tells whose connection opens and closes.
func TestConnectionsAreWatched(t *testing.T) {
	url, fingerprint, _, s := startWatched(t)
	told := make(chan string, 8)
	if err := s.Watch(func(worker string, open bool) { told <- fmt.Sprint(worker, " ", open) }); err != nil {
		t.Fatal(err)
	}
	me := protocol.NewIdentity()
	conn := enter(t, url, fingerprint, me)
	for _, want := range []string{me.Public() + " true", me.Public() + " false"} {
		select {
		case got := <-told:
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("it does not tell of %q", want)
		}
		conn.Close()
	}
}

// enter connects as a worker does.
func enter(t *testing.T, url, fingerprint string, who protocol.Identity) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(url, nats.Name(who.ConnectionName()), nats.CustomInboxPrefix(who.Inbox()), nats.Token(token),
		nats.Secure(server.Pinned(fingerprint)), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// What a worker may not do the server refuses: to reach the store, other runs, other workers, or to speak for one.
func TestWorkersAreConfined(t *testing.T) {
	url, fingerprint, inside := start(t)
	me, other := protocol.NewIdentity(), protocol.NewIdentity()
	for _, subject := range []string{
		"transat-r.log.record", "transat-r.part.x", // of the store
		"$JS.API.STREAM.DELETE.transat-r", "$JS.API.STREAM.CREATE.mine", "$JS.API.STREAM.MSG.GET.transat-r", "$JS.API.INFO", "$KV.bucket.key", "$O.bucket.C.x",
		"$SYS.REQ.SERVER.PING", "other", "transat.other.ask.claim." + me.Public() + ".0",
		protocol.Ask{Kind: protocol.Leave, Worker: other.Public()}.Subject("r"), protocol.JoinSubject(other.Public()), protocol.StatusSubject(other.Public()), "transat.status",
		protocol.MailSubject("r", other.Public(), me.Public()),
		protocol.TellSubject("r", protocol.All), protocol.TellSubject("r", other.Public()), other.Inbox() + ".x",
	} {
		conn := enter(t, url, fingerprint, me)
		if err := conn.Publish(subject, []byte("x")); err != nil {
			t.Fatal(err)
		}
		wantViolation(t, conn, "publish to "+subject)
	}
	for _, subject := range []string{
		">", "transat.>", "transat.r.>", "transat-r.>", "_INBOX.>", "$JS.>", protocol.Asks("r"), protocol.Joins, protocol.Tells("r"), protocol.TellSubject("r", other.Public()), other.Inbox() + ".>",
		protocol.MailSubject("r", protocol.AnyWorker, other.Public()), protocol.MailSubject("r", me.Public(), protocol.AnyWorker),
	} {
		conn := enter(t, url, fingerprint, me)
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		wantViolation(t, conn, "hear "+subject)
	}
	conn := enter(t, url, fingerprint, me)
	asked, err := inside.SubscribeSync("transat.>")
	if err != nil {
		t.Fatal(err)
	}
	told, err := conn.SubscribeSync(protocol.TellSubject("r", me.Public()))
	if err != nil {
		t.Fatal(err)
	}
	if err := inside.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{protocol.JoinSubject(me.Public()), protocol.StatusSubject(me.Public()), protocol.Ask{Kind: protocol.Claim, Worker: me.Public()}.Subject("r")} {
		if err := conn.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		if m, err := asked.NextMsg(time.Minute); err != nil || m.Subject != subject {
			t.Fatalf("asked on %s: %v, %v", subject, m, err)
		}
	}
	if err := inside.Publish(protocol.TellSubject("r", me.Public()), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := told.NextMsg(time.Minute); err != nil {
		t.Error(err)
	}
}

func wantViolation(t *testing.T, conn *nats.Conn, what string) {
	t.Helper()
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := conn.LastError(); err == nil || !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
		t.Errorf("a worker may %s: %v", what, err)
	}
}

// No one comes in without the token, without a name of the right form, or without TLS; and no one stays with a server of another fingerprint.
func TestTheDoor(t *testing.T) {
	url, fingerprint, _ := start(t)
	name := protocol.NewIdentity().ConnectionName()
	pinned := nats.Secure(server.Pinned(fingerprint))
	for _, tc := range []struct {
		name, want string
		options    []nats.Option
	}{
		{"another token", "authorization", []nats.Option{nats.Name(name), nats.Token("guess"), pinned}},
		{"no token", "authorization", []nats.Option{nats.Name(name), pinned}},
		{"no name", "authorization", []nats.Option{nats.Token(token), pinned}},
		{"a wildcard for a name", "authorization", []nats.Option{nats.Name("transat *"), nats.Token(token), pinned}},
		{"words for a name", "authorization", []nats.Option{nats.Name(name + ".>"), nats.Token(token), pinned}},
		{"another fingerprint", "someone in between", []nats.Option{nats.Name(name), nats.Token(token), nats.Secure(server.Pinned("GUESS"))}},
		{"no fingerprint", "certificate", []nats.Option{nats.Name(name), nats.Token(token)}},
	} {
		conn, err := nats.Connect(url, tc.options...)
		if err == nil {
			conn.Close()
		}
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}

// A message that is too large ends the connection.
func TestMessagesAreLimited(t *testing.T) {
	url, fingerprint, _ := start(t)
	conn := enter(t, url, fingerprint, protocol.NewIdentity())
	if err := conn.Publish(protocol.StatusSubject("x"), make([]byte, conn.MaxPayload()+1)); err == nil || conn.MaxPayload() != 1<<20 {
		t.Errorf("a message of %d bytes: %v", conn.MaxPayload()+1, err)
	}
}
