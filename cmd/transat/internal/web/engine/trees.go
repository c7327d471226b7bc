package engine

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/treecache"
	"transat/dimacs"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// Source says which tree is searched.
type Source struct {
	// Tree is the name of a sample, or, with CNF, what the formula is called.
	Tree string `json:"tree,omitempty"`
	CNF  string `json:"cnf,omitempty"` // a formula in the DIMACS format
	Rule string `json:"rule,omitempty"`
	// File is the hash of a file with a tree that was read before; the request read gives it. Tree is the file's name.
	File string `json:"file,omitempty"`
}

// Limits. A browser gives a page two to four gigabytes, and there may be several engines.
const (
	// maxNodes is the size of the largest tree that is recorded.
	maxNodes = 20_000_000
	// maxModelNodes is that of the tree of a satisfiable formula; a larger one is searched anew in every run, up to
	// the first model.
	maxModelNodes = 2_000_000
	// maxText is the largest formula that a visitor may bring, in bytes.
	maxText = 16 << 20
	// shelfBytes is the memory for trees that are kept, beside the one in use.
	shelfBytes = 128 << 20

	maxFormulaVars = 1 << 20
)

// defaultRule is the branching rule of the papers.
const defaultRule = settings.DefaultRule

// kept is a tree that an engine keeps.
type kept struct {
	key     string
	formula input.Formula // Recorded, Tree, tasks, or a formula with models and too large a tree
	tasks   *tasktree.Tree
	bounded *experiment.Tree // of a search by branch and bound
	vars    int              // 0 if there is no formula, or none is at hand
	clauses int
	bytes   int64 // of memory, about
}

// shelf are the trees that an engine keeps, the last used first.
type shelf []*kept

// take returns the tree of that key, or nil.
func (s *shelf) take(key string) *kept {
	i := slices.IndexFunc(*s, func(k *kept) bool { return k.key == key })
	if i < 0 {
		return nil
	}
	k := (*s)[i]
	*s = slices.Insert(slices.Delete(*s, i, i+1), 0, k)
	return k
}

// put adds a tree, and drops those that were not used for longest if all together are too large.
func (s *shelf) put(k *kept) {
	*s = slices.Insert(*s, 0, k)
	sum := int64(0)
	for i, other := range *s {
		if sum += other.bytes; i > 0 && sum > shelfBytes {
			*s = slices.Delete(*s, i, len(*s))
			return
		}
	}
}

// newStore returns what records trees under a rule.
func newStore(rule string) *treecache.Store {
	return &treecache.Store{Rule: rule, MaxNodes: maxNodes, MaxModelNodes: maxModelNodes, Threads: 1, Warn: func(string) {}}
}

// key names what a source stands for.
func (s Source) key() string {
	if s.File != "" && s.CNF == "" {
		return "file " + s.File
	}
	if s.CNF == "" {
		return s.rule() + " " + s.Tree
	}
	return fmt.Sprintf("%s %s %x", s.rule(), s.name(), sha256.Sum256([]byte(s.CNF)))
}

func (s Source) rule() string {
	if s.Rule == "" {
		return defaultRule
	}
	return s.Rule
}

func (s Source) name() string {
	if s.Tree == "" {
		return "formula.cnf"
	}
	return s.Tree
}

// find returns the tree of a source as an input of a plan.
func (e *Engine) find(c *Call, s Source) (input.Formula, error) {
	k, err := e.keep(c, s)
	if err != nil {
		return input.Formula{}, err
	}
	return k.formula, nil
}

