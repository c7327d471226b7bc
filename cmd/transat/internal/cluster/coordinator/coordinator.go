// Package coordinator leads a run: it has the ledger, lends pieces to workers, stores their records, and puts the answer together.
//
// It is one loop over the questions of workers. Questions that wait are taken together: first the ledger takes them, then the store
// writes the new items, then they are answered. So a worker hears "taken" only of stored records, and a slow disk writes many
// records at a time.
//
// If the coordinator dies, another one reads the log ([Config.Resume]) and goes on; the workers wait for it meanwhile, and tell it what
// they have in hand.
//
// Start reading at [Run]; begin.go prepares a run, asks.go answers questions, finish.go puts the proof together, result.go says what
// has come out, and state.go how the run stands.
package coordinator

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// Config is a run, and its connections.
type Config struct {
	Conn  *nats.Conn
	Store store.Store
	Lease time.Duration // a worker that is not heard of for so long loses its pieces
	Cut   time.Duration // time between two records of a piece, at most

	Head    cluster.Head    // of a run that begins
	Formula *cnf.Formula    // nil if there is a problem instead
	Problem cluster.Problem // of which Head has the name
	Share   float64         // of its records that are checked, if Head.Verify says that they are; 0 is all
	Resume  bool            // go on with the records in the store

	Verifiers int // how many check records at a time, if Head.Verify says that they are checked
	// Await is how many workers a run under a policy waits for before it begins; 0 is 1.
	Await int

	// Connections tells of the connections of workers; nil if the server does not tell. Own is the worker of this program.
	Connections <-chan Connection
	Own         string
	Alone       bool // nothing is said of workers

	Proof    io.Writer                                          // nil if none is wanted
	Covered  func(ctx context.Context, w cnf.ProofWriter) error // see cluster.Options
	Clock    func() time.Duration
	Progress func(cluster.Progress) // if not nil, called several times a second
	Log      func(string)
	Warn     func(error)

	// Stuck, if not nil, is called again and again while the store does not take something, with the reason, and returns what to say of it.
	// In the end it is called with nil.
	Stuck func(error) error
	// Finishing, if not nil, is told that all is searched and the proof is being written, and that this is over. Meanwhile nobody is heard.
	Finishing func(bool)
}

// coordinator is a run under way.
type coordinator struct {
	cfg     Config
	head    []byte
	chunks  [][]byte       // of the formula and the given cubes, as workers get them
	given   *conquer.Given // the formula with the given cubes; nil if its tree is searched
	books   *ledger.Ledger
	divided int64         // 1 if the first record is that of divide
	before  ledger.Totals // what was recorded before this coordinator began
	doubt   conquer.Doubt
	last    time.Duration // when the last record was taken
	clock   func() time.Duration
	holdOff time.Duration // until then no piece is lent, so that owners from before a restart are heard first

	workers map[string]*member
	joined  int               // workers that have ever joined
	entries int               // how often that was, with those that had been away
	hosts   map[string]string // of workers, for people, though they may be gone
	banned  map[string]string
	open    map[string]int    // connections, by worker
	inboxes map[string]*inbox // by worker
	jobs    chan *job         // records to be checked
	checked chan *job         // and those that were; nil if none are
	right   int64             // that were, and are right
	streams streams           // of records that are checked, in a tree of cubes
	drawing drawing           // of records of a problem that are checked
	queue   ledger.Queue
	items   []store.Item  // to be stored
	stored  ledger.Totals // of the records that the store has acknowledged
	answers []answer      // to be sent when the items are stored
	waited  conquer.Tail  // processors without work
	lemmas  int64         // of the proof, when it is written
	model   cnf.Model
	node    []byte        // a solution of the problem
	told    *ledger.Best  // the solution that workers have been told of
	views   *views        // nil without a policy
	looked  time.Duration // for workers that record nothing
	shared  shared        // lemmas on their way to workers
	counts  givenCounts   // of the given cubes
}

// member is a worker that has joined.
type member struct {
	protocol.Hello
	number int  // the first one that has joined is 1, and one that was away has a new one
	ready  bool // it has said that it is alive, so it hears messages
	heard  time.Duration
	closed time.Duration // when its connection has closed; 0 if that is open
	nodes  int64
	seen   []sample // of the nodes, the oldest first

	recorded time.Duration // when a record of it was last taken that says of nodes
	proven   int           // bytes of proofs in such records, and 1 for each
	slow     time.Duration // until then others come first, because a piece was taken from it; see stalled
}

