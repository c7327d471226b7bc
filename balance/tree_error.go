package balance

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// TreeError says which method of a [Tree] breaks its promise, and for which node.
type TreeError struct {
	Tree   string // its type
	Method string // Root, Expand, Finish, Level, Load, Subtree, Survey, Packed, Bound or Value
	// Path leads to the node: the number of the child, from 0 on, at each step from the root down. It is empty for the root,
	// and nil if the node is not known: machines do not keep ways. [CheckTree] does.
	Path []int
	What string // what is wrong

	Panic any    // what the method panicked with, or nil
	Stack string // of a panic
	Err   error  // why the check was over before the method returned, or nil
}

// Error names tree, method and node, and says what is wrong.
func (e *TreeError) Error() string {
	var b strings.Builder
	if e.Tree != "" {
		fmt.Fprintf(&b, "tree %s: ", e.Tree)
	}
	b.WriteString(e.Method)
	if e.Path != nil && e.Method != "Root" {
		b.WriteString(" of " + pathText(e.Path))
	}
	b.WriteString(": " + e.What)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the error with which the method panicked, if it was one, or why the check was over.
func (e *TreeError) Unwrap() error {
	if err, ok := e.Panic.(error); ok {
		return err
	}
	return e.Err
}

// pathText is a path in words: "the root" or "node 0.1.1". The middle of a long one is left out.
func pathText(path []int) string {
	const ends = 12
	if len(path) == 0 {
		return "the root"
	}
	text := func(steps []int) string {
		var all []string
		for _, n := range steps {
			all = append(all, strconv.Itoa(n))
		}
		return strings.Join(all, ".")
	}
	if n := len(path); n > 3*ends {
		return fmt.Sprintf("node %s…%s, %d levels down", text(path[:ends]), text(path[n-ends:]), n)
	}
	return "node " + text(path)
}

// treeMethod is a method of Tree, Loader, Surveyor, PackedTree or Bounded.
type treeMethod int32

const (
	noCall treeMethod = iota
	callRoot
	callExpand
	callFinish
	callLevel
	callLoad
	callSubtree
	callSurvey
	callPacked
	callBound
	callValue
	treeMethods // how many
)

// String is the name of the method.
func (m treeMethod) String() string {
	return [treeMethods]string{"", "Root", "Expand", "Finish", "Level", "Load", "Subtree", "Survey", "Packed", "Bound", "Value"}[m]
}

// isTreeMethod reports whether a method has such a name.
func isTreeMethod(name string) bool {
	for m := noCall + 1; m < treeMethods; m++ {
		if m.String() == name {
			return true
		}
	}
	return false
}

// panicOfTree returns the error of a tree whose method has panicked with r, and nil if it was no tree. It is called while the
// panic unwinds, when the stack still shows which call was under way: so machines need not note it.
//
//	runtime.gopanic
//	main.(*Queens).safe
//	main.(*Queens).Expand         the method: the first one named so that a machine has called
//	transat/balance/sim.expand
func panicOfTree(r any) *TreeError {
	pcs := make([]uintptr, 1<<14)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	where, inner := "", ""
	for {
		f, more := frames.Next()
		if where == "" {
			where = place(f)
		}
		receiver, method := splitMethod(inner)
		if isTreeMethod(method) && ofMachine(f.Function) && !ofPolicy(inner) {
			e := newPanicOfTree(method, r, where)
			e.Tree = receiver
			return e
		}
		inner = f.Function
		if !more {
			return nil
		}
	}
}

// place is that of a frame, unless it is the runtime's: "queens.go:41".
func place(f runtime.Frame) string {
	if f.Function == "" || strings.HasPrefix(f.Function, "runtime.") {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
}

// newPanicOfTree is the error of a method that has panicked with r.
func newPanicOfTree(method string, r any, where string) *TreeError {
	what := fmt.Sprintf("it panics: %v", r)
	if where != "" {
		what += " (" + where + ")"
	}
	return &TreeError{Method: method, What: what, Panic: r, Stack: string(debug.Stack())}
}

// splitMethod splits "dir/main.(*Queens).Expand" into "*main.Queens" and "Expand".
func splitMethod(function string) (receiver, method string) {
	at := strings.LastIndexByte(function, '.')
	if at < 0 {
		return "", ""
	}
	receiver, method = function[:at], function[at+1:]
	receiver = receiver[strings.LastIndexByte(receiver, '/')+1:]
	if pkg, name, ok := strings.Cut(receiver, ".(*"); ok {
		receiver = "*" + pkg + "." + strings.TrimSuffix(name, ")")
	}
	return receiver, method
}

// packageOf is the path of a function's package.
func packageOf(function string) string {
	dir := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[dir:], ".")
	return function[:dir] + name
}

// ofMachine reports whether a function is that of a machine: of a package below this one; or of [Loads], which calls trees for machines.
func ofMachine(function string) bool {
	pkg := packageOf(function)
	below := strings.HasPrefix(pkg, packageHere()+"/") && !strings.HasSuffix(pkg, "_test")
	return strings.HasPrefix(function, packageHere()+".Loads[") || below
}

// ofPolicy reports whether a function is that of a machine itself, or of a policy of this package: they have methods named
// Root and Expand, too.
func ofPolicy(function string) bool {
	switch strings.TrimPrefix(packageOf(function), packageHere()) {
	case "", "/sim", "/simd", "/cores":
		return true
	}
	return false
}

// packageHere is the path of this package.
func packageHere() string { return reflect.TypeFor[Fault]().PkgPath() }
