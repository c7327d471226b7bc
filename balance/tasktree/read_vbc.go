package tasktree

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
)

// VBC is the log of a branch and bound that draws trees. SCIP writes it with "set visual vbcfilename FILE", a line for each event:
//
//	#TYPE: COMPLETE TREE
//	00:00:00.12 N 0 1 3      node 1 is there, below 0: it is the root; 3 is the colour of open nodes
//	00:00:00.31 N 1 2 3      node 2, below node 1
//	00:00:00.31 I 2 \i…      a text about node 2
//	00:00:00.31 P 1 2        node 1 is done; later, 4 if it was infeasible, and 14 if there was a solution
//	00:00:00.40 P 3 4        node 3 is cut off by a bound, without having been worked on
//	00:00:00.40 U 17.5       an upper bound
//
// SCIP works on one node at a time, and gives it colour 2 when it is done: so the time since the node before was done is that of this one.
// Time stamps have hundredths of a second, in which SCIP may do several nodes: these share the time. Nodes that are never done take
// no time.
//
// SYMPHONY writes it with "vbc_emulation 1" and "vbc_emulation_file_name FILE" among its parameters. It has a colon before the hundredths,
// and names nodes at the end, from the last one to the first, when all else has been said of them:
//
//	00:00:00:02 P 5 3        node 5 is worked on
//	00:00:00:02 P 5 1        it is done: it has branches; or 2 if not
//	00:00:00:07 N 2 5 4      it lies below node 2
//
// After a restart, SCIP counts nodes from 1 again, below a new root. That one becomes a child of the root before: it comes after it.

// The colours that say what a node is.
const (
	vbcDone     = 2
	vbcSolution = 14

	vbcBranched = 1 // of SYMPHONY, done as well
)

// vbcReader reads tasks from VBC.
type vbcReader struct {
	*lines
	builder *Builder

	numbers map[int32]int // the task of each node of the run
	tasks   []vbcTask
	root    int // the task of the run's root; -1 before the first
	runs    int
	late    bool // nodes are named after what is said of them, as SYMPHONY does

	last  int64 // hundredths of a second up to which all time has been given to tasks
	stamp int64 // of the nodes that share
	share []int // the tasks that were done at the stamp
}

// vbcTask is a node.
type vbcTask struct {
	parent, run int
	node        int32
	work        int64 // in units of 10^-vbcDigits seconds
	line        int64
	solution    bool
	named       bool // if nodes are named late: it has been
}

// vbcDigits is the number of decimals of works: finer than the time stamps, so that nodes can share one.
const vbcDigits = 6

func (r *vbcReader) run() error {
	r.builder.meta.Unit, r.builder.meta.Pruned = "seconds", true
	r.numbers, r.root = map[int32]int{}, -1
	for {
		line, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if err := r.event(line); err != nil {
			return err
		}
	}
	r.settle()
	for _, t := range r.tasks {
		if r.late && !t.named {
			msg := fmt.Sprintf("node %d is not there: want a line \"N PARENT NODE COLOUR\"", t.node)
			return &Error{Name: r.name, Line: t.line, Msg: msg}
		}
		if err := r.add(t); err != nil {
			return err
		}
	}
	return nil
}

// add gives a task to the builder.
func (r *vbcReader) add(t vbcTask) error {
	var parent []byte
	if t.parent >= 0 {
		parent = r.id(r.tasks[t.parent])
	}
	work := decimal{mantissa: t.work, digits: vbcDigits}
	for work.digits > 0 && work.mantissa%10 == 0 {
		work.mantissa, work.digits = work.mantissa/10, work.digits-1
	}
	return r.builder.add(r.id(t), parent, work, 0, false, t.solution, t.line)
}

// id is that of a task: the number of its node, and after a restart that of the run.
func (r *vbcReader) id(t vbcTask) []byte {
	if t.run == 1 {
		return strconv.AppendInt(nil, int64(t.node), 10)
	}
	return fmt.Appendf(nil, "run %d, %d", t.run, t.node)
}

// event takes a line.
func (r *vbcReader) event(line []byte) error {
	stamp, rest, _ := bytes.Cut(line, []byte{' '})
	now, ok := parseStamp(stamp)
	if !ok {
		return r.broken(line, "want a time such as 00:00:01.25 first")
	}
	r.late = r.late || stamp[len(stamp)-len(".CC")] == ':'
	if now < max(r.last, r.stamp) {
		return r.wrong("time %s lies before that of an earlier line: want times that grow", quote(string(stamp)))
	}
	if len(rest) == 0 {
		return r.broken(line, "want an event behind the time: N, I, P, L or U")
	}
	switch rest[0] {
	case 'N':
		return r.node(line, rest)
	case 'P':
		return r.colour(line, rest, now)
	case 'I', 'L', 'U', 'A', 'D':
		return nil
	}
	return r.broken(line, "want an event behind the time: N, I, P, L or U")
}

