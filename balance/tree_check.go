package balance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
)

// TreeSample says how much of a tree [CheckTree] looks at. The zero value is the usual sample.
type TreeSample struct {
	Nodes      int // elements that are expanded, at most; 0: 10,000
	Seed       uint64
	Goroutines int // that call the tree at once; 0: 4; 1: no two calls at a time
}

// CheckTree looks at a sample of a tree, and says whether it keeps the promises of [Tree]. The error is a *[TreeError]: it
// names the method that breaks one, and the way to the node. Nil says that the sample is in order, and no more.
//
//	depth first     ●             at random    ●              again, in another order:
//	              ╱   ╲                      ╱   ╲            the same children, work, level, totals?
//	             ●     ○                    ●     ●           are elements as they were when they were returned?
//	           ╱   ╲                      ╱   ╲     ╲         do Subtree and Finish agree with the walk?
//	          ●     ●                    ●     ●     ○        and with several goroutines at once?
//
// A tree that goes wrong in the hands of goroutines may end the process, as any data race can; run it with Go's race
// detector (go test -race), or with one goroutine.
//
// If the context ends, its cause is the error, also while a method does not return; that call is then left behind.
func CheckTree[E any](ctx context.Context, tree Tree[E], sample TreeSample) error {
	if sample.Nodes <= 0 {
		sample.Nodes = 10_000
	}
	if sample.Goroutines <= 0 {
		sample.Goroutines = 4
	}
	c := &treeCheck[E]{ctx: ctx, tree: tree, sample: sample, random: rand.New(rand.NewPCG(sample.Seed, 1))}
	done := make(chan error, 1)
	go func() { done <- c.run() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	default:
		return c.interrupted()
	}
}

// mostWork is more than the work of an element may be: a machine multiplies it by the time that a unit takes.
const mostWork = 1 << 50

// mostLevel is the largest level.
const mostLevel = 1 << 29

// treeCheck is a check under way.
type treeCheck[E any] struct {
	ctx      context.Context
	tree     Tree[E]
	sample   TreeSample
	random   *rand.Rand
	nodes    []sampled[E] // children of a node next to each other, and behind it
	expanded []int32      // in the order of the walk
	buffer   []E          // scratch space of expand
	caller
}

// sampled is an element of the sample.
type sampled[E any] struct {
	e               E
	print           uint64
	parent, number  int32 // which child it is, of which node; the root's parent is -1
	first, children int32
	expanded        bool
	level           int
	load            float64 // as Load says; 0 if the tree has no loads
	subtree         totals  // as Subtree says

	own   totals // of Expand
	found bool

	whole  bool   // all that is below it, up to the first solution, is in the sample
	walked totals // of that
	solved bool
}

// totals are the sums of a subtree, or the numbers of one element.
type totals struct{ work, nodes, elements int64 }

func (t totals) plus(u totals) totals {
	return totals{t.work + u.work, t.nodes + u.nodes, t.elements + u.elements}
}

func (t totals) String() string {
	return fmt.Sprintf("work %d in %d nodes and %d elements", t.work, t.nodes, t.elements)
}

// caller calls the methods of a tree, and knows which one is under way.
type caller struct {
	method atomic.Int32 // a treeMethod
	node   int32        // whose; noNode before the root is there
	print  printer
}

const noNode = -1

// calling notes that a method is about to be called for a node.
func (c *caller) calling(method treeMethod, node int32) {
	c.node = node
	c.method.Store(int32(method))
}

// called notes that it has returned. It is not deferred: catch wants to know which method has panicked.
func (c *caller) called() { c.method.Store(int32(noCall)) }

// underWay is the method that is.
func (c *caller) underWay() treeMethod { return treeMethod(c.method.Load()) }

// interrupted is the error when the context has ended while the check goes on.
func (c *treeCheck[E]) interrupted() error {
	if m := c.underWay(); m != noCall {
		what := "it had not returned when the check was ended"
		return &TreeError{Tree: c.typeName(), Method: m.String(), What: what, Err: context.Cause(c.ctx)}
	}
	return context.Cause(c.ctx)
}

func (c *treeCheck[E]) typeName() string { return fmt.Sprintf("%T", c.tree) }

