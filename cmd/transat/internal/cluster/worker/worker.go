// Package worker is a worker of a run: it joins, gets the formula, and searches pieces with some processors until the run ends.
//
// A worker stores nothing. The coordinator has every record that it has acknowledged; stretches that are not recorded are searched
// again by others if the worker dies. It asks every question until there is an answer, so that it outlives a coordinator or a
// server that goes away and comes back, up to [Config.Patience].
//
// # Processors
//
// A [Searcher] is the search of one processor, without the network. In a run without a policy, each processor (proc.go) claims
// pieces from the coordinator, one at a time; with [Config.One] they also share among themselves (share.go).
//
// Under a policy of package balance, every processor of the policy lives in some worker. The processors of one worker are a group:
// a part of a machine of package cores, which sees to time, lists and messages between them. Their messages to processors of other
// workers go through NATS:
//
//	processor 0 ─┐                                     ┌─ processor 3
//	processor 1 ─┼─ cores.Machine ── group ─── mail ───┤
//	processor 2 ─┘                     │               └─ …
//	                                   └── records, questions ──▶ coordinator
//
// # Pieces of a group
//
// An element of the machine is a piece of the ledger, or the rest of one. When a processor gives branches away, a record says so. A
// piece that leaves the worker waits until the record is taken. Then it goes to the other worker, which asks the coordinator for it
// ([protocol.Take]) and searches it meanwhile. Until the coordinator has that question, the sender owns the piece. If none comes,
// the sender takes the piece back.
//
// A piece that goes to another processor of the same worker does not wait. Its records do: they are sent after the records that
// they rest on.
//
// # Views
//
// A [protocol.View] says where the processors live. With a new view the machine stops, and another one begins, with new policies,
// on the elements that are there. The group drops messages of an older view, and keeps messages of a newer view until it is known;
// it takes pieces at any time.
//
// Start reading at [Run]; ask.go is how questions are asked, searcher.go and proof.go a search and its records, proc.go a processor
// without a policy. group.go begins a group; group_machine.go has the machine of a view, group_proc.go a processor's search,
// group_mail.go what goes to other workers and comes from them, group_claim.go how idle processors get free pieces, beat.go
// what the coordinator hears.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/dimacs"
)

// Config is where to work, and how.
type Config struct {
	Conn      *nats.Conn
	Name      string // of the worker, that no other has: the public one of the connection's protocol.Identity
	Run       string // "" is any
	Version   string // of the program
	Host      string // the computer, for people
	Procs     int
	One       bool          // the processors share among themselves, and are one to the others; it does not matter under a policy
	MaxMemory int64         // bytes for the engines of all processors; 0 is no limit
	Patience  time.Duration // how long it goes on without an answer; 0 is for ever
	NodeTime  time.Duration // see SearchConfig
	// Conqueror decides cubes on this computer. Its command is from the owner of this computer, never from the network.
	Conqueror cluster.Conqueror
	Log       func(string)
	// Problem, if not nil, is what this program searches instead of formulas.
	Problem cluster.Problem
}

// errEnded ends all processors when the run has.
var errEnded = errors.New("the run has ended")

// worker is a worker of a run.
type worker struct {
	cfg    Config
	id     string
	began  time.Time
	run    string
	lease  time.Duration
	cut    time.Duration // between two records, and at first
	first  time.Duration
	search SearchConfig
	making sync.Mutex      // what the searchers share
	soft   context.Context // ends when the worker is to leave
	hard   context.Context // ends when nothing matters any more
	stop   context.CancelCauseFunc
	procs  []*proc
	share  *share // of a worker that is one, else nil
	group  *group // under a policy, instead of procs
	lemmas exchanges

	mu    sync.Mutex
	end   *cluster.Answer
	heard time.Time                   // of the coordinator
	best  atomic.Pointer[ledger.Best] // that the coordinator has told of, or nil
}

