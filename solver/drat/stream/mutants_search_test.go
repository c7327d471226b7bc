package stream_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// event is one call of a log, of which there are several.
type event struct {
	what  string // begin, given, include, add, delete, end
	log   int
	piece uint64
	lits  []cnf.Lit // the lemma, or the path of a piece that is given away
}

func (e event) String() string { return fmt.Sprint(e.what, " ", e.piece, " ", e.lits, " on ", e.log) }

// told tells a verifier of f all events, and returns what it concludes.
func told(f *cnf.Formula, events []event) error {
	v := stream.New(f)
	defer v.Close()
	logs := map[int]*stream.Log{}
	for _, e := range events {
		log := logs[e.log]
		if log == nil {
			log = v.Log()
			logs[e.log] = log
		}
		switch e.what { // errors come again in the end
		case "begin":
			_ = log.Begin(e.piece)
		case "given":
			_ = log.Given(e.piece, e.lits)
		case "include":
			_ = log.Include(e.piece)
		case "add":
			_ = log.Add(e.lits)
		case "delete":
			_ = log.Delete(e.lits)
		case "end":
			_ = log.End()
		}
	}
	return v.Conclude()
}

// truth says by the letter whether events show that f has no model: every lemma follows by unit propagation from the clauses, what
// is assumed in its piece, the lemmas before it there and the claims that it includes; deletions do not matter. It is slow and
// plain.
func truth(f *cnf.Formula, events []event) error {
	type part struct {
		parent         uint64
		path           []cnf.Lit
		clauses        [][]cnf.Lit
		ended, claimed bool
	}
	var formula [][]cnf.Lit
	for i := range f.Len() {
		formula = append(formula, f.Clause(i))
	}
	parts := map[uint64]*part{0: {claimed: true}}
	at := map[int]*part{}
	number := map[int]uint64{}
	for i, e := range events {
		p := at[e.log]
		switch {
		case e.what == "begin":
			if p = parts[e.piece]; p == nil || p.ended {
				return fmt.Errorf("event %d: %v: no such piece", i, e)
			}
			at[e.log], number[e.log] = p, e.piece
		case p == nil:
			return fmt.Errorf("event %d: %v: at no piece", i, e)
		case e.what == "given":
			if parts[e.piece] != nil || e.piece <= number[e.log] || len(e.lits) == 0 {
				return fmt.Errorf("event %d: %v: cannot be given", i, e)
			}
			parts[e.piece] = &part{parent: number[e.log], path: e.lits}
		case e.what == "include":
			q := parts[e.piece]
			if q == nil || q.parent != number[e.log] || q.claimed {
				return fmt.Errorf("event %d: %v: not one of its pieces", i, e)
			}
			q.claimed = true
			var claim []cnf.Lit
			for _, l := range q.path {
				claim = append(claim, l.Not())
			}
			p.clauses = append(p.clauses, claim)
		case e.what == "add":
			if !solvertest.Conflicts(f.Vars(), slices.Concat(p.path, complement(e.lits)), formula, p.clauses) {
				return fmt.Errorf("event %d: %v: does not follow", i, e)
			}
			p.clauses = append(p.clauses, e.lits)
		case e.what == "end":
			if !solvertest.Conflicts(f.Vars(), p.path, formula, p.clauses) {
				return fmt.Errorf("event %d: %v: not refuted", i, e)
			}
			p.ended, at[e.log] = true, nil
		}
	}
	for n, p := range parts {
		if !p.ended {
			return fmt.Errorf("piece %d is open", n)
		}
	}
	return nil
}

// searcher is a small search of its own, which gives every now and then a branch away. Faults can be built into it.
type searcher struct {
	rng    *rand.Rand
	f      *cnf.Formula
	events []event
	pieces uint64
	logs   int
	fault  string
	faulty int // how often the fault has struck
	wrong  int // nodes until it strikes
}

// search refutes what is below a path, which begins with that of the piece.
func (s *searcher) search(log int, path []cnf.Lit) (model bool) {
	conflict, next := s.propagate(path)
	switch {
	case conflict:
	case next.IsNone():
		return true
	default:
		if s.rng.IntN(2) == 0 {
			next = next.Not()
		}
		left, right := append(slices.Clone(path), next), append(slices.Clone(path), next.Not())
		given := uint64(0)
		if s.rng.IntN(6) == 0 {
			s.pieces++
			given = s.pieces
			s.tell(event{"given", log, given, right})
		}
		if s.search(log, left) {
			return true
		}
		if given == 0 {
			if s.wrong <= 0 && s.fault == "forgotten branch" && s.rng.IntN(4) == 0 {
				s.faulty++
			} else if s.search(log, right) {
				return true
			}
		} else {
			if s.piece(1+s.rng.IntN(s.logs), given, right) {
				return true
			}
			s.tell(event{"include", log, given, nil})
		}
		defer func() { // the lemmas of both are of no use any more
			s.tell(event{"delete", log, 0, complement(left)})
			if given == 0 {
				s.tell(event{"delete", log, 0, complement(right)})
			}
		}()
	}
	s.tell(event{"add", log, 0, complement(path)})
	return false
}

// piece refutes a piece. Its events come before all others on its log.
func (s *searcher) piece(log int, number uint64, path []cnf.Lit) (model bool) {
	outer := s.events
	s.events = []event{{"begin", log + 1000*int(number), number, nil}}
	model = s.search(log+1000*int(number), path)
	s.tell(event{"end", log + 1000*int(number), number, nil})
	inner := s.events
	s.events = append(outer, inner...)
	return model
}

func (s *searcher) tell(e event) { s.events = append(s.events, e) }

func complement(path []cnf.Lit) (lemma []cnf.Lit) {
	for _, l := range path {
		lemma = append(lemma, l.Not())
	}
	return lemma
}

// propagate reports a conflict, or else a literal to branch on, 0 if there is a model. This is where faults strike.
func (s *searcher) propagate(path []cnf.Lit) (conflict bool, next cnf.Lit) {
	if s.wrong--; s.wrong == 0 && s.fault == "early conflict" {
		s.faulty++
		return true, cnf.Lit{}
	}
	strikes := s.wrong <= 0 && s.fault == "wrong reason" && s.rng.IntN(4) == 0
	vals := make([]int8, 2*s.f.Vars()+2)
	set := func(l cnf.Lit) { vals[l.Code()], vals[l.Not().Code()] = 1, -1 }
	for _, l := range path {
		set(l)
	}
	dropped := -1
	if strikes {
		dropped = s.rng.IntN(s.f.Len())
	}
	for changed := true; changed; {
		changed = false
		next = cnf.Lit{}
		for i := range s.f.Len() {
			satisfied, open := false, 0
			var last cnf.Lit
			for j, l := range s.f.Clause(i) {
				satisfied = satisfied || vals[l.Code()] > 0
				if i == dropped && j == 0 && vals[l.Code()] == 0 { // passes for false
					s.faulty++
					continue
				}
				if vals[l.Code()] == 0 {
					open++
					last = l
				}
			}
			switch {
			case satisfied:
			case open == 0:
				return true, cnf.Lit{}
			case open == 1:
				set(last)
				changed = true
			default:
				next = last
			}
		}
	}
	return false, next
}
