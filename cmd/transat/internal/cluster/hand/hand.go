// Package hand searches pieces of a run: it is what one processor of a worker does, without the network.
//
// A Hand has an engine of its own. It takes a task, searches some nodes at a time, and now and then says in a record what it has done:
// when the piece has ended (Close), or in the middle, to give branches away or because a while has passed (Cut). After a cut
// the search goes on as if nothing had happened; all that follows belongs to the next record.
//
//	h.Begin(task)
//	for outcome == dpll.Running {
//		outcome, err = h.Search(512)
//		if others have nothing to do {
//			record, err = h.Cut(1)
//		}
//	}
//	record, err = h.Close()
//
// The proof leaves a Hand in parts, as it is written.
package hand

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Config is what a hand is to search.
type Config struct {
	Formula   *cnf.Formula
	Rule      string
	MaxMemory int64 // bytes for the engine; 0 is no limit
	// Format is that of the proof, "" if there is none.
	Format dimacs.ProofFormat
	// NodeTime, if not 0, is how long the hand sleeps for each node: work that takes time and no computer, to see how many workers a
	// coordinator can lead.
	NodeTime time.Duration
	// Part is called with every part of the proof, compressed, before the record that names it. It keeps the data.
	Part func(hash ledger.Hash, data []byte) error
}

// Hand searches pieces.
type Hand struct {
	cfg    Config
	worker *dpll.Worker
	script *script // nil without a proof

	task   ledger.Task
	before dpll.Stats // of the worker when the stretch began
	marks  []ledger.Mark
	given  uint64        // pieces that were made in this stretch
	slept  int64         // for so many nodes
	owed   time.Duration // sleep
}

// New returns a hand. The error is that of dpll.NewWorker.
func New(ctx context.Context, cfg Config) (*Hand, error) {
	h := &Hand{cfg: cfg}
	opt := dpll.WorkerOptions{Rule: cfg.Rule, MaxMemory: cfg.MaxMemory, Pieces: (*pieces)(h)}
	if cfg.Format != "" {
		h.script = newScript(cfg)
		opt.Proof = h.script
	}
	var err error
	h.worker, err = dpll.NewWorker(ctx, cfg.Formula, opt)
	return h, err
}

// Begin takes up a task.
func (h *Hand) Begin(t ledger.Task) error {
	h.worker.Drop()
	h.reset(t)
	if h.script != nil {
		h.script.reset()
	}
	return h.worker.Begin(t.Branch.Branch)
}

// reset begins a stretch.
func (h *Hand) reset(t ledger.Task) {
	h.task, h.before, h.marks, h.given = t, h.worker.Stats(), nil, 0
}

// Piece returns the number of the piece under way, and the record that it goes on from.
func (h *Hand) Piece() (uint64, ledger.Hash) { return h.task.Branch.Piece(), h.task.After }

// Search visits at most that many nodes. When the piece has ended, Close is to be called.
func (h *Hand) Search(nodes int64) (dpll.Outcome, error) {
	outcome, err := h.worker.Search(nodes)
	if h.cfg.NodeTime > 0 {
		h.sleep()
	}
	if err == nil && h.script != nil {
		err = h.script.pack(false)
	}
	return outcome, err
}

// sleep sleeps for the nodes visited since the last time, less what it slept too long then.
func (h *Hand) sleep() {
	h.owed += time.Duration(h.Nodes()-h.slept) * h.cfg.NodeTime
	h.slept = h.Nodes()
	began := time.Now()
	time.Sleep(h.owed)
	h.owed -= time.Since(began)
}

// Model returns the model that was found.
func (h *Hand) Model() cnf.Model { return h.worker.Model() }

// Nodes returns how many nodes the hand has visited in all.
func (h *Hand) Nodes() int64 { return h.worker.Stats().Nodes }

// MostParts is how many parts of a proof, and how many marks, a stretch should have.
const (
	MostParts = 8
	MostMarks = 4096
)

// Full reports whether the stretch should be cut because of all that its record has to name.
func (h *Hand) Full() bool {
	return len(h.marks) >= MostMarks || h.script != nil && len(h.script.parts) >= MostParts
}

// Able returns how many branches could be given away.
func (h *Hand) Able() int { return len(h.worker.Open(nil)) }

// Open appends the levels of the branches that could be given away, the shallowest first.
func (h *Hand) Open(dst []int) []int { return h.worker.Open(dst) }

// Task returns what is left to do after the last record.
func (h *Hand) Task() ledger.Task { return h.task }

// Drop gives the piece up. What is not recorded is lost.
func (h *Hand) Drop() { h.worker.Drop() }

// Entry is a record that is ready to be sent.
type Entry struct {
	Hash ledger.Hash
	Data []byte
}

// Cut ends a stretch in the middle of a piece, and gives up to that many branches away, the shallowest first.
func (h *Hand) Cut(give int) (Entry, error) {
	r, err := h.stretch()
	if err != nil {
		return Entry{}, err
	}
	for range min(give, h.Able(), ledger.MostGiven) {
		r.Given = append(r.Given, ledger.Branch{Branch: h.worker.Give(0)})
	}
	return h.cut(r)
}

