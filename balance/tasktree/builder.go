package tasktree

import (
	"errors"
	"fmt"
	"math"

	"transat/balance/foreign"
)

// Task is a task to be added to a [Builder].
type Task struct {
	ID       string  // any text
	Parent   string  // the id of its parent, which may be added later; "" for a root
	Work     string  // of the task itself: a decimal number in the tree's unit, at least 0
	Load     float64 // of the task with all below it, at least 0; 0 if it is not known
	Solution bool
}

// Builder makes a [Tree]: Add all tasks, in any order, and then call Tree. A Builder with an error is of no more use.
//
//	b := tasktree.NewBuilder(tasktree.Meta{Unit: "seconds"})
//	err := b.Add(tasktree.Task{ID: "a", Work: "0.25"})
//	err = b.Add(tasktree.Task{ID: "b", Parent: "a", Work: "1.5"})
//	tree, err := b.Tree()
//
// AddChild is for programs that number tasks themselves.
type Builder struct {
	meta   Meta
	name   string                  // of the file, for errors
	room   func(bytes int64) error // see Options; may be nil
	ids    table
	nodes  column[task] // by the number of the id
	order  column[uint32]
	lines  []run // the line of each task, in order
	loads  column[float64]
	loaded int            // how many tasks have a load
	levels column[uint32] // of tasks with numbers, if they are not the depths
	solved bits

	digits  int // works count 10^-digits
	total   int64
	most    int // 1 more than digits may get, once that is known
	rounded int64
	named   bool // tasks have ids
}

// task is one of the tasks of a Builder.
type task struct {
	work   int64
	parent uint32 // the parent's number + 1; 0 for a root; unknown if the task is only named, as a parent
}

const (
	unknown = math.MaxUint32
	// maxTasks keeps numbers below unknown, with a root above them all.
	maxTasks = math.MaxUint32 - 2
)

// run says that from a task on, each lies a line after the one before.
type run struct {
	task int
	line int64
}

// NewBuilder returns a Builder without tasks.
func NewBuilder(meta Meta) *Builder { return &Builder{meta: meta} }

// Add adds a task. The error says what is wrong with it.
func (b *Builder) Add(t Task) error {
	work, wrong := parseDecimal([]byte(t.Work), digitsOf(b.meta.Unit))
	if wrong != "" {
		return b.wrong(0, "task %s has work %s: %s", quote(t.ID), quote(t.Work), wrong)
	}
	if !(t.Load >= 0) || math.IsInf(t.Load, 0) {
		return b.wrong(0, "task %s has load %v: %s", quote(t.ID), t.Load, wantWork)
	}
	return b.add([]byte(t.ID), []byte(t.Parent), work, t.Load, t.Load > 0, t.Solution, 0)
}

// AddChild adds a task without an id, with a work that is an integer, below one that is there, or as a root if parent is -1. It
// returns its number: they count up from 0 on, with the tasks of Add among them.
func (b *Builder) AddChild(parent int, work int64, solution bool) (number int, err error) {
	number = b.nodes.n
	switch {
	case parent < -1 || parent >= number:
		return 0, b.wrong(0, "task %d has parent %d: want one that is there, or -1 for a root", number, parent)
	case work < 0:
		return 0, b.wrong(0, "task %d has work %d: %s", number, work, wantWork)
	case work >= mostWork:
		return 0, b.wrong(0, "task %d has work %d: %s", number, work, largeWork)
	case int64(number) >= maxTasks:
		return 0, errTooMany
	case b.ids.place.n > 0:
		return 0, errors.New("tasktree: AddChild after Add: want only one of them in a tree")
	}
	own, err := b.scaled(decimal{mantissa: work})
	if err != nil {
		return 0, err
	}
	b.nodes.add(task{own, uint32(parent + 1)})
	b.order.add(uint32(number))
	if solution {
		b.solved.add(number)
	}
	return number, nil
}

var errTooMany = errors.New("too many tasks: want less than 2^32, and ids of less than 4 GiB together")

