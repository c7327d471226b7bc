package worker

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/conquer"
	"transat/solver/dpll"
)

// SearchConfig says what a Searcher searches, and how.
type SearchConfig struct {
	Formula   *cnf.Formula
	Rule      string
	MaxMemory int64 // bytes for the engine; 0 is no limit
	// Format is that of the proof, "" if there is none.
	Format dimacs.ProofFormat
	// NodeTime, if not 0, is how long the searcher sleeps for each node: work that takes time and no computer, to see how many workers a
	// coordinator can lead.
	NodeTime time.Duration
	// Part is called with every part of the proof, compressed, before the record that names it. It keeps the data.
	Part func(hash ledger.Hash, data []byte) error

	// Cubes, if not nil, says how the formula is split into cubes, and Conqueror what decides them.
	Cubes     *cluster.Cubes
	Conqueror cluster.Conqueror
	// Exchange, if not nil, has short lemmas of clause learning on their way to other processors, and from them.
	Exchange *conquer.Exchange
	// Verified says that records are checked; only then places of nodes matter.
	Verified bool
	// Problem, if not nil, is what is searched instead of a formula; Ordered says that the answer is to be that of one processor. Best
	// returns the best solution that the coordinator has told of, nil for none.
	Problem cluster.Problem
	Ordered bool
	Best    func() *ledger.Best
}

// Searcher searches pieces: it is what one processor of a worker does, without the network.
//
// A Searcher has an engine of its own. It takes a task, searches some nodes at a time, and now and then says in a record what it has done:
// when the piece has ended (Close), or in the middle, to give branches away or because a while has passed (Cut). After a cut
// the search goes on as if nothing had happened; all that follows belongs to the next record.
//
//	s.Begin(task)
//	for outcome == dpll.Running {
//		outcome, err = s.Search(512)
//		if others have nothing to do {
//			record, err = s.Cut(1)
//		}
//	}
//	record, err = s.Close()
//
// The proof leaves a Searcher in parts, as it is written.
type Searcher struct {
	cfg    SearchConfig
	engine engine
	proof  *proof // nil without a proof

	task   ledger.Task
	marks  []ledger.Mark
	given  uint64        // pieces that were made in this stretch
	stream ledger.Hash   // the last record with lemmas of the clause learning under cubes; none of another engine
	slept  int64         // nodes that it has slept for
	owed   time.Duration // sleep
}

// NewSearcher returns a searcher. The error is that of dpll.NewWorker.
func NewSearcher(ctx context.Context, cfg SearchConfig) (*Searcher, error) {
	s := &Searcher{cfg: cfg}
	var err error
	if cfg.Problem != nil {
		s.engine, err = newNodeEngine(cfg, (*marker)(s).New, s.mark)
		return s, err
	}
	if cfg.Cubes != nil {
		s.engine, err = newCubeEngine(ctx, s)
		return s, err
	}
	opt := dpll.WorkerOptions{Rule: cfg.Rule, MaxMemory: cfg.MaxMemory, Pieces: (*marker)(s)}
	if cfg.Format != "" {
		s.proof = newProof(cfg)
		opt.Proof = s.proof
	}
	s.engine, err = newFormulaEngine(ctx, cfg, opt)
	return s, err
}

// newSearcher returns the searcher of one of the processors. The first one of them simplifies the formula, if the run does, and the others
// wait for that.
func (w *worker) newSearcher(part func(ledger.Hash, []byte) error, x *conquer.Exchange) (*Searcher, error) {
	cfg := w.search
	cfg.Part, cfg.Exchange = part, x
	if cfg.Cubes != nil {
		w.making.Lock()
		err := cfg.Cubes.Simplify(w.hard, cfg.Formula, false)
		w.making.Unlock()
		if err != nil {
			return nil, err
		}
	}
	return NewSearcher(w.hard, cfg)
}

