package liquid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// What one step of condition C5 does to ramps and maxima (Henrich, §3.3 and §4: Figures 2 to 4, Theorem 1, Lemmas 2
// and 3), on networks so small that all loads can be tried.
//
// A ramp is a strict ascent of loads in the direction of the shifts, as long as it can be. In a step its lower end
// gains an element and its upper end loses one, while nothing changes between: a "virtual" transfer over any distance.
//
//	load  3 2 3 5 4  →  3 3 3 4 4
//	        ╰─╯─╯ the ramp

// rampCase is a network on which all distributions of some loads are tried, and the counts.
type rampCase struct {
	sides []int
	of    []float64 // the loads, ascending

	tried          int
	ramps, untrue  int // ramps, and exceptions to Theorem 1: without a virtual transfer
	chains, broken int // series of single elements before an idle processor, and exceptions to Figure 2: they pass nothing on
	maxima, wrong  int // left ends of plateaus of the maximum, and exceptions to Lemma 2: a step does not lower them by one
	kept           int // of the exceptions, the maxima as high as before
	level, lemma3  int // loads with all rings balanced, and exceptions to Lemma 3: they are not balanced
	figure4b       int // balanced loads with a ring that is not balanced
	widest         int // the largest difference of loads after rampSteps steps
}

// rampSteps is the number of steps after which the remaining difference is taken. Theorem 3 allows fewer on these networks.
const rampSteps = 20

func rampCases(s *reproduce.Session) []rampCase {
	cases := []rampCase{
		{sides: []int{3}, of: []float64{0, 1, 2, 3, 4, 5}},
		{sides: []int{5}, of: []float64{0, 1, 2, 3, 4}},
		{sides: []int{7}, of: []float64{0, 1, 2}},
		{sides: []int{3, 3}, of: []float64{1, 3, 4}},
		{sides: []int{2, 2, 2}, of: []float64{1, 2, 4, 5}},
	}
	if !s.Quick {
		cases = append(cases, rampCase{sides: []int{8}, of: []float64{0, 1, 2, 3}}, rampCase{sides: []int{3, 3}, of: []float64{1, 2, 3, 4}})
	}
	return cases
}

func ramps(ctx context.Context, s *reproduce.Session) ([]rampCase, error) {
	return reproduce.Map(ctx, s, rampCases(s),
		func(c rampCase) reproduce.Job {
			return reproduce.Job{
				What:    "one step from all loads on " + topology.FormatSides(c.sides),
				Seconds: 1e-5 * math.Pow(float64(len(c.of)), float64(topology.Procs(c.sides))),
			}
		}, tryStep)
}

// tryStep makes a step from all loads.
func tryStep(ctx context.Context, c rampCase) (rampCase, error) {
	rings := ringsOf(c.sides)
	loads := slices.Repeat(c.of[:1], topology.Procs(c.sides))
	for {
		m, err := reproduce.New("liquid-c5", "torus", c.sides, loads, true)
		if err != nil {
			return c, err
		}
		if err := ctx.Err(); err != nil {
			return c, err
		}
		m.Step()
		after := m.Loads()
		c.tried++
		if len(c.sides) == 1 {
			c.lookAtRing(loads, after)
		}
		if slices.Min(loads) > 0 {
			c.lookAtMaxima(rings, loads, after)
			c.lookAtBalance(rings, loads)
			for m.Steps() < rampSteps {
				m.Step()
			}
			c.widest = max(c.widest, int(difference(m.Loads())))
		}
		if !advance(loads, c.of) {
			return c, nil
		}
	}
}

// lookAtRing judges the ramps of a ring, if all have load, and its series of single elements.
func (c *rampCase) lookAtRing(before, after []float64) {
	if slices.Min(before) > 0 {
		for _, r := range rampsIn(before) {
			c.ramps++
			if !r.transferred(before, after) {
				c.untrue++
			}
		}
	}
	for _, r := range chainsIn(before) {
		c.chains++
		if !r.passed(before, after) {
			c.broken++
		}
	}
}

