package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/dimacs"
)

// attacker is somebody who knows the token, and speaks to the server as a worker may.
type attacker struct {
	t    *testing.T
	lab  *lab
	conn *nats.Conn
	who  protocol.Identity
	id   string
	view protocol.View // the last one that it has heard of
	mu   sync.Mutex
}

// attack connects an attacker.
func (l *lab) attack() *attacker {
	l.t.Helper()
	addr, err := l.server.Addr()
	if err != nil {
		l.t.Fatal(err)
	}
	a := &attacker{t: l.t, lab: l, who: protocol.NewIdentity()}
	a.id = a.who.Public()
	a.conn, err = nats.Connect("nats://"+addr.String(), nats.Token("token"), nats.Name(a.who.ConnectionName()),
		nats.CustomInboxPrefix(a.who.Inbox()),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // of what it may not do
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(a.conn.Close)
	_, err = a.conn.Subscribe(protocol.TellSubject("r", protocol.All), func(m *nats.Msg) {
		var tell protocol.Tell
		if json.Unmarshal(m.Data, &tell) == nil && tell.View != nil {
			a.mu.Lock()
			a.view = *tell.View
			a.mu.Unlock()
		}
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return a
}

// seen is the last view.
func (a *attacker) seen() protocol.View {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.view
}

// ask asks as often as it takes to get an answer, or ctx ends.
func (a *attacker) ask(ctx context.Context, question protocol.Ask, what any) (answer protocol.Answer, ok bool) {
	data, isData := what.([]byte)
	if !isData && what != nil {
		var err error
		if data, err = json.Marshal(what); err != nil {
			a.t.Error(err)
		}
	}
	question.Worker = a.id
	for ctx.Err() == nil {
		limited, cancel := context.WithTimeout(ctx, 2*time.Second)
		m, err := a.conn.RequestMsgWithContext(limited, question.Message("r", data))
		cancel()
		answer = protocol.Answer{}
		if err == nil && json.Unmarshal(m.Data, &answer) == nil && answer.Again == "" {
			return answer, true
		}
	}
	return protocol.Answer{}, false
}

// beat is what it says to seem alive.
func (a *attacker) beat(procs int) protocol.Beat {
	v := a.seen()
	return protocol.Beat{
		Hello: protocol.Hello{Protocol: protocol.Protocol, Version: version, Worker: a.id, Host: "nice\ns UNSATISFIABLE\nc ", Procs: procs},
		View:  v.Number,
	}
}

// warnings collects what the coordinator warns of.
type warnings struct {
	mu  sync.Mutex
	all []string
}

func (w *warnings) add(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, err.Error())
}

// honest complains if an honest worker was cut off: all are called "here".
func (w *warnings) honest(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range w.all {
		if strings.Contains(text, "here is cut off") {
			t.Error(text)
		}
	}
}

// Whatever subject somebody wants an answer on that is not in its own inbox, it does no harm: to no honest worker, to the run, or
// to the store.
func TestAnswersGoToWhoAsks(t *testing.T) {
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	l := newLab(t, f, "lex", string(dimacs.ProofText))
	l.keepOnServer()
	var warned warnings
	l.warn = warned.add
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a := l.attack()
	kill := l.join(ctx, 2)
	defer kill()
	victim := l.last
	var attacking sync.WaitGroup
	attacking.Go(func() {
		for round := 0; round < 200 && ctx.Err() == nil; round++ {
			a.replies(victim)
			time.Sleep(time.Millisecond)
			if round == 2 { // so the attack has begun before most of the search
				l.join(ctx, 2)
			}
		}
	})
	var proof bytes.Buffer
	got, err := l.lead(ctx, false, 20*time.Millisecond, &proof)
	cancel()
	attacking.Wait()
	same(t, got, err, &proof, want, wantProof)
	warned.honest(t)
	if err := l.kept.Write(t.Context(), []store.Item{{Kind: store.Part, Data: []byte("x")}}); err != nil {
		t.Errorf("the store: %v", err)
	}
}

// replies asks everything that it may ask, and wants the answers where they would do harm.
func (a *attacker) replies(victim string) {
	beat := protocol.Ask{Kind: protocol.Beats, Worker: victim}.Subject("r")
	hostile := []string{
		beat, protocol.Ask{Kind: protocol.Record, Worker: victim}.Subject("r"), protocol.Ask{Kind: protocol.Found, Worker: victim}.Subject("r"),
		protocol.Ask{Kind: protocol.Chunk, Worker: victim, Number: 1 << 20}.Subject("r"),
		protocol.Ask{Kind: protocol.Leave, Worker: victim}.Subject("r"),
		protocol.Ask{Kind: protocol.Part, Worker: victim}.Subject("r"), protocol.Ask{Kind: "none", Worker: victim}.Subject("r"),
		protocol.JoinSubject(victim), protocol.StatusSubject(victim),
		protocol.TellSubject("r", protocol.All), protocol.TellSubject("r", victim), protocol.MailSubject("r", victim, victim),
		protocol.Inbox(victim) + ".x",
		"transat-r.log.record", "transat-r.log.forget", "transat-r.part.x", "$JS.API.STREAM.DELETE.transat-r", "$JS.API.STREAM.PURGE.transat-r",
		"$JS.API.STREAM.UPDATE.transat-r", "$SYS.REQ.SERVER.PING", protocol.Inbox(a.id), protocol.Inbox(a.id) + "x.y",
	}
	subjects := []string{protocol.JoinSubject(a.id), protocol.StatusSubject(a.id)}
	for _, kind := range []string{
		protocol.Chunk, protocol.Claim, protocol.Part, protocol.Record, protocol.Found, protocol.Beats,
		protocol.Take, protocol.Leave, "none",
	} {
		subjects = append(subjects, protocol.Ask{Kind: kind, Worker: a.id}.Subject("r"))
	}
	data, err := json.Marshal(a.beat(1))
	if err != nil {
		a.t.Error(err)
	}
	for _, subject := range subjects {
		for _, reply := range hostile {
			_ = a.conn.PublishRequest(subject, reply, data) // the server may refuse it
		}
	}
	_ = a.conn.Flush()
}