// Begin takes up a task.
func (s *Searcher) Begin(t ledger.Task) error {
	s.engine.Drop()
	if e, ok := s.engine.(*cubeEngine); ok {
		if err := s.ready(e, t.Branch); err != nil {
			return err
		}
	}
	s.reset(t)
	if s.proof != nil {
		s.proof.reset()
	}
	return s.engine.Begin(t.Branch)
}

// ready makes clause learning ready for a piece.
func (s *Searcher) ready(e *cubeEngine, b ledger.Branch) error {
	rest, err := e.kind(b)
	if err == nil {
		err = e.cubes.Flush()
	}
	switch {
	case err != nil:
		return err
	case rest != e.left:
		s.stream = ledger.Hash{}
		return e.turn()
	case s.proof != nil && s.proof.lemmas > 0: // they were not recorded, and never will be
		s.Refused()
	}
	return nil
}

// reset begins a stretch.
func (s *Searcher) reset(t ledger.Task) {
	s.task, s.marks, s.given = t, nil, 0
	s.engine.reset()
}

// Piece returns the number of the piece under way, and the record that it goes on from.
func (s *Searcher) Piece() (uint64, ledger.Hash) { return s.task.Branch.Piece(), s.task.After }

// Search visits at most that many nodes. If the piece has ended, call Close.
func (s *Searcher) Search(nodes int64) (dpll.Outcome, error) {
	outcome, err := s.engine.Search(nodes)
	if s.cfg.NodeTime > 0 {
		s.sleep()
	}
	if err == nil && s.proof != nil {
		err = s.proof.pack(false)
	}
	return outcome, err
}

// sleep sleeps for the nodes visited since the last time, less the time that it overslept then.
func (s *Searcher) sleep() {
	s.owed += time.Duration(s.Nodes()-s.slept) * s.cfg.NodeTime
	s.slept = s.Nodes()
	began := time.Now()
	time.Sleep(s.owed)
	s.owed -= time.Since(began)
}

// Answer returns what was found, as the coordinator is told.
func (s *Searcher) Answer() []byte { return s.engine.answer() }

// Nodes returns how many nodes the searcher has visited in all.
func (s *Searcher) Nodes() int64 { return s.engine.Nodes() }

// MostParts is how many parts of a proof, and how many marks, a stretch should have.
const (
	MostParts = 8
	MostMarks = 4096
)

// Full reports whether the stretch should be cut because of all that its record has to name.
func (s *Searcher) Full() bool {
	return len(s.marks) >= MostMarks || s.engine.full() || s.proof != nil && len(s.proof.parts) >= MostParts
}

// Able returns how many branches could be given away.
func (s *Searcher) Able() int { return len(s.engine.Open(nil)) }

// Open appends the levels of the branches that could be given away, the shallowest first.
func (s *Searcher) Open(dst []int) []int { return s.engine.Open(dst) }

// Task returns the open part of the piece after the last record.
func (s *Searcher) Task() ledger.Task { return s.task }

// Drop gives the piece up. Nodes that are not recorded are lost.
func (s *Searcher) Drop() { s.engine.Drop() }

// End frees what the searcher holds, such as the folder of another program.
func (s *Searcher) End() {
	if e, ok := s.engine.(*cubeEngine); ok {
		e.forget()
	}
}

// Refused says that a record was not taken, or was not sent. What rests on it must not be recorded.
func (s *Searcher) Refused() {
	if e, ok := s.engine.(*cubeEngine); ok && s.proof != nil {
		e.forget()
		s.stream = ledger.Hash{}
	}
}

// Press says that others have nothing to do, and that nothing can be given away now.
func (s *Searcher) Press() {
	if e, ok := s.engine.(*cubeEngine); ok {
		e.cubes.Press()
	}
}

// Entry is a record that is ready to be sent.
type Entry struct {
	Hash ledger.Hash
	Data []byte
}

