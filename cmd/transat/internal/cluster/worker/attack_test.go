package worker_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats.go"

	"transat/balance"
	"transat/balance/script"
	"transat/cmd/transat/internal/cluster/hand"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/plan"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/wire"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
)

// attacker is somebody who knows the token, and speaks to the server as a worker may.
type attacker struct {
	t    *testing.T
	lab  *lab
	conn *nats.Conn
	who  wire.Identity
	id   string
	view wire.View // the last one that it has heard of
	mu   sync.Mutex
}

// attack connects an attacker.
func (l *lab) attack() *attacker {
	l.t.Helper()
	addr, err := l.server.Addr()
	if err != nil {
		l.t.Fatal(err)
	}
	a := &attacker{t: l.t, lab: l, who: wire.NewIdentity()}
	a.id = a.who.Public()
	a.conn, err = nats.Connect("nats://"+addr.String(), nats.Token("token"), nats.Name(a.who.ConnectionName()), nats.CustomInboxPrefix(a.who.Inbox()),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // of what it may not do
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(a.conn.Close)
	_, err = a.conn.Subscribe(wire.TellSubject("r", wire.All), func(m *nats.Msg) {
		var tell wire.Tell
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
func (a *attacker) seen() wire.View {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.view
}

// ask asks as often as it takes to get an answer, or ctx ends.
func (a *attacker) ask(ctx context.Context, question wire.Ask, what any) (answer wire.Answer, ok bool) {
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
		answer = wire.Answer{}
		if err == nil && json.Unmarshal(m.Data, &answer) == nil && answer.Again == "" {
			return answer, true
		}
	}
	return wire.Answer{}, false
}

// beat is what it says to seem alive.
func (a *attacker) beat(procs int) wire.Beat {
	v := a.seen()
	return wire.Beat{
		Hello: wire.Hello{Protocol: wire.Protocol, Version: version, Worker: a.id, Host: "nice\ns UNSATISFIABLE\nc ", Procs: procs},
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

// Whatever subject somebody wants an answer on that is not in its own inbox, it does no harm: to no honest worker, to the run, or to the store.
func TestAnswersGoToWhoAsks(t *testing.T) {
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	l := newLab(t, f, "lex", string(dimacs.ProofText))
	inside, err := l.server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
	kept, err := store.Open(t.Context(), inside, "r", 1, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range chunks(t, l) {
		if err := kept.Write(t.Context(), []store.Item{i}); err != nil {
			t.Fatal(err)
		}
	}
	l.kept = kept
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
	if err := kept.Write(t.Context(), []store.Item{{Kind: store.Part, Data: []byte("x")}}); err != nil {
		t.Errorf("the store: %v", err)
	}
}

// replies asks everything that it may ask, and wants the answers where they would do harm.
func (a *attacker) replies(victim string) {
	beat := wire.Ask{Kind: wire.Beats, Worker: victim}.Subject("r")
	hostile := []string{
		beat, wire.Ask{Kind: wire.Record, Worker: victim}.Subject("r"), wire.Ask{Kind: wire.Found, Worker: victim}.Subject("r"),
		wire.Ask{Kind: wire.Chunk, Worker: victim, Number: 1 << 20}.Subject("r"), wire.Ask{Kind: wire.Leave, Worker: victim}.Subject("r"),
		wire.Ask{Kind: wire.Part, Worker: victim}.Subject("r"), wire.Ask{Kind: "none", Worker: victim}.Subject("r"), wire.JoinSubject(victim), wire.StatusSubject(victim),
		wire.TellSubject("r", wire.All), wire.TellSubject("r", victim), wire.MailSubject("r", victim, victim), wire.Inbox(victim) + ".x",
		"transat-r.log.record", "transat-r.log.forget", "transat-r.part.x", "$JS.API.STREAM.DELETE.transat-r", "$JS.API.STREAM.PURGE.transat-r",
		"$JS.API.STREAM.UPDATE.transat-r", "$SYS.REQ.SERVER.PING", wire.Inbox(a.id), wire.Inbox(a.id) + "x.y",
	}
	subjects := []string{wire.JoinSubject(a.id), wire.StatusSubject(a.id)}
	for _, kind := range []string{wire.Chunk, wire.Claim, wire.Part, wire.Record, wire.Found, wire.Beats, wire.Take, wire.Leave, "none"} {
		subjects = append(subjects, wire.Ask{Kind: kind, Worker: a.id}.Subject("r"))
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

// chunks are the items that a run begins with.
func chunks(t *testing.T, l *lab) (all []store.Item) {
	t.Helper()
	parts, err := wire.PackFormula(l.formula)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range parts {
		all = append(all, store.Item{Kind: store.Part, Data: data})
	}
	return all
}

// lie is what an attacker does in a run under a policy, once it has got the whole tree, searched some of it, and recorded the truth: that it has given
// pieces away. It may go on until ctx ends.
type lie func(ctx context.Context, a *attacker, given []ledger.Task)

// lies are those that TestLiarsUnderPolicies tries.
var lies = map[string]lie{
	"says nothing more": func(context.Context, *attacker, []ledger.Task) {},
	"flips a sign": func(_ context.Context, a *attacker, given []ledger.Task) {
		a.mail(a.id, 0, given, func(_ int, numbers []uint64) []uint64 { numbers[len(numbers)-1] ^= 1 << 2; return numbers })
	},
	"gives one branch for another": func(_ context.Context, a *attacker, given []ledger.Task) {
		a.mail(a.id, 0, given, func(i int, numbers []uint64) []uint64 {
			other := varints(a.t, given[(i+1)%len(given)])
			other[0] = numbers[0]
			return other
		})
	},
	"gives a branch of no formula": func(_ context.Context, a *attacker, given []ledger.Task) {
		a.mail(a.id, 0, given, func(_ int, numbers []uint64) []uint64 {
			numbers[len(numbers)-1] = 1 << 20
			return numbers
		})
	},
	"gives pieces that are none": func(_ context.Context, a *attacker, given []ledger.Task) {
		a.mail(a.id, 0, given, func(i int, numbers []uint64) []uint64 { numbers[0] = uint64(i); return numbers })
	},
	"gives everything to everybody": func(ctx context.Context, a *attacker, given []ledger.Task) {
		for range 50 {
			a.mail(a.id, 0, given, func(_ int, numbers []uint64) []uint64 { return numbers })
			nap(ctx, 10*time.Millisecond)
		}
	},
	"speaks for another": func(_ context.Context, a *attacker, given []ledger.Task) {
		for _, h := range a.seen().Homes {
			a.mail(h.Worker, h.From, given, func(_ int, numbers []uint64) []uint64 { return numbers })
		}
	},
	"says what the policy cannot understand": func(ctx context.Context, a *attacker, _ []ledger.Task) {
		for kind := range 256 {
			for _, round := range []uint32{0, 1, 2, 3, math.MaxInt32, math.MaxUint32} {
				for _, value := range []float64{0, 1, -1, 1e300, math.Inf(1), math.NaN()} {
					a.word(balance.Message{Kind: uint8(kind), Round: round, A: value, B: value})
				}
			}
			if kind%16 == 0 {
				nap(ctx, time.Millisecond)
			}
		}
	},
	"names a view of the future": func(ctx context.Context, a *attacker, _ []ledger.Task) {
		b := a.beat(liarProcs)
		b.View = math.MaxUint64 - 1
		a.ask(ctx, wire.Ask{Kind: wire.Beats}, b)
	},
	"has always missed something": func(ctx context.Context, a *attacker, _ []ledger.Task) {
		for ctx.Err() == nil {
			b := a.beat(liarProcs)
			b.Missed, b.View = true, b.View+1
			a.ask(ctx, wire.Ask{Kind: wire.Beats}, b)
			nap(ctx, 20*time.Millisecond)
		}
	},
	"comes and goes": func(ctx context.Context, a *attacker, _ []ledger.Task) {
		for range 300 {
			other := a.lab.attack()
			other.ask(ctx, wire.Ask{Kind: wire.Beats}, other.beat(4))
			other.ask(ctx, wire.Ask{Kind: wire.Leave}, nil)
			other.conn.Close()
			if ctx.Err() != nil {
				return
			}
		}
	},
	"takes back what it gave": func(ctx context.Context, a *attacker, given []ledger.Task) {
		a.mail(a.id, 0, given, func(_ int, numbers []uint64) []uint64 { return numbers })
		for range 100 {
			for _, h := range a.seen().Homes {
				question := wire.Handover{From: h.Worker}
				for _, task := range given {
					question.Pieces = append(question.Pieces, wire.Hold{Piece: task.Branch.Piece(), After: task.After})
				}
				a.ask(ctx, wire.Ask{Kind: wire.Take}, question)
			}
			nap(ctx, 5*time.Millisecond)
		}
	},
	"floods": func(ctx context.Context, a *attacker, _ []ledger.Task) {
		data := make([]byte, 512<<10)
		for i := range 400 { // 200 MB
			for j := range data {
				data[j] = byte(i * j >> 3)
			}
			_ = a.conn.PublishRequest(wire.Ask{Kind: wire.Part, Worker: a.id}.Subject("r"), a.who.Inbox()+".x", s2.Encode(nil, data))
			if ctx.Err() != nil {
				return
			}
		}
		_ = a.conn.Flush()
	},
	"hoards": func(ctx context.Context, a *attacker, _ []ledger.Task) {
		for n := 0; ctx.Err() == nil; n++ {
			a.ask(ctx, wire.Ask{Kind: wire.Beats}, a.beat(512))
			question := wire.Ask{Kind: wire.Claim, Number: n, Worker: a.id}
			_ = a.conn.PublishRequest(question.Subject("r"), a.who.Inbox()+".x", nil)
			nap(ctx, 20*time.Millisecond)
		}
	},
}

// nap sleeps, or until ctx ends.
func nap(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// varints are the numbers that encode the branch of a task: its piece, three more, and the decisions.
func varints(t *testing.T, task ledger.Task) (numbers []uint64) {
	data, err := task.Branch.MarshalBinary()
	if err != nil {
		t.Error(err)
	}
	for len(data) > 0 {
		n, size := binary.Uvarint(data)
		numbers = append(numbers, n)
		data = data[size:]
	}
	return numbers
}

// encoded is the inverse of varints.
func encoded(numbers []uint64) (data []byte) {
	for _, n := range numbers {
		data = binary.AppendUvarint(data, n)
	}
	return data
}

// mail sends each of the given pieces, as change changes it, to every processor that lives elsewhere, from a rank and a worker.
func (a *attacker) mail(worker string, from int, given []ledger.Task, change func(i int, numbers []uint64) []uint64) {
	view := a.seen()
	for i, task := range given {
		var changed ledger.Task
		changed.After = task.After
		if err := changed.Branch.UnmarshalBinary(encoded(change(i, varints(a.t, task)))); err != nil {
			continue // no program would read it
		}
		for to := range view.Procs {
			m := wire.Mail{View: view.Number, From: from, To: to, Worker: worker, Tasks: []ledger.Task{changed}}
			a.post(m)
		}
	}
	_ = a.conn.Flush()
}

// word sends a message of the policy to everybody.
func (a *attacker) word(m balance.Message) {
	view := a.seen()
	for to := range view.Procs {
		for _, from := range view.Ranks(a.id) {
			a.post(wire.Mail{View: view.Number, From: from, To: to, Message: m})
		}
	}
}

func (a *attacker) post(m wire.Mail) {
	view := a.seen()
	home := view.Home(m.To)
	if home == a.id {
		return
	}
	data, err := m.MarshalBinary()
	if err != nil {
		a.t.Error(err)
	}
	_ = a.conn.Publish(wire.MailSubject("r", a.id, home), data)
}

// Whatever a worker tells others and the coordinator in a run under a policy, verdict, nodes and proof are right, no honest worker is cut off, and
// the run ends.
func TestLiarsUnderPolicies(t *testing.T) {
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	for name, lie := range lies {
		for _, policy := range []string{"steal", "plb"} {
			if testing.Short() && ((policy == "plb") != (name == "flips a sign") || name == "hoards") {
				continue
			}
			t.Run(name+", "+policy, func(t *testing.T) {
				t.Parallel()
				for told, try := false, 0; !told && try < 5 && !t.Failed(); try++ { // under load the others may be done before the liar has its turn
					p := plan.Plan{Policy: policy, Topology: "line", Procs: 6, Seed: 1, Grain: 0.05, Pause: 200 * time.Microsecond, TimeScale: 200}
					l := newLabUnder(t, f, "lex", string(dimacs.ProofText), &p)
					l.verify()
					l.await = 3
					var warned warnings
					l.warn = warned.add
					ctx, cancel := context.WithCancel(t.Context())
					a := l.attack()
					var attacking sync.WaitGroup
					attacking.Go(func() { told = a.lie(ctx, lie) })
					var proof bytes.Buffer
					got, err := l.lead(ctx, false, 20*time.Millisecond, &proof)
					cancel()
					attacking.Wait()
					same(t, got, err, &proof, want, wantProof)
					warned.honest(t)
					t.Logf("the liar had its turn: %v", told)
				}
			})
		}
	}
}

// liarProcs is how many processors a liar says it has: so many that the one on which the search begins is among those that it gets.
const liarProcs = 16

// lie joins as the first worker, so that the search begins with it, gives pieces away, and lies. It returns false if it had no chance to.
func (a *attacker) lie(ctx context.Context, lie lie) bool {
	h, err := hand.New(ctx, hand.Config{
		Formula: a.lab.formula, Rule: "lex", Format: dimacs.ProofText,
		Part: func(_ ledger.Hash, data []byte) error {
			a.ask(ctx, wire.Ask{Kind: wire.Part}, data)
			return nil
		},
	})
	if err != nil {
		a.t.Error(err)
		return false
	}
	for joined := false; a.seen().Number == 0 && ctx.Err() == nil; joined = true {
		answer, _ := a.ask(ctx, wire.Ask{Kind: wire.Beats}, a.beat(liarProcs))
		if answer.View != nil {
			a.mu.Lock()
			a.view = *answer.View
			a.mu.Unlock()
		}
		if !joined {
			a.lab.join(ctx, 2)
			a.lab.join(ctx, 2)
		}
		nap(ctx, 10*time.Millisecond)
	}
	answer, _ := a.ask(ctx, wire.Ask{Kind: wire.Claim, Number: 1}, nil)
	if answer.Task == nil {
		return false
	}
	if err := h.Begin(*answer.Task); err != nil {
		a.t.Error(err)
		return false
	}
	if _, err := h.Search(40); err != nil {
		a.t.Error(err)
		return false
	}
	entry, given, err := h.Split([]int{0, 1, 2})
	if err != nil {
		a.t.Error(err)
		return false
	}
	answer, _ = a.ask(ctx, wire.Ask{Kind: wire.Record}, entry.Data)
	if answer.Refused != "" {
		a.t.Errorf("what is true is refused: %+v", answer)
	}
	if ctx.Err() != nil || answer.Lost {
		return false
	}
	lie(ctx, a, given)
	return true
}

// A worker of many processors that only claims pieces and says that it is alive does not keep the others from their work, whether the run is verified or not.
func TestHoarders(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds until nothing has been recorded for too long")
	}
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	for _, verified := range []bool{false, true} {
		t.Run(fmt.Sprint("verified ", verified), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			if verified {
				l.verify()
			}
			var warned warnings
			l.warn = warned.add
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			a := l.attack()
			const procs = 512
			var attacking sync.WaitGroup
			attacking.Go(func() { a.hoard(ctx, procs) })
			var proof bytes.Buffer
			got, err := l.lead(ctx, false, 20*time.Millisecond, &proof)
			cancel()
			attacking.Wait()
			same(t, got, err, &proof, want, wantProof)
			warned.honest(t)
		})
	}
}

// hoard claims pieces for all processors, and says that it has them. The others join when it has the whole tree.
func (a *attacker) hoard(ctx context.Context, procs int) {
	b := a.beat(procs)
	_, err := a.conn.Subscribe(a.who.Inbox()+".claims.*", func(m *nats.Msg) {
		var answer wire.Answer
		if json.Unmarshal(m.Data, &answer) != nil || answer.Task == nil {
			return
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		if len(b.Holds) == 0 {
			a.lab.join(ctx, 2)
			a.lab.join(ctx, 2)
		}
		proc, _ := strconv.Atoi(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
		b.Holds = append(b.Holds, wire.Hold{Proc: proc, Piece: answer.Task.Branch.Piece(), After: answer.Task.After})
	})
	if err != nil {
		a.t.Error(err)
	}
	for ctx.Err() == nil {
		a.mu.Lock()
		data, _ := json.Marshal(b)
		a.mu.Unlock()
		a.ask(ctx, wire.Ask{Kind: wire.Beats}, data)
		for n := range procs {
			question := wire.Ask{Kind: wire.Claim, Worker: a.id, Number: n}
			_ = a.conn.PublishRequest(question.Subject("r"), a.who.Inbox()+".claims."+strconv.Itoa(n), nil)
		}
		nap(ctx, 100*time.Millisecond)
	}
}

// An error ends a worker under a policy as it ends one without, whatever its other parts are waiting for: letters, a claim, pieces on their way.
func TestErrorsEndWorkersUnderPolicies(t *testing.T) {
	steal, _ := script.Source("steal")
	broken := strings.Replace(steal, "def idle(p):", "def idle(p):\n    fail(\"on purpose\")", 1)
	if broken == steal {
		t.Fatal("the script of steal has no def idle(p)")
	}
	for name, tc := range map[string]struct {
		plan   plan.Plan
		memory int64
		want   string
	}{
		"memory": {plan.Plan{Policy: "steal"}, 100_000, "memory"},
		"script": {plan.Plan{Policy: "broken.star", Files: map[string]string{"broken.star": broken}}, 0, "on purpose"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.plan.Pause, tc.plan.TimeScale = 200*time.Microsecond, 200
			l := newLabUnder(t, formula(t, 250, 1065, 1), "lex", "", &tc.plan)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			const workers = 2
			l.await = workers
			ended := make(chan error, workers)
			for range workers {
				name := rand.Text()
				go func() {
					_, err := worker.Run(ctx, worker.Config{
						Conn: l.connect(name), Name: name, Version: version, Host: "here", Procs: 2, MaxMemory: tc.memory, Log: func(string) {},
					})
					ended <- err
				}()
			}
			var leading sync.WaitGroup
			leading.Go(func() { _, _ = l.lead(ctx, false, time.Second, nil) })
			for range workers {
				select {
				case err := <-ended:
					if err == nil || !strings.Contains(err.Error(), tc.want) {
						t.Errorf("a worker has ended with %v, want %q", err, tc.want)
					}
				case <-time.After(time.Minute):
					t.Fatal("a worker hangs")
				}
			}
			cancel()
			leading.Wait()
		})
	}
}