// keep finds the tree of a source, on the shelf or by recording it.
func (e *Engine) keep(c *Call, s Source) (*kept, error) {
	if s.File != "" && s.CNF == "" && s.rule() != defaultRule {
		return nil, fmt.Errorf("rule=%s: %s has no formula to branch on", s.Rule, s.Tree)
	}
	if k := e.trees.take(s.key()); k != nil {
		return k, nil
	}
	formula, err := s.open()
	if err != nil {
		return nil, err
	}
	k := &kept{key: s.key(), formula: formula}
	if w, ok, err := experiment.Bounded(c.Context, formula); ok {
		if err == nil && s.rule() != defaultRule {
			err = fmt.Errorf("rule=%s: %s has no formula to branch on", s.Rule, s.Tree)
		}
		if err != nil {
			return nil, err
		}
		k.bounded = &w.Tree
		e.trees.put(k)
		return k, nil
	}
	if formula.Tree != nil || formula.HasTasks() {
		if s.rule() != defaultRule {
			return nil, fmt.Errorf("rule=%s: %s has no formula to branch on", s.Rule, s.Tree)
		}
		if k.tasks, err = formula.Tasks(c.Context); err != nil {
			return nil, err
		}
		e.trees.put(k)
		return k, nil
	}
	f, err := formula.Read(c.Context)
	if err != nil {
		return nil, err
	}
	k.vars, k.clauses = f.Vars(), f.Len()
	tree, err := newStore(s.rule()).Tree(c.Context, formula.Name, f, func(p dpll.Progress) {
		c.Progress(p.Closed, fmt.Sprintf("recording %s: %.1f million nodes", formula.Name, float64(p.Nodes)/1e6))
	})
	switch {
	case errors.Is(err, treecache.ErrModels):
		k.formula = input.Given(formula.Name, f)
	case err != nil:
		return nil, err
	default:
		k.formula.Recorded, k.bytes = tree, bytesOf(tree)
	}
	e.trees.put(k)
	return k, nil
}

// bytesOf is about the memory for a tree.
func bytesOf(t *tree.Tree) int64 {
	if t.Nodes() != t.Elements() {
		return 24 * t.Elements()
	}
	return 16 * t.Elements()
}

// open finds the formula, or the tree without one, that a source stands for.
func (s Source) open() (input.Formula, error) {
	known := dpll.Rules()
	if !slices.ContainsFunc(known, func(r dpll.Rule) bool { return r.Name == s.rule() }) {
		var names []string
		for _, r := range known {
			names = append(names, r.Name)
		}
		return input.Formula{}, suggest.Unknown("branching rule", s.rule(), names, "there are "+strings.Join(names, ", "))
	}
	if s.CNF != "" {
		return s.pasted()
	}
	if s.File != "" {
		return input.Formula{}, fmt.Errorf("%s (SHA-256 %s…) is a file that is not here: drop it again", s.name(), s.File)
	}
	if s.Tree == "" {
		return input.Formula{}, errors.New("tree: want the name of a sample, or a formula in cnf")
	}
	formulas, err := input.Sample(s.Tree)
	if err != nil {
		return input.Formula{}, err
	}
	if len(formulas) > 1 {
		return input.Formula{}, fmt.Errorf("%s is a sample of %d formulas: choose one, such as %s", s.Tree, len(formulas), formulas[0].Name)
	}
	return formulas[0], nil
}

// pasted reads the formula that came with a request. A wrong number of clauses in its header is an error, as it is for the
// command.
func (s Source) pasted() (input.Formula, error) {
	if len(s.CNF) > maxText {
		return input.Formula{}, fmt.Errorf(
			"%s has %d bytes: at most %d are allowed here; transat compare takes any", s.name(), len(s.CNF), maxText)
	}
	f, err := dimacs.Read(strings.NewReader(s.CNF), dimacs.Options{Name: s.name(), MaxVars: maxFormulaVars})
	if err != nil {
		return input.Formula{}, err
	}
	return input.Given(s.name(), f), nil
}

// about is the reply to tree and load.
type about struct {
	Key     string `json:"key"`
	Name    string `json:"name"`
	Rule    string `json:"rule"`
	Verdict string `json:"verdict"` // "unsatisfiable", "satisfiable"; "" for a tree without a formula
	Vars    int    `json:"vars,omitempty"`
	Clauses int    `json:"clauses,omitempty"`
	// The rest is 0 if the tree was not recorded.
	Nodes    int64 `json:"nodes"`
	Elements int64 `json:"elements"`
	Models   int64 `json:"models"`
	Work     int64 `json:"work"`
	Bytes    int64 `json:"bytes"` // of memory
	// Sequential is the time of one processor of the default machine for all of it, in seconds.
	Sequential float64 `json:"sequential_s"`
	Text       string  `json:"text"` // all that in words
}