// Run works until the run ends or ctx does; then it records what it has and leaves.
func Run(ctx context.Context, cfg Config) (cluster.Worked, error) {
	hard, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	w := &worker{cfg: cfg, id: cfg.Name, began: time.Now(), soft: ctx, hard: hard, stop: stop, heard: time.Now()}
	if err := w.join(ctx); errors.Is(err, errEnded) {
		return cluster.Worked{End: w.end}, nil
	} else if err != nil {
		return cluster.Worked{}, err
	}
	defer context.AfterFunc(ctx, func() {
		wait := leaveWait
		if !cfg.Conn.IsConnected() { // nobody hears the report
			wait = 0
		}
		time.AfterFunc(wait, func() { stop(errEnded) })
		w.tellIfLate(fmt.Sprintf("leaving when the other side has taken what was searched, in %v at most", leaveWait))
	})()
	forget, err := w.listen()
	if err != nil {
		return cluster.Worked{}, err
	}
	defer forget()
	var working, beating sync.WaitGroup
	for _, p := range w.procs {
		working.Go(func() {
			if err := p.work(); err != nil {
				stop(err)
			}
		})
	}
	if w.group != nil {
		working.Go(func() {
			if err := w.group.serve(); err != nil {
				stop(err)
			}
		})
	}
	over := make(chan struct{})
	beating.Go(func() { w.beat(over) })
	working.Wait()
	close(over)
	beating.Wait()
	return w.leave()
}

// join introduces the worker, and fetches the formula.
func (w *worker) join(ctx context.Context) error {
	data, err := json.Marshal(w.hello())
	if err != nil {
		return err
	}
	var welcome protocol.Welcome
	answered := w.tellIfLate(w.nobody() + ": waiting " + cluster.WaitingFor(w.cfg.Patience))
	err = w.request(ctx, &nats.Msg{Subject: protocol.JoinSubject(w.id), Data: data}, &welcome, joinWait)
	answered()
	if err != nil {
		return err
	}
	if welcome.Refused != "" {
		return &cluster.RefusedError{Reason: welcome.Refused}
	}
	if welcome.End != nil {
		w.ended(welcome.End)
		return errEnded
	}
	var head cluster.Head
	if err := json.Unmarshal(welcome.Head, &head); err != nil {
		return fmt.Errorf("the head of the run: %w", err)
	}
	w.run, w.lease, w.cut, w.first = welcome.Run, welcome.Lease, welcome.Cut, welcome.First
	if welcome.Share {
		w.lemmas.opens()
	}
	if err := w.fetch(ctx, head); err != nil {
		return err
	}
	if err := w.equip(head); err != nil {
		return err
	}
	w.cfg.Log(fmt.Sprintf("joined run %s: %s", w.run, w.describe(head)))
	return nil
}

// better notes that the ledger has a solution, nil for none.
func (w *worker) better(best *ledger.Best) {
	for best != nil {
		if known := w.best.Load(); !best.Above(known) || w.best.CompareAndSwap(known, best) {
			return
		}
	}
}

// equip makes the processors.
func (w *worker) equip(head cluster.Head) error {
	if head.Plan == nil {
		for i := range w.cfg.Procs {
			w.procs = append(w.procs, newProc(w, i))
		}
		if w.cfg.One {
			w.share = &share{all: w.cfg.Procs}
		}
		return nil
	}
	if err := head.Plan.Check(); err != nil {
		return fmt.Errorf("the policy of the run: %w", err)
	}
	var err error
	if w.group, err = newGroup(w, head.Plan, head.Verify); err != nil {
		return err
	}
	again := w.cfg.Conn.ReconnectHandler()
	w.cfg.Conn.SetReconnectHandler(func(c *nats.Conn) {
		w.group.noteMissed()
		if again != nil {
			again(c)
		}
	})
	wrong := w.cfg.Conn.ErrorHandler()
	w.cfg.Conn.SetErrorHandler(func(c *nats.Conn, s *nats.Subscription, err error) {
		w.group.noteMissed() // the reader may be too slow
		if wrong != nil {
			wrong(c, s, err)
		}
	})
	return nil
}

func (w *worker) hello() protocol.Hello {
	return protocol.Hello{
		Protocol: protocol.Protocol, Version: w.cfg.Version, Run: w.cfg.Run, Worker: w.id, Host: w.cfg.Host,
		Procs: w.cfg.Procs, Problem: cluster.ProblemName(w.cfg.Problem),
	}
}