// lookAtMaxima judges Lemma 2 by its words, after a whole step, for loads that are not balanced.
func (c *rampCase) lookAtMaxima(rings [][]int, before, after []float64) {
	if difference(before) <= float64(len(c.sides)) {
		return
	}
	high := slices.Max(before)
	for _, ring := range rings {
		for i, at := range ring {
			left := ring[(i+len(ring)-1)%len(ring)]
			if before[at] != high || before[left] == high {
				continue
			}
			c.maxima++
			if after[at] != high-1 || after[left] > high {
				c.wrong++
			}
			if after[at] == high {
				c.kept++
			}
		}
	}
}

// lookAtBalance judges Lemma 3, and counts examples of Figure 4b.
func (c *rampCase) lookAtBalance(rings [][]int, loads []float64) {
	balanced := difference(loads) <= float64(len(c.sides))
	level := !slices.ContainsFunc(rings, func(ring []int) bool { return difference(pick(loads, ring)) > 1 })
	switch {
	case level:
		c.level++
		if !balanced {
			c.lemma3++
		}
	case balanced:
		c.figure4b++
	}
}

// difference is the difference between the highest load and the lowest.
func difference(loads []float64) float64 { return slices.Max(loads) - slices.Min(loads) }

// pick returns some of the loads.
func pick(loads []float64, ranks []int) []float64 {
	var some []float64
	for _, r := range ranks {
		some = append(some, loads[r])
	}
	return some
}

// ringsOf lists the rings of a torus in all dimensions, each in the direction of the shifts. The last coordinate
// of a rank goes round fastest.
func ringsOf(sides []int) [][]int {
	var rings [][]int
	stride := topology.Procs(sides)
	for _, side := range sides {
		block := stride
		stride /= side
		for first := range topology.Procs(sides) {
			if first%block >= stride {
				continue // not the first on its ring
			}
			ring := make([]int, side)
			for i := range ring {
				ring[i] = first + i*stride
			}
			rings = append(rings, ring)
		}
	}
	return rings
}

// stretch is a part of a ring from a processor over some steps to another.
type stretch struct{ from, steps int }

// rampsIn finds the ramps of a ring (Definition 4).
func rampsIn(loads []float64) []stretch {
	var found []stretch
	n := len(loads)
	for x := range loads {
		if loads[(x+n-1)%n] < loads[x] {
			continue // it goes on to the left
		}
		k := 0
		for loads[(x+k)%n] < loads[(x+k+1)%n] {
			k++
		}
		if k > 0 {
			found = append(found, stretch{x, k})
		}
	}
	return found
}

// transferred reports whether a step has moved an element from the upper end to the lower one, with no change
// between (Definition 3).
func (r stretch) transferred(before, after []float64) bool {
	n := len(before)
	for k := range r.steps + 1 {
		i, change := (r.from+k)%n, 0.
		switch k {
		case 0:
			change = 1
		case r.steps:
			change = -1
		}
		if after[i]-before[i] != change {
			return false
		}
	}
	return true
}

// chainsIn finds processors with several elements, followed by one or more with a single element, and then an idle one.
func chainsIn(loads []float64) []stretch {
	var found []stretch
	n := len(loads)
	for x := range loads {
		k := 1
		for k < n && loads[(x+k)%n] == 1 {
			k++
		}
		if loads[x] > 1 && k > 1 && loads[(x+k)%n] == 0 {
			found = append(found, stretch{x, k})
		}
	}
	return found
}

// passed reports whether a step has brought an element to the end of such a series, with no change between, and
// taken one from the beginning unless it got another one itself.
func (r stretch) passed(before, after []float64) bool {
	n := len(before)
	for k := 1; k <= r.steps; k++ {
		i, change := (r.from+k)%n, 0.
		if k == r.steps {
			change = 1
		}
		if after[i]-before[i] != change {
			return false
		}
	}
	change := -1.
	if left := before[(r.from+n-1)%n]; left > 0 && left >= before[r.from] {
		change = 0
	}
	return after[r.from]-before[r.from] == change
}

