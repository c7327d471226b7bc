package balance

import "math"

// The grain of adaptive: see adaptive.go, which comes first.
//
// An element that is solved to its end passes through no list, which on a transputer saves a sixteenth of the time, but no
// part of it can be given away. So its subtree should be short. The estimated load may tell the size (random formulas), or
// nothing (UTS T3). A processor finds out while it splits all. It works depth first, so the subtree of an element is done
// when an element is taken that waited below it:
//
//	waiting      a b          b taken: 1 below it     time
//	             a c d        c, d: children of b      |
//	             a c          …                        |  b's subtree
//	             a            …                        |
//	             (a taken)    0 below it: b is done    ↓
//
// Subtrees count as short or long in classes of load, a tenth apart. A subtree is long if it takes longer than block times
// the mean time of an element, done or not, or has lost a part to a thief. The grain is the largest load such that of the
// subtrees in all classes below, at least 256, one in 129 was long, and in each class at most one in 33. An element is
// always split if it is worth a twentieth of all that the processor has. A processor that is asked and has nothing waiting
// splits all until the next decision, and stops what it solves to its end, which was long (see Interrupter).
//
// On machines that cannot stop, on cores, where the element in work stays the same while parts of it come to wait, and
// by the estimate count, by which all elements are equal, all is split.

const (
	grainClasses = 64
	grainRatio   = 1.1     // of the loads of neighbouring classes
	grainShare   = 0.05    // of the processor's load: what is larger is always split
	grainSure    = 128     // short subtrees for each long one; in each class, a quarter of that
	grainPeriod  = 64      // subtrees from one decision to the next
	grainMemory  = 4096    // subtrees after which they count half
	grainDepth   = 64      // subtrees that are watched at a time, the innermost
	grainWeight  = 1. / 64 // of the last element in the mean time
	grainChange  = 0.02    // of the grain: a change that the machine is told
)

// adaptiveGrain is what a processor knows of its subtrees.
type adaptiveGrain struct {
	block float64 // the longest short subtree, in elements; 0 to learn nothing but the mean
	off   bool    // nothing can be learnt
	given int     // elements sent since the last ones came
	had   int     // elements waiting before that, or when the last was taken

	load  float64 // of the element in work, 0 for none
	since Ticks   // when it was taken
	mean  float64 // time of an element that is split, ns
	open  []openSubtree
	tally *grainTally // nil before the first subtree is done

	learnt float64 // the grain by what is known
	set    float64 // the grain that the machine has been told
	told   bool    // it has been
}

// openSubtree is a subtree that is not done.
type openSubtree struct {
	below int     // elements waiting when its root was taken, counting those given away since
	load  float64 // 0 if a part of it has been given away
	since Ticks
}

// grainTally counts subtrees by class.
type grainTally struct {
	short, long [grainClasses]int32
	seen        int
}

func grainClass(load float64) int {
	return min(int(max(0, -math.Log(load)/math.Log(grainRatio))), grainClasses-1)
}

// received forgets the open subtrees: what comes lies above elements that have nothing to do with it.
func (g *adaptiveGrain) received() { g.open, g.given = g.open[:0], 0 }

// gave notes that the n oldest elements have been given away, which were parts of the subtrees with fewer below their root.
func (g *adaptiveGrain) gave(n int) {
	g.given += n
	for i := range g.open {
		if x := &g.open[i]; x.below < g.given && x.load > 0 {
			g.count(x.load, true)
			x.load = 0
		}
	}
}

// interrupt has the element in work split after all, if it is being solved to its end, and reports whether parts of it
// wait. It counts as long.
func (g *adaptiveGrain) interrupt(p Proc) bool {
	machine, ok := p.(Interrupter)
	if !ok || !machine.Interrupt() {
		return false
	}
	if last := len(g.open) - 1; last >= 0 && g.open[last].load > 0 {
		g.count(g.open[last].load, true)
		g.open[last].load = 0
	}
	g.load = 0
	return true
}

// forget has all split until the next decision, except by the grain that the machine began with.
func (g *adaptiveGrain) forget(p Proc) {
	g.learnt = 0
	g.apply(p)
}

// splitAll has all split until the next decision, whatever grain the machine began with.
func (g *adaptiveGrain) splitAll(p Proc) {
	g.learnt = 0
	if !g.told {
		g.told, g.set = true, 0
		p.SetGrain(0)
	}
	g.apply(p)
}

// next notes that an element is done, and the next taken, if there is one.
func (g *adaptiveGrain) next(p Proc) {
	now, done := p.Now(), g.load
	took := float64(now - g.since)
	below := p.Len() + g.given
	_, stops := p.(Interrupter)
	if g.off || !stops || done > 0 && p.Busy() && p.Working() >= done && below > g.had {
		g.off = true // its parts wait, and it is still in work, or they are no smaller; or what is begun cannot be stopped
		return
	}
	g.load, g.since, g.had = p.Working(), now, below
	if !p.Busy() {
		below = -1
	}
	if done > 0 && done >= g.set {
		if g.mean == 0 {
			g.mean = took
		}
		g.mean += grainWeight * (took - g.mean)
	}
	if g.block == 0 {
		return
	}
	g.close(below, now)
	if g.load > 0 {
		if len(g.open) == grainDepth {
			g.open = append(g.open[:0], g.open[1:]...)
		}
		g.open = append(g.open, openSubtree{below, g.load, now})
	}
	g.apply(p)
}

// close counts the subtrees that are done when an element is taken with that many below it.
func (g *adaptiveGrain) close(below int, now Ticks) {
	for last := len(g.open) - 1; last >= 0 && g.open[last].below > below; last-- {
		x := g.open[last]
		g.open = g.open[:last]
		if x.load == 0 {
			continue
		}
		g.count(x.load, g.isLong(x, now))
		if g.tally.seen%grainPeriod == 0 {
			g.decide(now)
		}
	}
}

func (g *adaptiveGrain) isLong(x openSubtree, now Ticks) bool {
	return float64(now-x.since) > g.block*g.mean
}

func (g *adaptiveGrain) count(load float64, long bool) {
	if g.tally == nil {
		g.tally = &grainTally{}
	}
	t := g.tally
	count := &t.short
	if long {
		count = &t.long
	}
	count[grainClass(load)]++
	if t.seen++; t.seen%grainMemory == 0 {
		for i := range t.short {
			t.short[i] /= 2
			t.long[i] /= 2
		}
	}
}

// decide finds the grain, from the smallest subtrees upwards.
func (g *adaptiveGrain) decide(now Ticks) {
	long := g.tally.long
	for _, x := range g.open {
		if x.load > 0 && g.isLong(x, now) {
			long[grainClass(x.load)]++
		}
	}
	g.learnt = 0
	var allShort, allLong int32
	for i := grainClasses - 1; i >= 0; i-- {
		short := g.tally.short[i]
		allShort += short
		allLong += long[i]
		if allLong*grainSure > allShort || long[i]*(grainSure/4) > short {
			return
		}
		if short > 0 && allShort >= 2*grainSure {
			g.learnt = math.Pow(grainRatio, -float64(i))
		}
	}
}

// apply tells the machine, if that makes a difference.
func (g *adaptiveGrain) apply(p Proc) {
	grain := min(g.learnt, grainShare*TotalLoad(p))
	if math.Abs(grain-g.set) > grainChange*g.set {
		g.told, g.set = true, grain
		p.SetGrain(grain)
	}
}
