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

// Estimate tells what a run costs before it is made. It begins as a run does, for a fifth of its budget, and then draws subtrees of what is
// left:
//
//	           ●
//	     ┌─────┴─────┐         ■ searched as a run would, from the first cube on
//	  3/4●        1/4●         ◆ drawn with probability 3/4 · 1/2, and searched as a whole:
//	  ┌──┴──┐     ┌──┴──┐        8/3 of its cost is an estimate for all that was not searched before
//	  ■     ●     ●     ●
//	      ┌─┴─┐
//	   1/2◆   ●1/2
//
// The way down ends where a subtree is expected to cost a small share of the budget. It goes to each branch with the probability that is
// the share of the cost which that is taken to have: by the number of variables that are assigned there and by what subtrees have cost that
// were drawn below. So draws lie densely where the cost lies, and still each says what the whole costs, in the mean: where costs were low
// by chance, the next draw that comes there counts more. A draw that goes to both sides equally is off by 100 to 200 % on formulas of van
// der Waerden, Schur and random ones, this one by 60 to 100 %.
//
// What is learned under one subtree is kept for the next, as in a run. But in a run all is refuted that lies before a subtree, which helps
// more than what was learned here and there: samples cost a tenth more than in a run in the median. That is fitted to formulas of van der
// Waerden and Schur, miters and random ones. Where there are many symmetries (Symmetric), they cost up to five times as much, for at some
// moment a run learns what decides all other branches: near the end of one, a cube of Ramsey's 4, 4, 18 takes a fortieth of the conflicts
// that it takes alone. No comparison of samples tells when that moment comes. So half is taken off there, and the interval is wide.

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
	Samples   int           // subtrees that were drawn
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
	begins    = 0.2  // share of the budget for the beginning of a run
	samples   = 48   // that the budget should be enough for
	leastPlan = 200  // conflicts for a sample: several cubes
	mostDraw  = 1024 // samples
	nearly    = 1.5  // times what is left, as expected, is a budget that is enough for it
	mostUsed  = 2    // of the budget, for that, and for a draw that takes long
)

// errEnough ends a draw that would take far more than the budget.
var errEnough = errors.New("the budget is used up")

// sampler takes samples.
type sampler struct {
	opt   Sampling
	ctx   context.Context
	s     *search
	leaf  Leaf
	rng   *rand.Rand
	root  *spot
	slope *slope
	sure  tally   // of what was searched, but for thinned samples
	draws []tally // what each says that a run costs
	steps int     // of all draws
	split int64   // nodes
	spent Spending
	model cnf.Model
}