// broken is the error of a line that is no event.
func (r *vbcReader) broken(line []byte, want string) error {
	if r.ended {
		return r.cut("the file ends within %s: the line is cut short", quote(string(line)))
	}
	return r.wrong("%s: %s", quote(string(line)), want)
}

// node takes a line "N parent node colour".
func (r *vbcReader) node(line, rest []byte) error {
	var n [3]int32
	if !numbersOf(rest, n[:]) || n[1] < 1 || n[0] < 0 {
		return r.broken(line, "want \"N PARENT NODE COLOUR\", with nodes from 1 on, and parent 0 for the root")
	}
	if r.late {
		return r.nameLate(n[1], n[0])
	}
	parent := -1
	if n[0] == 0 {
		if _, taken := r.numbers[n[1]]; taken || r.runs == 0 {
			clear(r.numbers)
			r.runs++
			parent = r.root
			r.root = len(r.tasks)
		}
	} else if at, ok := r.numbers[n[0]]; ok {
		parent = at
	} else {
		return r.wrong("node %d has parent %d, which is not there: want one that came before, or 0 for the root", n[1], n[0])
	}
	if at, taken := r.numbers[n[1]]; taken {
		return r.wrong("node %d is taken by line %d: want another number for each node", n[1], r.tasks[at].line)
	}
	if len(r.tasks) >= math.MaxInt32 {
		return errTooMany
	}
	r.numbers[n[1]] = len(r.tasks)
	r.tasks = append(r.tasks, vbcTask{parent: parent, run: r.runs, node: n[1], line: r.n, named: true})
	return nil
}

// nameLate takes the parent of a node of which something may have been said before.
func (r *vbcReader) nameLate(node, parent int32) error {
	t := &r.tasks[r.mention(node)]
	if t.named {
		return r.wrong("node %d is taken by line %d: want another number for each node", node, t.line)
	}
	t.named, t.line = true, r.n
	if parent > 0 {
		at := r.mention(parent)
		r.tasks[r.numbers[node]].parent = at
	}
	return nil
}

// mention returns the task of a node that may be named later.
func (r *vbcReader) mention(node int32) int {
	at, ok := r.numbers[node]
	if !ok {
		at = len(r.tasks)
		r.numbers[node] = at
		r.tasks = append(r.tasks, vbcTask{parent: -1, run: 1, node: node, line: r.n})
	}
	return at
}

// colour takes a line "P node colour".
func (r *vbcReader) colour(line, rest []byte, now int64) error {
	var n [2]int32
	if !numbersOf(rest, n[:]) {
		return r.broken(line, "want \"P NODE COLOUR\"")
	}
	at, ok := r.numbers[n[0]]
	switch {
	case !ok && !r.late:
		return r.wrong("node %d is not there: want one that came before", n[0])
	case !ok:
		at = r.mention(n[0])
	}
	switch {
	case n[1] == vbcSolution && !r.late:
		r.tasks[at].solution = true
	case n[1] == vbcDone, n[1] == vbcBranched && r.late:
		if now != r.stamp {
			r.settle()
		}
		r.stamp = now
		r.share = append(r.share, at)
	}
	return nil
}

// settle gives the time up to the stamp to the nodes that were done there, the same to each, and what is left over to the first.
func (r *vbcReader) settle() {
	if len(r.share) == 0 {
		return
	}
	all := (r.stamp - r.last) * power(vbcDigits-2)
	each := all / int64(len(r.share))
	for _, at := range r.share {
		r.tasks[at].work += each
		all -= each
	}
	r.tasks[r.share[0]].work += all
	r.last, r.share = r.stamp, r.share[:0]
}

// numbersOf reads numbers behind a letter, with nothing behind them.
func numbersOf(text []byte, to []int32) bool {
	fields := bytes.Fields(text[1:])
	if len(fields) != len(to) {
		return false
	}
	for i, f := range fields {
		n, err := strconv.ParseInt(string(f), 10, 32)
		if err != nil {
			return false
		}
		to[i] = int32(n)
	}
	return true
}

// parseStamp reads a time HH:MM:SS.CC, with two digits or more of hours, in hundredths of a second. The point may be a colon.
func parseStamp(text []byte) (int64, bool) {
	const tail = len(":MM:SS.CC")
	if len(text) < tail+1 || len(text) > tail+9 {
		return 0, false
	}
	hours, rest := text[:len(text)-tail], text[len(text)-tail:]
	n, ok := wholeOf(hours)
	for i, scale := range []int64{60, 60, 100} {
		part, more := wholeOf(rest[3*i+1 : 3*i+3])
		ok = ok && more && (rest[3*i] == "::."[i] || rest[3*i] == ':') && part < scale
		n = n*scale + part
	}
	return n, ok
}

func wholeOf(text []byte) (int64, bool) {
	n := int64(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}