// run makes the sample, and looks at it in all ways.
func (c *treeCheck[E]) run() (err error) {
	defer c.catch(&c.caller, &err)
	if isNil(c.tree) {
		return &TreeError{Method: "Root", What: "there is no tree: it is nil"}
	}
	c.print = c.newPrinter()
	for _, step := range []func() error{c.root, c.deep, c.wide, c.again, c.totals, c.bounds, c.finish, c.unchanged, c.together, c.unchanged} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// catch turns a panic of a method into an error.
func (c *treeCheck[E]) catch(by *caller, err *error) {
	r := recover()
	if r == nil {
		return
	}
	m := by.underWay()
	if m == noCall {
		panic(r)
	}
	e := newPanicOfTree(m.String(), r, panickedAt())
	e.Tree, e.Path = c.typeName(), c.path(by.node)
	*err = e
}

// panickedAt is the place of the panic that is being recovered from, by a deferred function of its caller.
func panickedAt() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		if at := place(f); at != "" || !more {
			return at
		}
	}
}

// newPrinter returns a printer of elements of the tree.
func (c *treeCheck[E]) newPrinter() printer {
	p := printer{}
	if v := reflect.ValueOf(c.tree); v.Kind() == reflect.Pointer {
		p.without = v.Pointer()
	}
	return p
}

// broken is the error that a method breaks its promise for a node.
func (c *treeCheck[E]) broken(method treeMethod, node int32, format string, args ...any) error {
	return &TreeError{Tree: c.typeName(), Method: method.String(), Path: c.path(node), What: fmt.Sprintf(format, args...)}
}

// path is the way to a node.
func (c *treeCheck[E]) path(node int32) []int {
	path := []int{}
	for node > 0 {
		path = append(path, int(c.nodes[node].number))
		node = c.nodes[node].parent
	}
	slices.Reverse(path)
	return path
}

// root begins the sample.
func (c *treeCheck[E]) root() error {
	c.calling(callRoot, noNode)
	e, again := c.tree.Root(), c.tree.Root()
	c.called()
	switch {
	case isNil(e):
		return c.broken(callRoot, noNode, "it returns nil")
	case c.print.print(e) != c.print.print(again):
		return c.broken(callRoot, noNode, "it returns another element when it is called again")
	}
	return c.add(e, noNode, 0)
}

// add adds an element that Root or Expand has returned.
func (c *treeCheck[E]) add(e E, parent int32, number int) error {
	i := int32(len(c.nodes))
	c.nodes = append(c.nodes, sampled[E]{e: e, print: c.print.print(e), parent: parent, number: int32(number)})
	x := &c.nodes[i]
	x.level = c.level(&c.caller, i)
	if x.level < 0 || x.level > mostLevel {
		return c.broken(callLevel, i, "it is %d: want at least 0, and at most %d", x.level, mostLevel)
	}
	x.load = c.load(&c.caller, i)
	if !isLoad(x.load) {
		return c.broken(callLoad, i, "%s", noLoad(x.load))
	}
	x.subtree = c.subtree(&c.caller, i)
	s := x.subtree
	if s.work < 0 || s.nodes < s.elements || s.elements < 0 || s.work > 0 && s.elements == 0 {
		return c.broken(callSubtree, i, "it says %v: want at least one element, and a node for each, or 0, 0, 0 if they are not known", s)
	}
	return nil
}

// level calls Level, load Load, if there is one, and subtree Subtree.
func (c *treeCheck[E]) level(by *caller, i int32) int {
	by.calling(callLevel, i)
	level := c.tree.Level(c.nodes[i].e)
	by.called()
	return level
}

func (c *treeCheck[E]) load(by *caller, i int32) float64 {
	tree, ok := c.tree.(Loader[E])
	if !ok {
		return 0
	}
	by.calling(callLoad, i)
	load := tree.Load(c.nodes[i].e)
	by.called()
	return load
}

func (c *treeCheck[E]) subtree(by *caller, i int32) totals {
	by.calling(callSubtree, i)
	work, nodes, elements := c.tree.Subtree(c.nodes[i].e)
	by.called()
	return totals{work, nodes, elements}
}
