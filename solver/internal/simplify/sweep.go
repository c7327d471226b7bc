package simplify

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Sweeping.

func env(n string, d int) int {
	if s := os.Getenv(n); s != "" {
		d, _ = strconv.Atoi(s)
	}
	return d
}

var (
	sweepRounds    = env("ROUNDS", 256)
	sweepIdle      = env("IDLE", 16)
	sweepConflicts = int64(env("CONF", 1000))
	sweepBase     = env("BASE", 2000000)
	sweepBonus      = env("BONUS", 50000)
	sweepCone      = env("CONE", 4000)
	sweepBegin     = env("BEGIN", 16)
	sweepFactor    = env("FACTOR", 8)
	sweepLow = int64(env("LOW", 50))
	sweepHigh = int64(env("HIGH", 4000))
	sweepWork      = env("WORK", 0)
)

type sweeper struct {
	*closure
	*circuit
	words   []uint64
	class   []int32   // by variable
	members []cnf.Var // in order
	flip    []uint64  // by variable
	found   []Equality
	equal   []int32 // by variable: its equality, from 1
	number  []cnf.Var
	cone    []cnf.Var
	clauses []int32
	model   cnf.Model
	random  uint64
	pending int
	inside  int
	out     [3]int
	deeper int
	begun int64
	limit int64
	ticks   [3]int64
	first   []cnf.Var
	stamp   []int32
	pass    int32
	buffer  []cnf.Lit
}

func (c *closure) sweep() {
	c.begin(sweeping)
	println("sweep", c.done(), len(c.gates), c.budgets.left[merging])
	if c.done() || len(c.gates) == 0 {
		return
	}
	s := &sweeper{closure: c, circuit: c.newCircuit(), random: 1}
	n := c.vars + 1
	s.words, s.class, s.flip = make([]uint64, n), make([]int32, n), make([]uint64, n)
	s.equal, s.number = make([]int32, n), make([]cnf.Var, n)
	b0 := c.stats.Work
	if sweepWork > 0 {
		c.budgets.left[sweeping] = int64(sweepWork)
	}
	t0 := time.Now()
	free := 0
	for _, v := range s.order {
		if s.gate[v] == 0 {
			free++
			if v > 80 && os.Getenv("SHOW") != "" {
				println("free", v)
				for _, l := range []cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
					for _, id := range c.with(l) {
						fmt.Fprintln(os.Stderr, c.of(id))
					}
				}
			}
		}
	}
	println("vars", c.vars, "gates", len(c.gates), "order", len(s.order), "free", free)
	s.start()
	println("members", len(s.members), "work", c.stats.Work-b0, time.Since(t0).Milliseconds())
	s.passes()
	println("members", len(s.members), "work", c.stats.Work-b0, "passes", s.pass, "proved", s.out[proved], "differ", s.out[differ], "unknown", s.out[unknown], "limit", s.limit, "deeper", s.deeper, "ticks", s.ticks[proved], s.ticks[differ], s.ticks[unknown], time.Since(t0).Milliseconds())
	s.apply()
}

func (s *sweeper) draw() uint64 {
	s.random ^= s.random << 13
	s.random ^= s.random >> 7
	s.random ^= s.random << 17
	return s.random
}

func (s *sweeper) start() {
	s.members = append(make([]cnf.Var, 0, len(s.order)+1), 0)
	s.members = append(s.members, s.order...)
	idle, begun := 0, s.stats.Work
	for round := 0; round < sweepRounds && idle < sweepIdle && !s.done() && s.stats.Work-begun < int64(sweepBase/2) && len(s.members) > 0; round++ {
		s.randomise()
		s.simulate(s.words)
		s.closure.work(len(s.order) / 8)
		if round == 0 {
			for _, v := range s.order {
				s.flip[v] = -(s.words[v] & 1)
			}
		}
		idle++
		if s.refine() {
			idle = 0
		}
	}
}

func (s *sweeper) randomise() {
	for _, v := range s.order {
		if s.gate[v] == 0 {
			s.words[v] = s.draw()
		}
	}
}

// neighbours
func (s *sweeper) neighbours() {
	models := uint64(1)<<s.pending - 1
	for _, v := range s.order {
		if s.gate[v] != 0 {
			continue
		}
		x := s.words[v] & models
		for n := s.pending; n < 64; n *= 2 {
			x |= x << n
		}
		eighth := s.draw() & s.draw() & s.draw()
		rare := eighth & s.draw() & s.draw()
		rarer := rare & s.draw() & s.draw()
		flips := eighth&0x9249249249249249 | rare&0x4924924924924924 | rarer&0x2492492492492492
		s.words[v] = x ^ flips&^models
	}
}

type signature struct {
	class int32
	word  uint64
}