type sample struct {
	at    time.Duration
	nodes int64
}

type answer struct {
	to   string
	data any
}

const (
	verifyCut = time.Second            // records that are checked are no longer than this
	claimWait = time.Second            // a claim without work is answered after this
	askPause  = 200 * time.Millisecond // an owner that gives nothing is not asked again for so long
	nearWait  = 25 * time.Millisecond  // a processor without work waits so long for others of its worker, until all are asked
	batchAsks = 512                    // questions taken together
	batchSize = 8 << 20                // bytes of them
	restWait  = 1500 * time.Millisecond
	farewell  = 500 * time.Millisecond // workers that have not left by then are not waited for
	mostTick  = 250 * time.Millisecond
)

// Run leads a run until there is an answer, or ctx ends; then the verdict is Unknown. An error ends the run.
func Run(ctx context.Context, cfg Config) (cluster.Result, error) {
	c := &coordinator{
		cfg: cfg, clock: cfg.Clock, workers: map[string]*member{}, banned: map[string]string{}, open: map[string]int{},
		inboxes: map[string]*inbox{}, queue: ledger.Queue{NearWait: nearWait}, streams: streams{}, drawing: newDrawing(cfg.Share),
	}
	if cfg.Head.Verify { // a late check delays the answer
		c.cfg.Cut = min(cfg.Cut, verifyCut)
	}
	c.queue.Rank = c.rank
	err := c.read(ctx)
	if c.books != nil {
		c.stored = c.books.Totals()
	}
	if err != nil {
		return c.ended(ctx, err)
	}
	if cfg.Head.Plan != nil {
		c.views = newViews(cfg.Head.Plan, max(1, cfg.Await))
	}
	asks := newIntake()
	forget, err := asks.hear(cfg.Conn, protocol.Asks(cfg.Head.Run), protocol.Joins, protocol.Statuses)
	if err != nil {
		return cluster.Result{}, err
	}
	defer forget()
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.verifiers(working, stop)
	if err := c.loop(working, asks); err != nil {
		return c.ended(ctx, err)
	}
	result := c.result()
	c.dismiss(asks, result.Verdict)
	if c.views != nil {
		result.Reports = c.views.reports
	}
	return result, nil
}

// read takes the log of the store into the ledger.
func (c *coordinator) read(ctx context.Context) (err error) {
	if c.head, err = json.Marshal(c.cfg.Head); err != nil {
		return err
	}
	root := ledger.Branch{}
	if p := c.cfg.Problem; p != nil {
		root.Nodes = &ledger.Nodes{List: []ledger.Node{{Data: p.Root(), Share: 1}}}
	} else if c.chunks, err = protocol.PackFormula(c.cfg.Formula); err != nil {
		return err
	}
	if c.cfg.Head.Cubes != nil {
		if root.Nodes, err = c.split(ctx); err != nil {
			return err
		}
	}
	c.books = ledger.New(ledger.Sum(c.head), root)
	if c.cfg.Head.Ordered {
		c.books.Order()
	}
	if !c.cfg.Resume {
		return c.divide()
	}
	type entry struct {
		hash   ledger.Hash
		record *ledger.Record
	}
	var entries []entry
	forgotten := map[ledger.Hash]int{} // how many of the entries that does not count
	err = c.cfg.Store.Log(ctx, func(i store.Item) error {
		switch i.Kind {
		case store.Record:
			hash, record, err := ledger.Decode(i.Data)
			if err == nil { // an unreadable record is as good as lost
				entries = append(entries, entry{hash, record})
			}
		case store.Forget:
			var hash ledger.Hash
			if hash.UnmarshalText(i.Data) == nil {
				forgotten[hash] = len(entries)
			}
		case store.Best:
			var kept ledger.Best
			if json.Unmarshal(i.Data, &kept) == nil {
				c.books.Keep(&kept)
			}
		}
		return nil
	})
	if failed := c.divide(); failed != nil {
		return failed
	}
	for i, e := range entries {
		if i >= forgotten[e.hash] {
			_ = c.books.Apply(e.hash, e.record) // a record that does not fit rests on a lost one
			c.wonder()
		}
	}
	t := c.books.Totals()
	c.before, c.holdOff = t, c.clock()+min(restWait, c.cfg.Lease/2)
	if c.cfg.Alone {
		c.cfg.Log(fmt.Sprintf("going on with %.1f %% of the tree closed", 100*t.Closed))
		return err
	}
	c.cfg.Log(fmt.Sprintf("going on with run %s: %s, %s, %.1f %% of the tree closed, %s to do", c.cfg.Head.Run,
		counted(int(t.Records), "record"), counted(int(t.Stats.Nodes), "node"), 100*t.Closed, counted(t.Open, "piece")))
	return err
}