// Split ends a stretch in the middle of a piece, and gives some branches of Open away, whose numbers are increasing: at most
// ledger.MostGiven. It returns what others are to do with them. With an error too the branches are gone, and there is a task for each, but
// no record that says so.
func (h *Hand) Split(branches []int) (Entry, []ledger.Task, error) {
	given := make([]ledger.Branch, len(branches))
	r, err := h.stretch()
	for gone, i := range branches {
		given[gone].Branch = h.worker.Give(i - gone)
	}
	var e Entry
	if err == nil {
		r.Given = given
		e, err = h.cut(r)
	}
	tasks := make([]ledger.Task, len(given))
	for i, g := range given {
		tasks[i] = ledger.Task{Branch: g, After: e.Hash}
	}
	return e, tasks, err
}

// cut says what is left, and begins the next stretch.
func (h *Hand) cut(r *ledger.Record) (Entry, error) {
	r.Rest = &ledger.Branch{Branch: h.worker.Rest()}
	e, err := encode(r)
	h.reset(ledger.Task{Branch: *r.Rest, After: e.Hash})
	return e, err
}

// Close ends the last stretch of a piece.
func (h *Hand) Close() (Entry, error) {
	r, err := h.stretch()
	if err != nil {
		return Entry{}, err
	}
	return encode(r)
}

func encode(r *ledger.Record) (Entry, error) {
	hash, data, err := r.Encode()
	return Entry{hash, data}, err
}

// stretch says what has been done since the last record.
func (h *Hand) stretch() (*ledger.Record, error) {
	r := &ledger.Record{Piece: h.task.Branch.Piece(), After: h.task.After, Stats: less(h.worker.Stats(), h.before), Marks: h.marks}
	if h.script == nil {
		return r, nil
	}
	if err := h.script.pack(true); err != nil {
		return nil, err
	}
	r.Lemmas, r.Parts = h.script.lemmas, h.script.parts
	h.script.reset()
	return r, nil
}

// less returns what was counted between b and a.
func less(a, b dpll.Stats) dpll.Stats {
	a.Nodes -= b.Nodes
	a.Leaves -= b.Leaves
	a.Decisions -= b.Decisions
	a.Looks -= b.Looks
	a.Propagations -= b.Propagations
	a.Visits -= b.Visits
	return a
}

// pieces is a hand as dpll.Pieces.
type pieces Hand

// New implements dpll.Pieces. The number follows from the piece and the state that the stretch began with, so that no two accepted
// records make the same one; that it is new is checked by the ledger.
func (h *pieces) New() uint64 {
	data := binary.BigEndian.AppendUint64(h.task.After[:len(h.task.After):len(h.task.After)], h.task.Branch.Piece())
	data = binary.BigEndian.AppendUint64(data, h.given)
	h.given++
	sum := sha256.Sum256(data)
	return max(1, binary.BigEndian.Uint64(sum[:]))
}

// Begin implements dpll.Pieces.
func (h *pieces) Begin(uint64) error { return nil }

// Include implements dpll.Pieces.
func (h *pieces) Include(number uint64) error {
	at := int64(0)
	if h.script != nil {
		var err error
		if at, err = h.script.offset(); err != nil {
			return err
		}
	}
	h.marks = append(h.marks, ledger.Mark{Offset: at, Piece: number})
	return nil
}

// script is the proof of a stretch in the making.
type script struct {
	cfg    Config
	text   bytes.Buffer
	steps  *dimacs.ProofWriter
	lemmas int64
	parts  []ledger.Part
	packed int64 // bytes of them
}

func newScript(cfg Config) *script {
	s := &script{cfg: cfg}
	s.steps = dimacs.NewProofWriter(&s.text, cfg.Format)
	return s
}

// reset forgets what was written.
func (s *script) reset() {
	_ = s.steps.Flush() // what is forgotten next; a buffer takes everything
	s.text.Reset()
	s.lemmas, s.parts, s.packed = 0, nil, 0
}

// Add implements cnf.ProofWriter.
func (s *script) Add(clause []cnf.Lit) error {
	s.lemmas++
	return s.steps.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (s *script) Delete(clause []cnf.Lit) error { return s.steps.Delete(clause) }

// offset returns how many bytes the stretch has so far.
func (s *script) offset() (int64, error) {
	err := s.steps.Flush()
	return s.packed + int64(s.text.Len()), err
}

// pack hands out parts of full size, and with all of them the rest.
func (s *script) pack(all bool) error {
	if err := s.steps.Flush(); err != nil {
		return err
	}
	for s.text.Len() >= ledger.MostBytes || all && s.text.Len() > 0 {
		raw := s.text.Next(ledger.MostBytes)
		data := s2.Encode(nil, raw)
		p := ledger.Part{Hash: ledger.Sum(data), Bytes: int64(len(raw))}
		s.parts = append(s.parts, p)
		s.packed += p.Bytes
		if err := s.cfg.Part(p.Hash, data); err != nil {
			return err
		}
	}
	return nil
}