// add adds a task of a line.
func (b *Builder) add(id, parent []byte, work decimal, load float64, hasLoad, solution bool, line int64) error {
	if err := b.reserve(); err != nil {
		return err
	}
	if len(id) == 0 {
		return b.wrong(line, "a task without an id: want any text")
	}
	if len(id) > maxText || len(parent) > maxText {
		return b.wrong(line, "an id of %d bytes: want at most %d", max(len(id), len(parent)), maxText)
	}
	if b.nodes.n > b.ids.place.n {
		return errors.New("tasktree: Add after AddChild: want only one of them in a tree")
	}
	number, fresh, ok := b.ids.find(id)
	if !ok {
		return errTooMany
	}
	if fresh {
		b.nodes.add(task{parent: unknown})
	}
	if b.nodes.at(number).parent != unknown {
		return b.wrong(line, "id %s is taken%s: want another one for each task", quote(string(id)), b.place(number))
	}
	above := uint32(0)
	if len(parent) > 0 {
		p, fresh, ok := b.ids.find(parent)
		if !ok {
			return errTooMany
		}
		if fresh {
			b.nodes.add(task{parent: unknown})
		}
		above = uint32(p) + 1
	}
	own, err := b.scaled(work)
	if err != nil {
		return b.wrong(line, "work %s of task %s: %v", decimalText(work.mantissa, work.digits), quote(string(id)), err)
	}
	*b.nodes.at(number) = task{own, above}
	if line > 0 && (len(b.lines) == 0 || b.line(b.order.n) != line) {
		b.lines = append(b.lines, run{b.order.n, line})
	}
	b.order.add(uint32(number))
	b.named = true
	if solution {
		b.solved.add(number)
	}
	if hasLoad {
		b.loaded++
	}
	if hasLoad || b.loads.n > 0 {
		for b.loads.n < b.nodes.n {
			b.loads.add(0)
		}
		*b.loads.at(number) = load
	}
	return nil
}

// roomEvery is after how many tasks there has to be room for as many more.
const roomEvery = 1 << 20

// reserve asks whether there is room for more tasks, and then for the tree of all.
func (b *Builder) reserve() error {
	if b.room == nil || b.order.n == 0 || b.order.n%roomEvery != 0 {
		return nil
	}
	const more, all = 64, 48 // bytes of a task that is still to come, and of each when the tree is made
	return b.room(more*roomEvery + all*int64(b.order.n))
}

// scaled returns a work as the works of the tree are counted, which may get more decimals by it, and adds it to the total.
func (b *Builder) scaled(d decimal) (int64, error) {
	errTotal := fmt.Errorf("with it, the works come to 2^50 or more, counted in their last decimal: want fewer decimals, or a larger unit")
	if d.digits > b.digits {
		factor := power(d.digits - b.digits)
		if b.total >= mostWork/factor {
			return 0, errTotal
		}
		for i := range b.nodes.n {
			b.nodes.at(i).work *= factor
		}
		b.total *= factor
		b.digits = d.digits
	}
	factor := power(b.digits - d.digits)
	if d.mantissa > (mostWork-1-b.total)/factor {
		return 0, errTotal
	}
	own := d.mantissa * factor
	b.total += own
	if d.rounded {
		b.rounded++
	}
	return own, nil
}

// line is the line of the task that is number i in order, or would be; 0 if it is not known.
func (b *Builder) line(i int) int64 {
	low, high := 0, len(b.lines)
	for low < high {
		if mid := (low + high) / 2; b.lines[mid].task <= i {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return 0
	}
	r := b.lines[low-1]
	return r.line + int64(i-r.task)
}

// lineOf is the line of a task; 0 if it is not known.
func (b *Builder) lineOf(number int) int64 {
	for i := range b.order.n {
		if int(*b.order.at(i)) == number {
			return b.line(i)
		}
	}
	return 0
}

// place says in which line a task was added, if that is known.
func (b *Builder) place(number int) string {
	if line := b.lineOf(number); line > 0 {
		return fmt.Sprintf(" by line %d", line)
	}
	return ""
}

// text is the name of a task.
func (b *Builder) text(number int) string {
	if b.ids.place.n == 0 {
		return fmt.Sprint(number)
	}
	return quote(string(b.ids.texts.at(*b.ids.place.at(number))))
}

// wrong is an error at a line.
func (b *Builder) wrong(line int64, format string, args ...any) error {
	return &Error{Name: b.name, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// quote shows text of a file in an error.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return `"` + foreign.Text(text) + `"`
}
