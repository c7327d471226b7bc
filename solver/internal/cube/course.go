package cube

import (
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Course says how a search goes on: which node is a cube, how many conflicts clause learning may take for it, and when that tries the
// formula as a whole. Its answers steer the course. The searches of this package have one each, and so have those of package conquer.
type Course struct {
	Stats
	grain   *Grain
	looks   bool  // look-ahead splits, and clause learning tries the formula as a whole now and then
	learns  bool  // every node is a cube first: what its budget has taught splits it
	outside bool  // another program decides cubes
	whole   bool  // the formula as a whole is next, or under way
	asked   int64 // budget of that
	over    bool  // it was refuted as a whole: every node that is left is a cube, which the clause learning that did so refutes at once
}

// CourseOptions configure a Course.
type CourseOptions struct {
	Splitter string
	Depth    int          // of the cubes; 0: as it suits
	Given    bool         // cubes are given
	Outside  bool         // another program decides them
	Work     func() int64 // of look-ahead so far
	Eager    bool         // the formula as a whole is tried soon, in tests
}

// NewCourse returns the course of a search that has had no answers.
func NewCourse(opt CourseOptions) Course {
	c := Course{
		grain:   NewGrain(opt.Depth, opt.Work),
		looks:   opt.Splitter == LookaheadSplitter && !opt.Outside && !opt.Given,
		learns:  opt.Splitter == LearningSplitter && !opt.Outside && opt.Depth == 0,
		outside: opt.Outside,
	}
	if opt.Eager {
		c.grain.eager()
	}
	return c
}

// TriesWhole reports whether clause learning is to try the formula as a whole before it does anything else.
func (c *Course) TriesWhole() bool {
	if !c.whole && !c.over && c.looks {
		c.asked = c.grain.Whole()
		c.whole = c.asked > 0
	}
	return c.whole
}

// Whole reports whether it tries the formula as a whole.
func (c *Course) Whole() bool { return c.whole }

// Over reports whether that was refuted.
func (c *Course) Over() bool { return c.over }

// Place is what a course asks of a node.
type Place struct {
	Depth int  // decisions
	Hard  bool // it was a cube, and its budget is spent
	Given bool // it is a cube from a list
	// At returns how many variables are assigned after propagation, and whether that refutes the node. It is only called if that matters.
	At func() (assigned int, conflict bool, err error)
}

// IsCube reports whether clause learning is to decide a node. The error is that of Place.At.
func (c *Course) IsCube(p Place) (bool, error) {
	switch {
	case p.Hard:
		return false, nil
	case c.over, p.Given && (c.learns || c.outside):
		return true, nil
	}
	assigned, conflict, err := p.At()
	switch {
	case err != nil:
		return false, err
	case p.Given:
		return conflict || c.grain.CutGiven(p.Depth, assigned), nil
	}
	return !conflict && (c.learns || c.grain.Cut(p.Depth, assigned)), nil
}

// Budget returns how many conflicts clause learning may take for the cube that is next, or for the formula as a whole.
func (c *Course) Budget() int64 {
	if c.whole {
		return c.asked
	}
	return c.grain.Budget()
}

// Sequel is what follows from an answer of clause learning.
type Sequel uint8

// The sequels.
const (
	Refuted Sequel = iota // the cube
	Found                 // a model
	Hard                  // the cube is to be split
	Tried                 // the formula as a whole is not decided, or refuted: the nodes that are left are to be visited
)

// Answered takes the answer for a cube, or for the formula as a whole. Unknown is that of one whose budget was spent, or that was
// interrupted.
func (c *Course) Answered(r cdcl.CubeResult) Sequel {
	c.Conflicts += r.Conflicts
	c.Taken += r.Taken
	switch {
	case c.whole:
		c.whole = false
		c.grain.Tried(r.Conflicts, r.Work)
		if c.over = r.Verdict == cnf.Unsatisfiable; r.Model != nil {
			return Found
		}
		return Tried
	case r.Verdict == cnf.Unknown:
		c.grain.Spent(r.Conflicts, r.Work)
		c.Split++
		return Hard
	}
	c.Cubes++
	if r.Outside {
		c.Outside++
	} else {
		c.grain.Solved(r.Conflicts, r.Work)
	}
	if r.Trusted {
		c.Trusted++
	}
	if r.Verdict == cnf.Satisfiable {
		return Found
	}
	return Refuted
}

// Branch returns the variable on which a cube is to be split by what it has taught, or 0 if the splitter is to choose.
func (c *Course) Branch(r cdcl.CubeResult) cnf.Var {
	if c.learns {
		return r.Branch
	}
	return 0
}

// Drop says that clause learning was halted, and its answer is not wanted.
func (c *Course) Drop() { c.whole = false }

// Forget is Drop, and says that what was learned is forgotten.
func (c *Course) Forget() { c.whole, c.over = false, false }
