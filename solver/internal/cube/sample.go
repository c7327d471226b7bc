package cube

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"transat/solver/cnf"
)

// Estimate tells what a run costs before it is made. It begins as a run does, for a tenth of its budget, and then draws cubes of what is
// left:
//
//	           ●
//	     ┌─────┴─────┐         ■ searched as a run would, from the first cube on
//	  3/4●        1/4●         ◆ drawn with probability 3/4 · 1/2: 8/3 of its cost is an estimate for all that was not searched before
//	  ┌──┴──┐     ┌──┴──┐
//	  ■     ●     ●     ●
//	      ┌─┴─┐
//	   1/2◆   ●1/2
//
// The way down goes to each branch with the probability that is the share of the cost which that is taken to have: by the number of
// variables that are assigned there and by what cubes have cost that were drawn below. So draws lie densely where the cost lies, and still
// each says what the whole costs, in the mean: where costs were low by chance, the next draw that comes there counts more. Costs of cubes
// divided by such probabilities scatter by 40 % (multipliers), 80 to 140 % (van der Waerden, Schur, Mycielski, unit distances) and 120 to
// 320 % (slices of the Pythagorean triples), as against 65 to 650 % if all cubes were drawn alike.
//
// A draw is a single cube. Until commit 7889b0fe it was a subtree of some, of which a budget buys a tenth as many: with a quarter of the
// effort of a run, estimates were off by 6 % on multipliers, 13 % on unit distances and 60 to 90 % on slices (the root mean square over
// recorded trees, without what learning adds), and are now by 1, 6 and 13 to 20 %.
//
// What is learned under one cube is kept for the next, as in a run. But in a run all is refuted that lies before a cube, which helps more
// than what was learned here and there: a cube that is drawn costs 1 to 1.2 times what it costs in a run on van der Waerden's and Schur's
// formulas, multipliers and sums, 1.5 to 3 times on hexagons, slices, unit distances and Mycielski's graphs. So draws have clause learning
// of their own, which also gets cubes of the beginning, here and there, as if they were drawn; and by what share these cost less in the
// beginning, all draws are taken to cost less in a run (compare).
//
// Where there are many symmetries (Symmetric), at some moment a run learns what decides all other branches: near the end of one, a cube of
// Ramsey's 4, 4, 18 takes a fortieth of the conflicts that it takes alone. No comparison tells when that moment comes, so the interval is
// wide.

// Sampling says how to sample the cubes of a Config. Of that, Formula, Cubes, Splitter, Rule and Depth count.
type Sampling struct {
	Seed      uint64
	Symmetric bool // the formula has many symmetries
	// Used returns the share of the budget that is used up, given the effort so far, which is the number of conflicts and of nodes that were
	// split: sampling ends when it is 1.
	Used func(effort int64) float64
	// Clock, if not nil, tells the CPU time of this process.
	Clock func() time.Duration
	// Progress, if not nil, is called now and then with what is used up.
	Progress func(used float64)
}

// Estimated is what samples tell of a run on one core.
type Estimated struct {
	Conflicts float64       // in all
	Deviation float64       // of the estimate: the standard error of Conflicts, if those of a run are told
	Cubes     float64       // decided by clause learning
	Time      time.Duration // CPU time; 0 without a clock
	Solved    bool          // all cubes were solved, in the order of a run
	Samples   int           // cubes that were drawn
	Model     cnf.Model     // if a cube has one: a run would end there
	Spent     Spending
}

// Spending is what sampling itself has cost.
type Spending struct {
	Conflicts int64
	Cubes     int64
	Time      time.Duration // CPU time
}

const (
	begins     = 0.1 // share of the budget for the beginning of a run
	enough     = 20  // cubes of it; if there are fewer, it may take longer:
	longBegins = 0.25
	compares   = 0.2 // share of the effort of draws for cubes of the beginning
	nearly     = 1.5 // times what is left, as expected, is a budget that is enough for it
	few        = 4   // samples that there are at least
	mostUsed   = 1.5 // of the budget, if that was not enough, and for a draw that takes long
	farOver    = 3   // of the budget, for the first draw
)

// errEnough ends a draw that would take far more than the budget.
var errEnough = errors.New("the budget is used up")

// sampler takes samples.
type sampler struct {
	opt   Sampling
	ctx   context.Context
	s     *search
	rng   *rand.Rand
	root  *spot
	slope *slope
	sure  tally // of what was searched as a run would
	draws drawn
	begun begun
	split int64 // nodes
	spent Spending
	model cnf.Model

	ordered, scattered learned
	drawing            bool  // the second of these is at work
	lookahead          int64 // work of the splitter for draws
	// source visits a node, as step does; tests make trees up.
	source func(n node) (children part, cost tally, err error)
}