// Cut ends a stretch in the middle of a piece, and gives up to that many branches away, the shallowest first.
func (s *Searcher) Cut(give int) (Entry, error) {
	r, err := s.stretch()
	if err != nil {
		return Entry{}, err
	}
	for range min(give, s.Able(), ledger.MostGiven) {
		r.Given = append(r.Given, s.engine.Give(0))
	}
	return s.cut(r)
}

// Split ends a stretch in the middle of a piece, and gives some branches of Open away, by increasing numbers: at most
// ledger.MostGiven. It returns a task for each. If there is an error, the branches are gone too, but there is no record of that.
func (s *Searcher) Split(branches []int) (Entry, []ledger.Task, error) {
	given := make([]ledger.Branch, len(branches))
	r, err := s.stretch()
	for gone, i := range branches {
		given[gone] = s.engine.Give(i - gone)
	}
	var e Entry
	if err == nil {
		r.Given = given
		e, err = s.cut(r)
	}
	tasks := make([]ledger.Task, len(given))
	for i, g := range given {
		tasks[i] = ledger.Task{Branch: g, After: e.Hash}
	}
	return e, tasks, err
}

// cut adds the open part to a record, and begins the next stretch.
func (s *Searcher) cut(r *ledger.Record) (Entry, error) {
	rest := s.engine.Rest()
	r.Rest = &rest
	e, err := s.encode(r)
	s.reset(ledger.Task{Branch: *r.Rest, After: e.Hash})
	return e, err
}

// Close ends the last stretch of a piece.
func (s *Searcher) Close() (Entry, error) {
	r, err := s.stretch()
	if err != nil {
		return Entry{}, err
	}
	return s.encode(r)
}

func (s *Searcher) encode(r *ledger.Record) (Entry, error) {
	hash, data, err := r.Encode()
	if s.cfg.Cubes != nil && s.proof != nil {
		s.stream = hash
	}
	return Entry{hash, data}, err
}

// stretch returns the record of the nodes and lemmas since the last one.
func (s *Searcher) stretch() (*ledger.Record, error) {
	r := &ledger.Record{Piece: s.task.Branch.Piece(), After: s.task.After, Marks: s.marks, Stream: s.stream}
	if err := s.engine.count(r); err != nil {
		return nil, err
	}
	if s.proof == nil {
		return r, nil
	}
	if err := s.proof.pack(true); err != nil {
		return nil, err
	}
	r.Lemmas, r.Parts = s.proof.lemmas, s.proof.parts
	s.proof.reset()
	return r, nil
}

// less returns a without the counts of b.
func less(a, b dpll.Stats) dpll.Stats {
	a.Nodes -= b.Nodes
	a.Leaves -= b.Leaves
	a.Decisions -= b.Decisions
	a.Looks -= b.Looks
	a.Propagations -= b.Propagations
	a.Visits -= b.Visits
	return a
}

// mark adds marks of pieces that were given away before the stretch.
func (s *Searcher) mark(given []uint64) {
	for _, number := range given {
		s.marks = append(s.marks, ledger.Mark{Piece: number})
	}
}

// marker is a searcher as dpll.Pieces.
type marker Searcher

// New implements dpll.Pieces. The number follows from the piece and the state that the stretch began with, so that no two accepted
// records make the same one; that it is new is checked by the ledger.
func (m *marker) New() uint64 {
	data := binary.BigEndian.AppendUint64(m.task.After[:len(m.task.After):len(m.task.After)], m.task.Branch.Piece())
	data = binary.BigEndian.AppendUint64(data, m.given)
	m.given++
	sum := sha256.Sum256(data)
	return max(1, binary.BigEndian.Uint64(sum[:]))
}

// Begin implements dpll.Pieces.
func (m *marker) Begin(uint64) error { return nil }

// Include implements dpll.Pieces.
func (m *marker) Include(number uint64) error {
	at := int64(0)
	if m.proof != nil {
		var err error
		if at, err = m.proof.offset(); err != nil {
			return err
		}
	}
	m.marks = append(m.marks, ledger.Mark{Offset: at, Piece: number})
	return nil
}