// loop answers questions until the run is decided.
func (c *coordinator) loop(ctx context.Context, in *intake) error {
	tick := time.NewTicker(min(max(c.cfg.Lease/8, 10*time.Millisecond), mostTick))
	defer tick.Stop()
	hungry := time.NewTimer(mostTick) // others are asked when it ends
	defer hungry.Stop()
	for {
		if len(c.queue.Claims) > 0 && c.views == nil {
			hungry.Reset(nearWait)
		}
		waiting, since := len(c.queue.Claims), c.clock()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case m := <-in.asks:
			in.taken(m)
			c.handle(m)
			c.more(in, len(m.Data))
		case j := <-c.checked:
			c.verified(j)
		case m := <-c.cfg.Connections:
			c.connected(m)
		case <-hungry.C:
		case <-tick.C:
			c.tick()
		}
		c.waited.Add(since, c.clock(), waiting)
		if err := c.flush(ctx); err != nil {
			return err
		}
		c.announce()
		c.spread()
		if err := c.look(); err != nil {
			return err
		}
		c.lend()
		if c.model != nil || c.node != nil {
			return nil
		}
		if c.books.Totals().Open == 0 {
			began := c.clock()
			if done, err := c.finish(ctx); done || err != nil {
				return err
			}
			c.grace(c.clock() - began)
		}
	}
}

// more takes the questions that wait, up to a limit.
func (c *coordinator) more(in *intake, size int) {
	for n := 1; n < batchAsks && size < batchSize; n++ {
		select {
		case m := <-in.asks:
			in.taken(m)
			size += len(m.Data)
			c.handle(m)
		default:
			return
		}
	}
}

// tick ends leases and claims whose time is over, and shows progress.
func (c *coordinator) tick() {
	now := c.clock()
	c.expire(now)
	c.parted(now)
	c.stalled(now)
	for id, m := range c.workers {
		if now-m.heard > c.cfg.Lease {
			c.cfg.Log(fmt.Sprintf("%s is gone: it has not been heard of for %v", c.name(id), c.cfg.Lease))
			c.gone(id)
			c.views.change(now)
		}
	}
	for _, late := range c.queue.Expire(now) {
		c.say(late.Reply, protocol.Answer{})
	}
	if c.cfg.Progress != nil {
		t := c.books.Totals()
		c.cfg.Progress(cluster.Progress{
			Nodes: t.Stats.Nodes - c.before.Stats.Nodes, Before: c.before.Stats.Nodes,
			Closed: t.Closed, Began: c.began(t), Off: c.doubt.Off(cost(t), t.Closed), Workers: len(c.workers),
			Cubes: c.refuted(), AllCubes: c.listed(),
		})
	}
}

// cost is what a run has cost so far.
func cost(t ledger.Totals) float64 { return float64(cmp.Or(t.Conflicts, t.Stats.Nodes)) }

// began returns the part of the closed share that was paid for before this coordinator began. How much that part closed does not matter:
// the next costs may close much less.
func (c *coordinator) began(t ledger.Totals) float64 {
	return t.Closed * cost(c.before) / max(cost(t), 1)
}

// wonder notes how large the whole seems to be, when a record is taken.
func (c *coordinator) wonder() {
	c.last = c.clock()
	if t := c.books.Totals(); c.doubt.Due(cost(t)) {
		c.doubt.Note(cost(t), t.Closed)
	}
}

// announce tells all workers of a better solution, once the store has it.
func (c *coordinator) announce() {
	if best := c.stored.Best; best != nil && best != c.told {
		c.told = best
		c.say(protocol.TellSubject(c.cfg.Head.Run, protocol.All), protocol.Tell{Best: best.Told()})
	}
}