// learned is clause learning, and the grain that goes by it.
type learned struct {
	leaf  Leaf
	grain *Grain
}

// Estimate samples a run. If the context ends first, the error is the context's cause, and the estimate that of the samples so far.
func Estimate(ctx context.Context, cfg Config, opt Sampling) (Estimated, error) {
	m, err := prepare(ctx, cfg, opt)
	if err != nil {
		return Estimated{}, err
	}
	defer m.close()
	began := m.now()
	err = m.take()
	m.spent.Time = m.now() - began
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return m.result(), err
}

// prepare makes a sampler.
func prepare(ctx context.Context, cfg Config, opt Sampling) (*sampler, error) {
	r := &run{cfg: cfg, ctx: ctx}
	elements, err := r.elements()
	if err != nil {
		return nil, err
	}
	if _, err := r.join(0); err != nil {
		return nil, err
	}
	m := &sampler{opt: opt, ctx: ctx, s: r.searches[0], rng: rand.New(rand.NewPCG(opt.Seed, 1)), slope: &slope{}}
	var all part
	for _, e := range elements {
		all = append(all, e...)
	}
	m.root, m.source = &spot{part: all}, m.step
	m.ordered.leaf, err = NewLeaf(ctx, cfg.Formula, LeafOptions{})
	m.ordered.grain = m.s.grain
	m.s.grain.splitting = func() int64 { return m.s.split.work() - m.lookahead }
	return m, err
}

func (m *sampler) close() {
	for _, l := range [...]learned{m.ordered, m.scattered} {
		if l.leaf != nil {
			_ = l.leaf.Close()
		}
	}
}

func (m *sampler) now() time.Duration {
	if m.opt.Clock == nil {
		return 0
	}
	return m.opt.Clock()
}

func (m *sampler) used() float64 {
	used := m.opt.Used(m.effort())
	if m.opt.Progress != nil {
		m.opt.Progress(used)
	}
	return used
}

func (m *sampler) effort() int64 { return m.spent.Conflicts + m.split }

