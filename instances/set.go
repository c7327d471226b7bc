package instances

import (
	"errors"
	"fmt"

	"transat/solver/cnf"
)

// Info describes a built-in set of formulas, or a tree without a formula.
type Info struct {
	Name   string // for Open
	Title  string // one line
	Source string // of the formula, or of its kind
	Size   int    // number of formulas
}

// Instance is a formula with a name, generated or read when Formula is called; or a search tree without a formula.
type Instance struct {
	Name string
	// Tree is a search tree, or nil if there is a formula.
	Tree *UTS
	// TreeFile is a file with a search tree, or nil.
	TreeFile *TreeFile
	// Bounded is likewise a tree for branch and bound, a *Knapsack or a *Clique, or nil.
	Bounded any
	// Verdict is the verdict known without solving, mostly Unknown.
	Verdict cnf.Verdict
	formula func() (*cnf.Formula, error)
}

// ErrNoFormula says that an instance is a search tree without a formula.
var ErrNoFormula = errors.New("it is a search tree without a formula")

// Formula generates or reads the formula. Every call returns a new one. The error is ErrNoFormula if there is a tree of any kind
// instead.
func (i Instance) Formula() (*cnf.Formula, error) {
	if i.hasTree() {
		return nil, fmt.Errorf("%s: %w", i.Name, ErrNoFormula)
	}
	return i.formula()
}

// hasTree reports whether the instance is a tree of some kind, and no formula.
func (i Instance) hasTree() bool { return i.Tree != nil || i.TreeFile != nil || i.Bounded != nil }

// Set is the meaning of a name: one formula, the formulas of a sample, or one tree.
type Set struct {
	Name      string
	Instances []Instance // at least one
}

// Unsatisfiable returns the instances that are known to be unsatisfiable, over which the papers take the mean of a
// sample.
func (s Set) Unsatisfiable() []Instance {
	var known []Instance
	for _, i := range s.Instances {
		if i.Verdict == cnf.Unsatisfiable {
			known = append(known, i)
		}
	}
	return known
}

// Samples returns the built-in sets: the papers' samples, then the small formulas, the UTS trees, the trees from files, and those for
// branch and bound.
func Samples() []Info {
	var infos []Info
	for _, s := range PaperSamples() {
		infos = append(infos, Info{
			Name:   s.String(),
			Title:  fmt.Sprintf("%d random formulas: %d clauses of %d literals over %d variables", SampleSize, s.Clauses, s.K, s.Vars),
			Source: "shape: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6; formulas: ours",
			Size:   SampleSize,
		})
	}
	for _, s := range smallFormulas() {
		infos = append(infos, s.info())
	}
	for _, t := range utsTrees() {
		infos = append(infos, Info{Name: t.name, Title: t.title, Source: utsSource})
	}
	for _, t := range treeFileList() {
		infos = append(infos, t.info())
	}
	return append(infos, boundedInfos()...)
}

// Open returns the formulas of a name: a name that Samples lists; a sample such as "350-1505-3", with its formulas 1 to
// SampleSize; one formula of a sample, such as "350-1505-3/07"; a tree of UTS that is cut at a depth, such as "uts-t1/8"; or a tree for
// branch and bound, such as "knapsack-40/7", with up to 100 items, or "clique-100", with up to 128 nodes. It generates nothing yet. The
// error is a *NameError if the name begins with a digit, like that of a sample, and an *UnknownError otherwise.
func Open(name string) (Set, error) {
	for _, s := range smallFormulas() {
		if s.name == name {
			return Set{name, []Instance{s.instance()}}, nil
		}
	}
	for _, t := range treeFileList() {
		if t.name == name {
			return Set{name, []Instance{{Name: name, TreeFile: &t}}}, nil
		}
	}
	if tree := openUTS(name); tree != nil {
		return Set{tree.name, []Instance{{Name: tree.name, Tree: tree}}}, nil
	}
	if tree, ok := openBounded(name); ok {
		return Set{tree.Name, []Instance{tree}}, nil
	}
	if name == "" || name[0] < '0' || name[0] > '9' {
		return Set{}, unknown(name)
	}
	s, index, err := ParseSample(name)
	if err != nil {
		return Set{}, err
	}
	if index > 0 {
		return Set{s.Name(index), []Instance{s.instance(index)}}, nil
	}
	set := Set{Name: s.String()}
	for i := 1; i <= SampleSize; i++ {
		set.Instances = append(set.Instances, s.instance(i))
	}
	return set, nil
}

func (s Sample) instance(i int) Instance {
	return Instance{
		Name:    s.Name(i),
		Verdict: s.Verdict(i),
		formula: func() (*cnf.Formula, error) { return s.Formula(i) },
	}
}

// UnknownError says that a name is neither one that Samples lists nor that of a sample.
type UnknownError struct {
	Name  string
	Known []string // the names that Samples lists
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown sample %q: want VARIABLES-CLAUSES-K, VARIABLES-CLAUSES-K/INDEX or a built-in name", e.Name)
}

func unknown(name string) *UnknownError {
	e := &UnknownError{Name: name}
	for _, info := range Samples() {
		e.Known = append(e.Known, info.Name)
	}
	return e
}
