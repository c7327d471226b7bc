package cube

import (
	"context"
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
//	     ●           ●         ◆ drawn, and searched as a whole
//	  ┌──┴──┐     ┌──┴──┐      □ unknown: taken to cost as much as its sibling
//	  ■     ●     ●     □
//	      ┌─┴─┐ ┌─┴─┐
//	      ■   □ ◆   ◆
//
// The way down goes to the branch with the highest cost for each subtree that was drawn there so far, and ends where a subtree is expected
// to cost a 64th of the budget: so subtrees lie densely where the cost lies. One that costs far more than expected is thinned: of
// every two nodes that wait, one is dropped, and the other counts twice.
//
// What is learned under one subtree is kept for the next, as in a run. Most of what makes cubes cheaper is learned soon, and the order
// matters little as long as subtrees are larger than some cubes: 64 subtrees of formulas of Schur and van der Waerden and of miters cost
// the same within a tenth in any order. It does matter where clauses break symmetries: there, what is learned in one branch decides others
// whole, and samples cost up to twice as much as they do in a run.

// Sampling says how to sample the cubes of a Config. Of that, Formula, Cubes, Splitter, Rule and Depth count.
type Sampling struct {
	Seed uint64
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
	Deviation float64       // of the estimate: the standard error of Conflicts
	Cubes     float64       // decided by clause learning
	Time      time.Duration // CPU time; 0 without a clock
	Exact     bool          // the whole tree was searched
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
	samples   = 64   // that the budget should be enough for
	leastPlan = 400  // conflicts for a sample: several cubes
	fewest    = 3    // levels above the subtrees: so there are 8 of them at least
	thinning  = 6    // times the planned cost of a sample, after which it is thinned
	mostDraw  = 1024 // samples
)

// sampler takes samples.
type sampler struct {
	opt   Sampling
	ctx   context.Context
	s     *search
	leaf  Leaf
	rng   *rand.Rand
	root  *spot
	draws int
	split int64 // nodes
	spent Spending
	model cnf.Model
}

// Estimate samples a run. If the context ends first, the error is the context's cause, and the estimate that of the samples so far.
func Estimate(ctx context.Context, cfg Config, opt Sampling) (Estimated, error) {
	r := &run{cfg: cfg, ctx: ctx}
	elements, err := r.elements()
	if err != nil {
		return Estimated{}, err
	}
	if _, err := r.join(0); err != nil {
		return Estimated{}, err
	}
	m := &sampler{opt: opt, ctx: ctx, s: r.searches[0], rng: rand.New(rand.NewPCG(opt.Seed, 1))}
	var all part
	for _, e := range elements {
		all = append(all, e...)
	}
	m.root = &spot{part: all}
	began := m.now()
	if m.leaf, err = NewLeaf(ctx, cfg.Formula, LeafOptions{}); err == nil {
		defer m.leaf.Close()
		err = m.take()
	}
	m.spent.Time = m.now() - began
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return m.result(), err
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
	if err := m.begin(); err != nil {
		return err
	}
	for m.draws < mostDraw && !m.root.done && (m.draws < 2 || m.used() < 1) {
		if err := m.draw((*sampler).next); err != nil {
			return err
		}
		m.draws++
	}
	return nil
}

// begin searches as a run does.
func (m *sampler) begin() error {
	path := []*spot{m.root}
	for at := m.root; ; path = append(path, at) {
		if err := m.visit(at); err != nil {
			return err
		}
		if len(at.kids) == 0 {
			break
		}
		at = at.kids[0]
	}
	for at := len(path) - 1; at >= 0; at-- {
		path[at].close()
	}
	for m.used() < begins && !m.root.done {
		if err := m.draw((*sampler).first); err != nil {
			return err
		}
	}
	return nil
}

// draw takes a sample, on the way that next says.
func (m *sampler) draw(next func(m *sampler, p *spot) *spot) error {
	plan := m.plan()
	expected := m.root.guess(0).conflicts
	var path []*spot
	for at := m.root; ; {
		at.draws++
		path = append(path, at)
		if len(path) > fewest && expected <= plan {
			if err := m.finish(at); err != nil {
				return err
			}
			break
		}
		if err := m.visit(at); err != nil {
			return err
		}
		if len(at.kids) == 0 {
			break
		}
		expected = (expected - at.own.conflicts) / float64(len(at.kids))
		if at = next(m, at); at.known() {
			expected = (expected + at.guess(0).conflicts) / 2
		}
	}
	for i := len(path) - 1; i >= 0; i-- {
		path[i].close()
	}
	return nil
}

// plan returns how many conflicts a sample should take.
func (m *sampler) plan() float64 {
	return max(leastPlan, float64(m.effort())/max(m.used(), 1e-9)/samples)
}

// first returns the kid that a run comes to next.
func (m *sampler) first(p *spot) *spot {
	return p.kids[slices.IndexFunc(p.kids, func(k *spot) bool { return !k.done })]
}

// next returns the kid to draw from: of those with something left to search, the one with the highest cost for each draw so far.
func (m *sampler) next(p *spot) (best *spot) {
	most, same, equal := -1.0, 0, p.guess(0).conflicts/float64(len(p.kids))
	for _, kid := range p.kids {
		if kid.done {
			continue
		}
		worth := math.Inf(1)
		if kid.known() && kid.draws > 0 {
			worth = (kid.guess(0).conflicts + equal) / float64(kid.draws)
		}
		if worth > most {
			best, most, same = kid, worth, 0
		}
		if worth == most {
			if same++; m.rng.IntN(same) == 0 {
				best = kid
			}
		}
	}
	return best
}

// finish searches all below a spot that was not searched yet.
func (m *sampler) finish(p *spot) error {
	if p.done {
		return nil
	}
	if !p.visited {
		return m.subtree(p)
	}
	for _, kid := range p.kids {
		if err := m.finish(kid); err != nil {
			return err
		}
	}
	p.close()
	return nil
}

// visit makes the kids of a spot, unless it has them.
func (m *sampler) visit(p *spot) error {
	if p.visited {
		return nil
	}
	if len(p.part) > 1 {
		p.visited = true
		half := len(p.part) / 2
		p.kids = []*spot{{part: p.part[:half]}, {part: p.part[half:]}}
		return nil
	}
	children, cost, err := m.step(p.part[0])
	if err != nil {
		return err
	}
	p.visited, p.own = true, cost
	for _, n := range children {
		p.kids = append(p.kids, &spot{part: part{n}})
	}
	return nil
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
			m.s.grain.Solved(r.Conflicts)
			if r.Model != nil {
				m.model = r.Model
			}
			return nil, cost, nil
		}
		m.s.grain.Spent(r.Conflicts)
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

// weighed is a node, and how many it stands for.
type weighed struct {
	node
	weight float64
}

// subtree searches all below a spot that was not visited, and thins it if that takes too long.
func (m *sampler) subtree(p *spot) error {
	var stack []weighed
	for _, n := range slices.Backward(p.part) {
		stack = append(stack, weighed{n, 1})
	}
	began, limit, t := m.effort(), int64(thinning*m.plan()), tally{}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		children, cost, err := m.step(top.node)
		if err != nil {
			return err
		}
		t.add(top.weight, cost)
		for _, n := range slices.Backward(children) {
			stack = append(stack, weighed{n, top.weight})
		}
		if m.effort()-began > limit && len(stack) > 1 {
			stack, p.thinned, began = m.thin(stack), true, m.effort()
		}
	}
	p.visited, p.done, p.all = true, true, t
	return nil
}

// thin drops one of every two nodes.
func (m *sampler) thin(stack []weighed) (rest []weighed) {
	for pair := range slices.Chunk(stack, 2) {
		kept := pair[m.rng.IntN(len(pair))]
		kept.weight *= float64(len(pair))
		rest = append(rest, kept)
	}
	return rest
}

// leastSpread is the least that siblings are taken to differ by.
const leastSpread = 0.3

// result sums the samples up.
func (m *sampler) result() Estimated {
	e := Estimated{Samples: m.draws, Model: m.model, Spent: m.spent}
	if !m.root.known() {
		return e
	}
	sum, weight := 0.0, 0.0
	m.root.spread(&sum, &weight)
	g := m.root.guess(math.Max(leastSpread, math.Sqrt(sum/math.Max(weight, 1))))
	e.Conflicts, e.Cubes, e.Deviation = g.conflicts, g.cubes, math.Sqrt(g.variance)
	e.Time = time.Duration(g.time * float64(time.Second))
	e.Exact = m.root.done && !m.root.thinned
	return e
}