// refine
func (s *sweeper) refine() bool {
	classes := make(map[signature]int32, len(s.members))
	sizes := make([]int32, 1, len(s.members)+1)
	before := int32(0)
	for _, v := range s.members {
		before = max(before, s.class[v])
		key := signature{s.class[v], s.words[v] ^ s.flip[v]}
		i, ok := classes[key]
		if !ok {
			i = int32(len(sizes))
			classes[key] = i
			sizes = append(sizes, 0)
		}
		sizes[i]++
		s.class[v] = i
	}
	s.closure.work(len(s.members) / 2)
	kept := s.members[:0]
	n := len(s.members)
	for _, v := range s.members {
		if sizes[s.class[v]] > 1 {
			kept = append(kept, v)
		}
	}
	s.members = kept
	if len(s.first) < len(sizes) {
		s.first, s.stamp = make([]cnf.Var, len(sizes)), make([]int32, len(sizes))
	}
	return len(kept) < n || int32(len(sizes)-1) > before
}

type outcome int

const (
	unknown outcome = iota
	proved
	differ
)

func (s *sweeper) spent(proofs int) bool {
	return s.stats.Work-s.begun > int64(sweepBase+sweepBonus*proofs)
}

func (s *sweeper) passes() {
	proofs := 0
	s.begun = s.stats.Work
	s.limit = sweepConflicts
	for !s.done() {
		s.pass++
		kept := s.members[:0]
		full := false
		for i, v := range s.members {
			if full || s.done() || s.spent(proofs) {
				kept = append(kept, s.members[i:]...)
				break
			}
			c := s.class[v]
			if s.stamp[c] != s.pass {
				s.first[c], s.stamp[c] = v, s.pass
				kept = append(kept, v)
				continue
			}
			b1 := s.stats.Work
			out := s.question(v, s.first[c])
			s.out[out]++
			s.ticks[out] += s.stats.Work - b1
			switch out {
			case proved:
				proofs++
			case differ:
				kept = append(kept, v)
				s.pending++
				full = s.pending == 64 || s.pending*4096 > len(s.order)
			}
		}
		s.members = kept
		if s.pending == 0 || s.done() || s.spent(proofs) {
			return
		}
		s.neighbours()
		s.simulate(s.words)
		s.closure.work(len(s.order) / 8)
		s.pending = 0
		s.refine()
		s.randomise()
	}
}

// question
func (s *sweeper) question(v, r cnf.Var) outcome {
	for limit := sweepBegin; ; limit *= sweepFactor {
		whole := s.gather(v, r, limit)
		answer := s.ask(v, r)
		if answer == differ && !whole {
			s.deeper++
			if limit < sweepCone {
				continue
			}
			answer = unknown
		}
		if answer == differ {
			bit := uint64(1) << s.pending
			for n, u := range s.cone {
				if s.gate[u] == 0 {
					if s.words[u] &^= bit; s.model[n+1] {
						s.words[u] |= bit
					}
				}
			}
		}
		return answer
	}
}

// gather
func (s *sweeper) gather(v, r cnf.Var, limit int) bool {
	for _, u := range s.cone {
		s.number[u] = 0
	}
	s.cone = s.cone[:0]
	enter := func(u cnf.Var) {
		if u != 0 && s.number[u] == 0 {
			s.cone = append(s.cone, u)
			s.number[u] = cnf.Var(len(s.cone))
		}
	}
	enter(v)
	enter(r)
	s.clauses = s.clauses[:0]
	for s.inside = 0; s.inside < len(s.cone); s.inside++ {
		u := s.cone[s.inside]
		if e := s.equal[u]; e != 0 {
			enter(s.found[e-1].Rep.Var())
			continue
		}
		g := s.gate[u]
		if g == 0 || s.vals[cnf.Pos(u).Code()] != 0 {
			continue
		}
		if len(s.cone) > limit {
			return false
		}
		gate := s.circuit.gates[g]
		s.clauses = append(s.clauses, s.circuit.clauses[s.begins[g]:s.begins[g+1]]...)
		for _, l := range gate.inputs {
			enter(l.Var())
		}
	}
	return true
}

func (s *sweeper) local(l cnf.Lit) cnf.Lit { return cnf.Signed(s.number[l.Var()], l.Negative()) }

