package profiler

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"time"
)

// client writes messages as a solver does.
type client struct{ bytes.Buffer }

func (c *client) message(body []byte) {
	c.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(body))))
	c.Write(body)
}

func numbers(dst []byte, all ...int32) []byte {
	for _, n := range all {
		dst = binary.BigEndian.AppendUint32(dst, uint32(n))
	}
	return dst
}

func text(dst []byte, field byte, s string) []byte {
	return append(numbers(append(dst, field), int32(len(s))), s...)
}

func (c *client) start(info string) {
	c.message(text(numbers([]byte{typeStart, fieldVersion}, 3), fieldInfo, info))
}

func (c *client) restart() { c.message(text([]byte{typeRestart}, fieldInfo, `{"restart_id": 1}`)) }

func (c *client) node(id, parent uid, kids int32, s status) {
	body := numbers([]byte{typeNode}, id.number, id.restart, id.thread, parent.number, parent.restart, parent.thread, 0, kids)
	c.message(text(append(body, byte(s)), fieldLabel, "x = 1"))
}

func (c *client) done() { c.message([]byte{typeDone}) }

var none = uid{-1, -1, -1}

// Two restarts, two threads, a solution, a node whose status comes later, children that never come, and one that is skipped.
func TestReadsWhatASolverSends(t *testing.T) {
	var c client
	c.start(`{"name": "queens", "has_restarts": true, "execution_id": 0}`)
	c.node(uid{0, 0, 0}, none, 3, branch)
	c.node(uid{1, 0, 0}, uid{0, 0, 0}, 2, branch)
	c.node(uid{2, 0, 0}, uid{1, 0, 0}, 0, failed)
	c.node(uid{0, 0, 1}, uid{0, 0, 0}, 0, branch)
	c.node(uid{0, 0, 1}, uid{0, 0, 0}, 0, solved)
	c.node(uid{5, 0, 0}, uid{1, 0, 0}, 0, skipped)
	c.restart()
	c.node(uid{1, 1, 0}, uid{0, 1, 0}, 0, failed) // before its parent
	c.node(uid{0, 1, 0}, none, 1, branch)
	c.done()
	c.WriteString("what comes later is not read")
	r, err := Read(&c, Options{Pruned: true})
	if err != nil {
		t.Fatal(err)
	}
	tree := r.Tree
	if tree.Nodes() != 6 || tree.Work() != 6 || tree.Roots() != 2 || tree.Solutions() != 1 || !tree.Pruned() || tree.Unit() != "nodes" {
		t.Errorf("%d nodes, work %d, %d roots, %d solutions, pruned %v, unit %q",
			tree.Nodes(), tree.Work(), tree.Roots(), tree.Solutions(), tree.Pruned(), tree.Unit())
	}
	r.Tree = nil
	want := Trace{Name: "queens", Whole: true, Restarts: 1, Threads: 2, Open: 1, Skipped: 1, Repetition: 1}
	if *r != want {
		t.Errorf("%+v, want %+v", *r, want)
	}
}