// Estimate samples a run. If the context ends first, the error is the context's cause, and the estimate that of the samples so far.
func Estimate(ctx context.Context, cfg Config, opt Sampling) (Estimated, error) {
	m, err := prepare(ctx, cfg, opt)
	if err != nil {
		return Estimated{}, err
	}
	defer m.leaf.Close()
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
	m.root = &spot{part: all}
	m.leaf, err = NewLeaf(ctx, cfg.Formula, LeafOptions{})
	return m, err
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

// take begins as a run does, and then takes samples, until the budget is used up or all is searched.
func (m *sampler) take() error {
	if err := m.run(begins); err != nil {
		return err
	}
	for len(m.draws) < mostDraw && !m.root.done && (len(m.draws) < 2 || m.used() < 1) {
		if m.nearlyDone() {
			return m.run(mostUsed)
		}
		switch err := m.draw((float64(len(m.draws)%row) + m.rng.Float64()) / row); {
		case errors.Is(err, errEnough):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// run searches as a run does, what was not searched before, until a share of the budget is used up.
func (m *sampler) run(until float64) error {
	for stack := []*spot{m.root}; len(stack) > 0 && (m.used() < until || !m.root.visited); {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
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
	return len(m.draws) >= row && float64(m.effort())/used*(1-used) > nearly*(m.expected()-m.sure.conflicts)
}

// expected returns how many conflicts a run is expected to take.
func (m *sampler) expected() float64 {
	if len(m.draws) > 0 {
		return m.mean().conflicts
	}
	return m.sure.conflicts / max(m.root.searched(m.slope), 1e-9)
}

// plan returns how much effort a sample should take.
func (m *sampler) plan() float64 {
	return max(leastPlan, float64(m.effort())/max(m.used(), 1e-9)/samples)
}

// visit makes the kids of a spot, unless it has them, and returns what that has cost.
func (m *sampler) visit(p *spot) (cost tally, err error) {
	if p.visited {
		return cost, nil
	}
	if len(m.draws) > 0 && m.used() > mostUsed {
		return cost, errEnough
	}
	if len(p.part) > 1 {
		p.visited = true
		half := len(p.part) / 2
		p.kids = []*spot{{part: p.part[:half]}, {part: p.part[half:]}}
		return cost, nil
	}
	children, cost, err := m.step(p.part[0])
	if err != nil {
		return cost, err
	}
	if p.part[0].listed {
		cost.cubes-- // result counts those that are given
	}
	p.visited, p.own = true, cost
	m.sure.add(1, cost)
	for _, n := range children {
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
	if m.s.isCube(n) {
		r, err := m.leaf.Solve(m.ctx, n.path, m.s.budget())
		m.spent.Conflicts += r.Conflicts
		if err != nil {
			return nil, cost, err
		}
		cost.conflicts = float64(r.Conflicts)
		if r.Verdict != cnf.Unknown {
			cost.cubes = 1
			m.spent.Cubes++
			m.s.grain.Solved(r.Conflicts, r.Work)
			if r.Model != nil {
				m.model = r.Model
			}
			return nil, cost, nil
		}
		m.s.grain.Spent(r.Conflicts, r.Work)
		n.hard = true
		if m.s.learns {
			n.branch = r.Branch
		}
	}
	m.s.stack = part{n}
	m.split++
	if m.s.expand(n) {
		m.model = m.s.model
		return nil, cost, nil
	}
	return m.s.stack, cost, nil
}

// mean returns the mean of what the samples say. The later ones count more: they know more, and less is left for them to guess.
func (m *sampler) mean() (mean tally) {
	for i, says := range m.draws {
		mean.add(m.weight(i), says)
	}
	return mean
}

// weight returns the weight of a sample in the mean.
func (m *sampler) weight(i int) float64 {
	n := float64(len(m.draws))
	return float64(i+1) / (n * (n + 1) / 2)
}

// inRun returns what a run pays for a sample.
func (m *sampler) inRun(t tally) tally {
	share := cheaper
	if m.opt.Symmetric {
		share = symmetricCheaper
	}
	t.conflicts *= share
	t.time *= share
	return t
}

const (
	// Times the cost of a sample is that in a run.
	cheaper, symmetricCheaper = 0.9, 0.5
	// Off is the standard error that the best estimate still has, as a share, even if it has solved all cubes: a run keeps and learns other
	// clauses, and splits other cubes again, which makes it cheaper or dearer by a factor of 2, with symmetries of 3, in 95 of 100.
	leastOff, symmetricOff = 0.35, 0.55
	// usualOff is how far a draw is off at least, as a share of what was not searched before, as far as one knows before the first; that
	// counts as much as some draws. The variance grows with the steps of a draw, by a factor of e in some of them.
	usualOff, usualDraws, usualSteps = 1, 3, 12
)

// result sums the samples up.
func (m *sampler) result() Estimated {
	e := Estimated{Samples: len(m.draws), Model: m.model, Spent: m.spent, Solved: m.root.done}
	t := m.sure
	switch {
	case e.Solved:
		e.Deviation = m.off() * t.conflicts
	case len(m.draws) > 0:
		t = m.mean()
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

// deviation returns the standard error of a mean of samples, in conflicts.
func (m *sampler) deviation(mean float64) float64 {
	guessed := mean - m.sure.conflicts
	if m.s.learns { // a draw meets few nodes, and those cost much: that they are sure says little of the others
		guessed = mean
	}
	n := float64(len(m.draws))
	off := max(usualOff, math.Sqrt(math.Expm1(float64(m.steps)/n/usualSteps)))
	sum, squares := usualDraws*math.Pow(off*guessed, 2), 0.0
	for i, says := range m.draws {
		sum += n * m.weight(i) * math.Pow(says.conflicts-mean, 2)
		squares += math.Pow(m.weight(i), 2)
	}
	return math.Hypot(math.Sqrt(sum/(n+usualDraws-1)*squares), m.off()*mean)
}

// off returns how far the best estimate is still off.
func (m *sampler) off() float64 {
	if m.opt.Symmetric {
		return symmetricOff
	}
	return leastOff
}