// take begins as a run does, and then takes samples, until the budget is used up or all is searched. If the budget is likely to be enough
// for what is left, it goes on as a run; if it is not, after all, it takes samples again.
func (m *sampler) take() error {
	err := m.run(begins)
	if err == nil && len(m.begun.cubes) < enough {
		err = m.run(longBegins)
	}
	m.begun.shuffle(m.rng)
	for most := 1.0; err == nil && !m.root.done && (m.draws.n < few || m.used() < most); {
		if most == 1 && m.nearlyDone() {
			most = mostUsed
			err = m.rerun(1)
			continue
		}
		if err = m.draw((float64(m.draws.n%row) + m.rng.Float64()) / row); err == nil {
			err = m.compare()
		}
	}
	if err == nil && m.root.done && m.draws.n > 0 { // draws cost more, so there is room for it
		return m.rerun(math.Inf(1))
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// rerun is run after draws, which it forgets.
func (m *sampler) rerun(until float64) error {
	m.root.forget()
	m.draws = drawn{}
	return m.run(until)
}

// run searches as a run does, what was not searched before, until a share of the budget is used up.
func (m *sampler) run(until float64) error {
	m.drawing, m.s.grain = false, m.ordered.grain
	for stack := []*spot{m.root}; len(stack) > 0 && (m.used() < until || !m.root.visited || m.s.over); {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := m.tryWhole(top.part[0]); err != nil {
			return err
		}
		if _, err := m.visit(top); err != nil {
			return err
		}
		for _, kid := range slices.Backward(top.kids) {
			if !kid.done {
				stack = append(stack, kid)
			}
		}
	}
	m.root.closeAll(m.slope)
	return nil
}

// nearlyDone reports whether the budget is likely to be enough for all that is left.
func (m *sampler) nearlyDone() bool {
	used := m.used()
	return m.draws.n >= row && float64(m.effort())/used*(1-used) > nearly*m.inRun(m.draws.mean()).conflicts
}

// visit makes the kids of a spot, unless it has them, and returns what that has cost.
func (m *sampler) visit(p *spot) (cost tally, err error) {
	if p.visited {
		return cost, nil
	}
	if m.drawing && m.used() > mostUsed && (m.draws.n > 0 || m.used() > farOver) {
		return cost, errEnough
	}
	if len(p.part) > 1 {
		p.visited, p.drawn = true, m.drawing
		half := len(p.part) / 2
		p.kids = []*spot{{part: p.part[:half]}, {part: p.part[half:]}}
		return cost, nil
	}
	children, cost, err := m.source(p.part[0])
	if err != nil {
		return cost, err
	}
	if cost.cubes == 1 && !m.drawing {
		m.begun.note(p.part[0].path, cost.conflicts)
	}
	if p.part[0].listed {
		cost.cubes-- // result counts those that are given
	}
	p.visited, p.drawn, p.own = true, m.drawing, cost
	if m.drawing {
		m.draws.known.add(1, cost)
	} else {
		m.sure.add(1, cost)
	}
	for _, n := range slices.Backward(children) { // the one to come first first
		kid := &spot{part: part{n}}
		kid.visited, kid.done = n.conflict, n.conflict
		p.kids = append(p.kids, kid)
	}
	if len(children) == 2 && !children[0].conflict && !children[1].conflict {
		m.slope.meet(children[0], children[1])
	}
	return cost, nil
}

// step visits a node: clause learning decides it if it is a cube, and if that is too hard, or it is none, it has children.
func (m *sampler) step(n node) (children part, cost tally, err error) {
	if err := m.ctx.Err(); err != nil {
		return nil, cost, err
	}
	began := m.now()
	defer func() { cost.time = (m.now() - began).Seconds() }()
	if m.s.isCube(&n) {
		leaf := m.ordered.leaf
		if m.drawing {
			leaf = m.scattered.leaf
		}
		r, err := leaf.Solve(m.ctx, n.path, m.s.budget())
		m.spent.Conflicts += r.Conflicts
		if err != nil {
			return nil, cost, err
		}
		cost.conflicts = float64(r.Conflicts)
		if m.s.Answered(r) != Hard {
			cost.cubes = 1
			m.spent.Cubes++
			if r.Model != nil {
				m.model = r.Model
			}
			return nil, cost, nil
		}
		n.hard, n.branch = true, m.s.Branch(r)
	}
	m.s.stack = part{n}
	m.split++
	if m.s.expand(n) {
		m.model = m.s.model
		return nil, cost, nil
	}
	return m.s.stack, cost, nil
}

// inRun returns what a run pays for what draws have cost.
func (m *sampler) inRun(t tally) tally {
	share := m.begun.share(m.opt.Symmetric)
	t.conflicts *= share
	t.time *= share
	return t
}

const (
	// Off is the standard error that the best estimate still has, as a share: a run keeps and learns other clauses, and splits other cubes
	// again, which makes it cheaper or dearer by a factor of 2, with symmetries of 3, in 95 of 100. If all was searched in the order of a
	// run, one on a core costs the same, but one on several learns other clauses.
	leastOff, symmetricOff = 0.35, 0.55
	// usualOff is how far a draw is off at least, as a share of what was not searched before, as far as one knows before the first; that
	// counts as much as some draws. The variance grows with the steps of a draw, by a factor of e in some of them.
	usualOff, usualDraws, usualSteps = 1, 3, 12
)

// result sums the samples up.
func (m *sampler) result() Estimated {
	e := Estimated{Samples: m.draws.n, Model: m.model, Spent: m.spent, Solved: m.root.done && m.draws.n == 0}
	t := m.sure
	switch {
	case e.Solved:
		e.Deviation = m.off() * t.conflicts
	case m.draws.n > 0:
		left := m.inRun(m.draws.mean())
		t.add(1, left)
		t.add(1, m.triesOfWhole(left))
		e.Deviation = m.deviation(t.conflicts)
	default: // interrupted: the beginning of a run says little
		share := 1 / max(m.root.searched(m.slope), 1e-3)
		t = tally{conflicts: t.conflicts * share, cubes: t.cubes * share, time: t.time * share}
		e.Deviation = usualOff * t.conflicts
	}
	t.cubes += float64(len(m.s.run.cfg.Cubes))
	e.Conflicts, e.Cubes, e.Time = t.conflicts, t.cubes, time.Duration(t.time*float64(time.Second))
	return e
}

// deviation returns the standard error of what is told in the end, in conflicts.
func (m *sampler) deviation(told float64) float64 {
	left := m.draws.mean().conflicts
	guessed := left
	if !m.s.learns { // else a draw meets few nodes, and those cost much: that they are known says little of the others
		guessed -= m.draws.known.conflicts
	}
	n := float64(m.draws.n)
	off := max(usualOff, math.Sqrt(math.Expm1(float64(m.draws.steps)/n/usualSteps)))
	sum := usualDraws*math.Pow(off*guessed, 2) + max(0, m.draws.squares-n*left*left)
	deviation := math.Sqrt(sum / (n + usualDraws - 1) / n)
	return math.Hypot(deviation*m.begun.share(m.opt.Symmetric), m.off()*told)
}

// off returns how far the best estimate is still off.
func (m *sampler) off() float64 {
	if m.opt.Symmetric {
		return symmetricOff
	}
	return leastOff
}