func TestTimesAreThoseBetweenMessagesOfAThread(t *testing.T) {
	var c client
	c.start(`{}`)
	c.node(uid{0, 0, 0}, none, 2, branch)
	c.node(uid{1, 0, 7}, uid{0, 0, 0}, 0, failed)
	c.node(uid{2, 0, 0}, uid{0, 0, 0}, 0, failed)
	c.done()
	at := time.Unix(0, 0)
	clock := func() time.Time { at = at.Add(time.Millisecond); return at } // Read, START, and a node each
	r, err := Read(&c, Options{Seconds: true, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	// Node 0 comes 1 ms after START, node 1 of another thread 2 ms after it, and node 2 comes 2 ms after node 0.
	if r.Tree.Work() != 5000 || r.Tree.Unit() != "microseconds" {
		t.Errorf("work %d in %s", r.Tree.Work(), r.Tree.Unit())
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	for name, x := range map[string]struct {
		write func(c *client)
		want  string
		nodes int64 // that are kept
	}{
		"nothing":   {func(*client) {}, "", 0},
		"a browser": {func(c *client) { c.WriteString("GET / HTTP/1.1\r\n\r\n") }, "is this a CP-Profiler connection?", 0},
		"huge":      {func(c *client) { c.Write([]byte{255, 255, 255, 127, 0}) }, "its length is 2147483647 bytes", 0},
		"cut length": {func(c *client) {
			c.node(uid{}, none, 0, failed)
			c.Write([]byte{1, 0})
		}, "message 2 of the solver: it ends after 2 bytes", 1},
		"cut body":     {func(c *client) { c.node(uid{}, none, 0, failed); c.Write([]byte{9, 0, 0, 0, 1}) }, "after 1 of 9 bytes", 1},
		"short node":   {func(c *client) { c.message([]byte{typeNode, 1, 2}) }, "its 3 bytes are too few", 0},
		"long text":    {func(c *client) { c.message([]byte{typeStart, fieldInfo, 127, 0, 0, 0}) }, "too few", 0},
		"a field":      {func(c *client) { c.message([]byte{typeDone, 9}) }, "a field of kind 9", 0},
		"a type":       {func(c *client) { c.message([]byte{4}) }, "it has type 4", 0},
		"a status":     {func(c *client) { c.node(uid{3, 0, 0}, none, 0, 9) }, "node 3 has status 9", 0},
		"children":     {func(c *client) { c.node(uid{3, 0, 0}, none, -1, branch) }, "node 3 has -1 children", 0},
		"no root":      {func(c *client) { c.node(uid{3, 0, 0}, uid{4, 0, 0}, 0, failed); c.done() }, "there is no root", 0},
		"itself above": {func(c *client) { c.node(uid{3, 0, 0}, uid{3, 0, 0}, 1, branch); c.done() }, "there is no root", 0},
		"too many": {func(c *client) {
			for i := range int32(4) {
				c.node(uid{i, 0, 0}, none, 0, failed)
			}
		}, "3 are the most", 3},
	} {
		t.Run(name, func(t *testing.T) {
			var c client
			x.write(&c)
			r, err := Read(&c, Options{Most: 3})
			if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
				t.Errorf("%v, want %q", err, x.want)
			}
			var bad *Error
			if x.want != "" && x.want != "there is no root" && !errors.As(err, &bad) {
				t.Errorf("%T", err)
			}
			if (r.Tree != nil) != (x.nodes > 0) || r.Tree != nil && r.Tree.Nodes() != x.nodes {
				t.Errorf("%+v, want %d nodes", r, x.nodes)
			}
		})
	}
}

// Nodes that a lying peer hangs on nothing, or on each other, are left out; the rest stays.
func TestOrphansAreLeftOut(t *testing.T) {
	var c client
	c.node(uid{0, 0, 0}, none, 1, branch)
	c.node(uid{1, 0, 0}, uid{0, 0, 0}, 0, failed)
	c.node(uid{2, 0, 0}, uid{9, 0, 0}, 0, failed)
	c.node(uid{3, 0, 0}, uid{4, 0, 0}, 1, branch)
	c.node(uid{4, 0, 0}, uid{3, 0, 0}, 1, branch)
	r, err := Read(&c, Options{})
	if err != nil || r.Tree.Nodes() != 2 || r.Orphans != 3 || r.Whole {
		t.Errorf("%+v, %v", r, err)
	}
}

// FuzzRead: nothing that comes makes Read panic, or take more than there is.
func FuzzRead(f *testing.F) {
	var c client
	c.start(`{"name": "queens"}`)
	c.node(uid{0, 0, 0}, none, 1, branch)
	c.node(uid{1, 0, 0}, uid{0, 0, 0}, 0, solved)
	c.done()
	f.Add(c.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(bytes.NewReader(data), Options{})
		if r.Tree != nil && r.Tree.Nodes()+r.Orphans > int64(len(data))/37 {
			t.Errorf("%d nodes of %d bytes (%v)", r.Tree.Nodes(), len(data), err)
		}
	})
}