func (s *sweeper) ask(v, r cnf.Var) outcome {
	opt := cdcl.Options{KeepFormula: true}
	if s.proof != nil {
		opt.Proof = (*translation)(s)
	}
	if s.hints != nil {
		opt.Hints = (*translation)(s)
	}
	solver := cdcl.New(len(s.cone), opt)
	for _, id := range s.clauses {
		s.buffer = s.buffer[:0]
		for _, l := range s.of(id) {
			s.buffer = append(s.buffer, s.local(l))
		}
		if s.err = solver.AddNumbered(s.closure.number(id), s.buffer...); s.err != nil {
			return unknown
		}
	}
	for _, u := range s.cone[:s.inside] {
		if e := s.equal[u]; e != 0 {
			q := s.found[e-1]
			l, m := s.local(q.Lit), s.local(q.Rep)
			s.err = errors.Join(solver.AddNumbered(q.Forward, l.Not(), m), solver.AddNumbered(q.Backward, l, m.Not()))
		}
	}
	for _, u := range s.cone {
		if l := cnf.Pos(u); s.vals[l.Code()] != 0 {
			if s.vals[l.Code()] < 0 {
				l = l.Not()
			}
			s.err = errors.Join(s.err, solver.AddNumbered(s.unit(l), s.local(l)))
		}
	}
	if s.err != nil {
		return unknown
	}
	defer solver.Discard()
	s.closure.work(len(s.clauses) + len(s.cone))
	lit := cnf.Signed(v, s.flip[v] != 0) // false for the first values
	if r == 0 {
		answer, number := s.solve(solver, lit)
		if answer == proved {
			s.last = number
			s.assign(lit.Not())
			s.stats.Swept++
		}
		return answer
	}
	rep := cnf.Signed(r, s.flip[r] != 0)
	answer, forward := s.solve(solver, lit, rep.Not())
	if answer != proved {
		return answer
	}
	answer, backward := s.solve(solver, lit.Not(), rep)
	if answer != proved {
		s.proveDeletion([]cnf.Lit{lit.Not(), rep}, forward)
		return answer
	}
	s.found = append(s.found, Equality{Lit: lit, Rep: rep, Forward: forward, Backward: backward})
	s.equal[v] = int32(len(s.found))
	return proved
}

func (s *sweeper) solve(solver *cdcl.Solver, lits ...cnf.Lit) (outcome, int64) {
	before := solver.Stats()
	for i, l := range lits {
		lits[i] = s.local(l)
	}
	verdict, err := solver.Solve(s.ctx, cdcl.Limits{Conflicts: s.limit}, lits...)
	s.closure.work(int(solver.Stats().Work-before.Work) + len(s.cone)/4)
	switch {
	case errors.Is(err, cdcl.ErrLimit):
		s.limit = max(s.limit*3/4, sweepLow)
		return unknown, 0
	case err != nil:
		s.err = err
		return unknown, 0
	case verdict == cnf.Satisfiable:
		s.model = append(s.model[:0], make(cnf.Model, len(s.cone)+1)...)
		solver.CopyModel(s.model)
		return differ, 0
	}
	if solver.Stats().Conflicts-before.Conflicts > s.limit/4 {
		s.limit = min(s.limit*3/2, sweepHigh)
	}
	failed := solver.Failed()
	if len(failed) == 0 {
		s.refuted = true
		return unknown, 0
	}
	number, err := solver.ProveFailed()
	if err != nil {
		s.err = err
		return unknown, 0
	}
	if len(failed) < len(lits) {
		s.proveDeletion([]cnf.Lit{s.global(failed[0].Not())}, number)
		return unknown, 0
	}
	return proved, number
}

func (s *sweeper) apply() {
	for _, e := range s.found {
		if s.keep[e.Lit.Var()] {
			e = Equality{Lit: e.Rep, Rep: e.Lit, Forward: e.Backward, Backward: e.Forward}
		}
		if s.refuted || s.keep[e.Lit.Var()] || !s.active(e.Lit) || !s.active(e.Rep) {
			s.unprove(e)
			continue
		}
		s.stats.Swept++
		s.merge(e)
	}
	s.propagate()
}

// global returns a literal of the environment under its name in the formula.
func (s *sweeper) global(l cnf.Lit) cnf.Lit { return cnf.Signed(s.cone[l.Var()-1], l.Negative()) }

// translation writes the lemmas of the small solver to the proofs.
type translation sweeper

func (t *translation) lits(clause []cnf.Lit) []cnf.Lit {
	t.buffer = t.buffer[:0]
	for _, l := range clause {
		t.buffer = append(t.buffer, (*sweeper)(t).global(l))
	}
	return t.buffer
}

// Add implements cnf.ProofWriter.
func (t *translation) Add(clause []cnf.Lit) error { return t.proof.Add(t.lits(clause)) }

// Delete implements cnf.ProofWriter.
func (t *translation) Delete(clause []cnf.Lit) error { return t.proof.Delete(t.lits(clause)) }

// Infer implements cnf.HintWriter.
func (t *translation) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	return t.hints.Infer(t.lits(clause), hints)
}

// Forget implements cnf.HintWriter.
func (t *translation) Forget(numbers ...int64) error { return t.hints.Forget(numbers...) }