func rampTable(cases []rampCase) report.Sheet {
	number := func(key, heading string, value func(rampCase) int) report.Column[rampCase] {
		return report.Column[rampCase]{Key: key, Heading: heading, Value: func(c rampCase) any { return value(c) }}
	}
	return report.NewSheet("ramps", "One step of C5 from all distributions of some loads", []report.Column[rampCase]{
		{Key: "torus", Heading: "torus", Left: true, Value: func(c rampCase) any { return topology.FormatSides(c.sides) }},
		{Key: "loads", Heading: "loads", Left: true, Value: func(c rampCase) any { return joined(c.of) }},
		number("tried", "tried", func(c rampCase) int { return c.tried }),
		number("ramps", "ramps", func(c rampCase) int { return c.ramps }),
		number("ramps_wrong", "wrong", func(c rampCase) int { return c.untrue }),
		number("chains", "series", func(c rampCase) int { return c.chains }),
		number("chains_wrong", "wrong", func(c rampCase) int { return c.broken }),
		number("maxima", "maxima", func(c rampCase) int { return c.maxima }),
		number("maxima_wrong", "wrong", func(c rampCase) int { return c.wrong }),
		number("level", "rings level", func(c rampCase) int { return c.level }),
		number("level_wrong", "wrong", func(c rampCase) int { return c.lemma3 }),
		number("figure_4b", "Figure 4b", func(c rampCase) int { return c.figure4b }),
		number("left", "left", func(c rampCase) int { return c.widest }),
	}, cases,
		"ramps (Theorem 1), series of single elements before an idle processor (Figure 2), left ends of plateaus of the maximum (Lemma 2), "+
			"loads with all rings level (Lemma 3); wrong: exceptions",
		"Figure 4b: balanced loads with a ring that is not; left: the largest difference of loads after many steps, if all "+
			"processors have load at first").
		LeastNeeded("level_wrong", "chains_wrong", "level", "chains")
}

// shape is a ring before and after a step.
type shape struct {
	figure, name  string
	before, after []float64
}

// shapes are loads with the shapes of Figures 2 and 3, from left to right and from above. The loads are ours: the
// pictures cannot be read any more.
func shapes() ([]shape, error) {
	all := []shape{
		{figure: "2", name: "single elements before an idle processor; a jump", before: []float64{3, 1, 1, 1, 0, 2, 4, 2}},
		{figure: "3", name: "steep ramp", before: []float64{1, 1, 3, 5, 7, 7, 7, 7}},
		{figure: "3", name: "gentle ramp", before: []float64{1, 1, 2, 3, 4, 4, 4, 4}},
		{figure: "3", name: "the least ramp: a jump", before: []float64{1, 1, 1, 1, 2, 2, 2, 2}},
		{figure: "3", name: "a maximum in a plateau", before: []float64{1, 1, 1, 1, 2, 1, 1, 1}},
		{figure: "3", name: "a minimum in a plateau", before: []float64{2, 2, 2, 2, 1, 2, 2, 2}},
	}
	for i := range all {
		m, err := reproduce.New("liquid-c5", "ring", []int{len(all[i].before)}, all[i].before, true)
		if err != nil {
			return nil, err
		}
		m.Step()
		all[i].after = m.Loads()
	}
	return all, nil
}

func shapeTable(all []shape) report.Sheet {
	text := func(key, heading string, value func(shape) string) report.Column[shape] {
		return report.Column[shape]{Key: key, Heading: heading, Left: true, Value: func(s shape) any { return value(s) }}
	}
	return report.NewSheet("shapes", "Figures 2 and 3: a ring before and after a step of C5", []report.Column[shape]{
		text("figure", "Figure", func(s shape) string { return s.figure }),
		text("shape", "shape", func(s shape) string { return s.name }),
		text("before", "before", func(s shape) string { return joined(s.before) }),
		text("after", "after", func(s shape) string { return joined(s.after) }),
	}, all, "the shapes are the paper's, the loads ours: the pictures cannot be read")
}

func joined(loads []float64) string {
	return strings.Trim(fmt.Sprint(loads), "[]")
}