// fetch gets the formula, or makes sure that the problem of the run is the one that this program has.
func (w *worker) fetch(ctx context.Context, head cluster.Head) error {
	if err := head.SameProblem(w.run, cluster.ProblemName(w.cfg.Problem)); err != nil {
		return err
	}
	if w.cfg.Problem != nil {
		w.search = SearchConfig{Problem: w.cfg.Problem, Ordered: head.Ordered, Verified: head.Verify, Best: w.best.Load}
		return nil
	}
	chunks, err := w.chunks(ctx, 0, head.Chunks)
	if err != nil {
		return err
	}
	f, err := protocol.UnpackFormula(chunks, head.Formula)
	if err != nil {
		return err
	}
	if head.Cubes != nil {
		if err := w.cubes(ctx, head, f); err != nil {
			return err
		}
	}
	w.search = SearchConfig{
		Formula: f, Rule: head.Rule, Format: dimacs.ProofFormat(head.Proof), NodeTime: w.cfg.NodeTime, Cubes: head.Cubes,
		Conqueror: w.conqueror(head),
	}
	if w.cfg.MaxMemory > 0 {
		w.search.MaxMemory = max(1, w.cfg.MaxMemory/int64(w.cfg.Procs))
	}
	return nil
}

// chunks gets parts of the formula, or of the given cubes behind it.
func (w *worker) chunks(ctx context.Context, first int, hashes []ledger.Hash) (all [][]byte, err error) {
	for i, hash := range hashes {
		data, err := w.raw(ctx, protocol.Ask{Kind: protocol.Chunk, Worker: w.id, Number: first + i}.Message(w.run, nil), askWait)
		if err != nil {
			return nil, err
		}
		if ledger.Sum(data) != hash {
			return nil, w.instead(data)
		}
		all = append(all, data)
	}
	return all, nil
}

// instead returns the error for a message in place of a part of the formula.
func (w *worker) instead(data []byte) error {
	var a protocol.Answer
	switch err := json.Unmarshal(data, &a); {
	case err == nil && a.Refused != "":
		return &cluster.RefusedError{Reason: a.Refused}
	case err == nil && a.End != nil:
		w.ended(a.End)
		return errEnded
	}
	return errors.New("the formula of the run has come damaged")
}

// listen hears the messages of the coordinator until forget is called.
func (w *worker) listen() (forget func(), err error) {
	var all []*nats.Subscription
	forget = func() {
		for _, s := range all {
			_ = s.Unsubscribe()
		}
	}
	for _, to := range []string{w.id, protocol.All} {
		told, err := w.cfg.Conn.Subscribe(protocol.TellSubject(w.run, to), w.told)
		if err != nil {
			forget()
			return nil, err
		}
		all = append(all, told)
	}
	return forget, nil
}

// told takes a message of the coordinator.
func (w *worker) told(m *nats.Msg) {
	var t protocol.Tell
	if json.Unmarshal(m.Data, &t) != nil {
		return
	}
	w.ended(t.End)
	w.better(t.Best)
	if t.Share {
		w.lemmas.opens()
	}
	for _, l := range t.Lemmas {
		if w.search.Formula != nil {
			w.lemmas.put(l.Worker == w.id, l, w.search.Formula.Vars())
		}
	}
	if w.group != nil {
		w.group.see(t.View)
	}
	for _, g := range t.Give {
		if 0 <= g.Proc && g.Proc < len(w.procs) {
			w.procs[g.Proc].asked(g)
		}
	}
}

// ended notes the end of the run, if it is one.
func (w *worker) ended(end *cluster.Answer) {
	if end == nil {
		return
	}
	w.mu.Lock()
	w.end = end
	w.mu.Unlock()
	w.stop(errEnded)
}

// leaveWait is how long a worker that leaves may take to report; the rest is searched again.
const leaveWait = 5 * time.Second

// leave says goodbye.
func (w *worker) leave() (cluster.Worked, error) {
	var result cluster.Worked
	for _, p := range w.procs {
		result.Nodes += p.nodes.Load()
		result.Idle += p.idle
	}
	if w.group != nil {
		result.Nodes, result.Idle = w.group.nodes(), time.Duration(w.group.sum().Idle)
	}
	// Whether it is heard does not matter: a lease ends by itself.
	_ = w.cfg.Conn.Publish(protocol.Ask{Kind: protocol.Leave, Worker: w.id}.Subject(w.run), w.report())
	if w.cfg.Conn.IsConnected() {
		_ = w.cfg.Conn.FlushTimeout(time.Second)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	result.End = w.end
	err := context.Cause(w.hard)
	if errors.Is(err, errEnded) {
		err = nil
	}
	return result, err
}

// report is the report on the processors of a policy, nil if there are none.
func (w *worker) report() []byte {
	if w.group == nil {
		return nil
	}
	data, err := json.Marshal(w.group.sum())
	if err != nil {
		return nil
	}
	return data
}