// tree records a tree, unless that has been done, and hands it out.
func (e *Engine) tree(c *Call) (Reply, error) {
	var s Source
	if err := c.Read(&s); err != nil {
		return Reply{}, err
	}
	k, err := e.keep(c, s)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{JSON: k.about(s)}
	if t := k.formula.Recorded; t != nil {
		reply.Blobs = [][]byte{t.Bytes()}
	}
	return reply, nil
}

// load takes a tree that was recorded elsewhere: that of a formula, or one of tasks, which a visitor or a program has brought.
func (e *Engine) load(c *Call) (Reply, error) {
	var s Source
	if err := c.Read(&s); err != nil {
		return Reply{}, err
	}
	if len(c.Blobs) != 1 {
		return Reply{}, fmt.Errorf("load: want a tree, as one blob; got %d", len(c.Blobs))
	}
	if s.File != "" || tasktree.Recognise(c.Blobs[0]) == tasktree.Packed {
		t, err := tasktree.Read(bytes.NewReader(c.Blobs[0]), tasktree.Options{Name: s.name()})
		if err != nil {
			return Reply{}, err
		}
		return Reply{JSON: e.keepTasks(s, t).about(s)}, nil
	}
	t, err := tree.FromBytes(s.name(), c.Blobs[0])
	if err != nil {
		return Reply{}, err
	}
	if t.Rule() != s.rule() {
		return Reply{}, fmt.Errorf("%s: this is the tree of another rule, %q", s.name(), t.Rule())
	}
	k := &kept{key: s.key(), formula: input.Formula{Name: s.name(), Recorded: t}, bytes: bytesOf(t)}
	if formulas, err := input.Sample(s.Tree); s.CNF == "" && err == nil && len(formulas) == 1 {
		k.formula.Name = formulas[0].Name
	}
	if e.trees.take(k.key) == nil {
		e.trees.put(k)
	}
	return Reply{JSON: k.about(s)}, nil
}

// keepTasks keeps the tree of a file.
func (e *Engine) keepTasks(s Source, t *tasktree.Tree) *kept {
	if k := e.trees.take(s.key()); k != nil {
		return k
	}
	k := &kept{key: s.key(), formula: input.GivenTasks(s.name(), t), tasks: t, bytes: taskBytes * t.Nodes()}
	e.trees.put(k)
	return k
}

// taskBytes is about the memory for a task: see tasktree.Tree.
const taskBytes = 32

// about says what is known of a tree.
func (k *kept) about(s Source) about {
	a := about{Key: k.key, Name: k.formula.Name, Rule: s.rule(), Vars: k.vars, Clauses: k.clauses}
	machine := compare.Presets()[0].Cost
	t := k.formula.Recorded
	switch {
	case k.tasks != nil:
		a.Nodes, a.Elements, a.Work, a.Bytes, a.Text = k.tasks.Nodes(), k.tasks.Nodes(), k.tasks.Work(), k.bytes, k.tasks.String()
		return a
	case k.bounded != nil:
		a.Nodes, a.Elements, a.Work = k.bounded.Nodes, k.bounded.Nodes, k.bounded.TotalWork
		a.Text = fmt.Sprintf("branch and bound, %s nodes on one processor", report.Grouped(a.Nodes))
		return a
	case k.formula.Tree != nil:
		a.Nodes, a.Elements = k.formula.Tree.Nodes(), k.formula.Tree.Nodes()
		a.Text = "a tree without a formula"
		if a.Nodes > 0 {
			a.Text = fmt.Sprintf("a tree of %s nodes, without a formula", report.Grouped(a.Nodes))
		}
		return a
	case t == nil:
		a.Verdict, a.Text = "satisfiable", "satisfiable; the tree is too large to be recorded here, so it is searched in every run"
		return a
	}
	a.Verdict, a.Nodes, a.Elements, a.Models = "unsatisfiable", t.Nodes(), t.Elements(), t.Models()
	if t.Models() > 0 {
		a.Verdict = "satisfiable"
	}
	a.Work, a.Bytes = t.Work(), k.bytes
	a.Sequential = float64(machine.Expand(t.Work(), t.Nodes())) / 1e9
	a.Text = fmt.Sprintf(
		"%s, a tree of %s nodes; %s on one processor of %s", a.Verdict, report.Grouped(a.Nodes), report.Seconds(a.Sequential), machine.Name)
	return a
}
