package script

import (
	"fmt"
	"sync"
	"sync/atomic"

	"go.starlark.net/starlark"

	"transat/balance"
)

// run is what all processors of a run of a program share. Nothing in it changes.
type run struct {
	program  *program
	network  *network
	settings settings
	root     int

	// Interpreters that no callback is using. A simulation needs one, and the first is found without a look at the
	// pool; on real cores every callback under way has one of its own.
	idle  atomic.Pointer[interpreter]
	spare sync.Pool

	held atomic.Int64 // what the states of all processors hold at most, in bytes
	free int64        // what each may hold in addition without being measured

	pending atomic.Int64 // messages and timers under way
}

func (p *program) newRun(t balance.Topology, v balance.Values) *run {
	r := &run{program: p, network: &network{topology: t, sides: ints(t.Sides())}, free: min(largestGrant, freeGrants/int64(t.Procs()))}
	r.settings = settings{program: p}
	for _, x := range p.about.params {
		r.settings.values = append(r.settings.values, number(v[x.Name]))
	}
	return r
}

// maker makes the policies of a run.
func (p *program) maker(t balance.Topology, v balance.Values) balance.Maker {
	r := p.newRun(t, v)
	if p.callbacks[askRoot] != nil {
		r.root = r.askRoot(t)
	}
	return func(rank int) balance.Policy {
		in := r.newInstance(rank)
		if p.callbacks[onLoadChanged] != nil {
			return &watcher{in}
		}
		return in
	}
}

func (r *run) newInstance(rank int) *instance {
	return &instance{run: r, rank: int32(rank), granted: r.free}
}

// askRoot asks the program on which processor the search should begin.
func (r *run) askRoot(t balance.Topology) int {
	answer, err := r.ask(askRoot, starlark.Tuple{r.network})
	if err == nil {
		var root int
		if root, err = rankOf("root", answer, t.Procs()); err == nil {
			return root
		}
		err = fmt.Errorf("%s: %w", r.program.name, err)
	}
	panic(balance.Fault{Err: err})
}

// ask calls a function of the program that belongs to no processor.
func (r *run) ask(c callback, args starlark.Tuple) (starlark.Value, error) {
	it := newInterpreter(r)
	answer, err := starlark.Call(it.thread, r.program.callbacks[c], args, nil)
	if err != nil {
		return nil, inProgram(err)
	}
	return answer, nil
}

// interpreter is what a callback needs besides its processor.
type interpreter struct {
	thread *starlark.Thread
	args   [6]starlark.Value
	scale  *scale    // nil until the first measurement
	of     *instance // whose callback is under way
}

func newInterpreter(r *run) *interpreter {
	it := &interpreter{thread: &starlark.Thread{Name: r.program.name}}
	it.thread.Print = func(thread *starlark.Thread, text string) {
		where := ""
		if it.of != nil {
			where = it.of.where() + ": "
		}
		r.program.say(where, text)
	}
	limit(it.thread)
	return it
}

func (r *run) borrow() *interpreter {
	if it := r.idle.Swap(nil); it != nil {
		return it
	}
	if it, ok := r.spare.Get().(*interpreter); ok {
		return it
	}
	return newInterpreter(r)
}

func (r *run) giveBack(it *interpreter) {
	it.of = nil
	clear(it.args[:])
	if it = r.idle.Swap(it); it != nil {
		r.spare.Put(it)
	}
}

// instance is a processor's policy. There may be a million of them: hence the few fields. Seen by the program it is
// two values: p, a processor, and p.state, its memory.
type instance struct {
	run        *run
	proc       balance.Proc // nil but during a callback; always nil in a rule
	rank       int32
	at         callback         // under way, or the last one
	links      int32            // of its rule
	fields     []starlark.Value // of p.state, in the order of program.fields; nil: not there
	neighbours *starlark.List   // nil until asked for
	held       int64            // what its state held when it was measured last, and what it was granted beside run.free
	granted    int64            // what it may have grown by before it is measured again
	unmeasured int64            // what it may have grown by since then
}

// Root implements balance.Rooted.
func (in *instance) Root() int { return in.run.root }

// Start implements balance.Policy.
func (in *instance) Start(p balance.Proc) { in.call(p, onStart) }

// Idle implements balance.Policy.
func (in *instance) Idle(p balance.Proc) { in.call(p, onIdle) }

// Wake implements balance.Policy.
func (in *instance) Wake(p balance.Proc) {
	in.run.pending.Add(-1)
	in.call(p, onWake)
}

// Arrived implements balance.Policy.
func (in *instance) Arrived(p balance.Proc, from int) {
	if in.run.program.callbacks[onArrived] != nil {
		if in.run.program.hearsTags {
			in.call(p, onArrived, starlark.MakeInt(from), starlark.MakeInt(int(p.Tag())))
		} else {
			in.call(p, onArrived, starlark.MakeInt(from))
		}
	}
}

// Receive implements balance.Policy.
func (in *instance) Receive(p balance.Proc, from int, m balance.Message) {
	in.run.pending.Add(-1)
	if in.run.program.callbacks[onReceive] != nil {
		in.call(p, onReceive, starlark.MakeInt(from), in.run.program.message(m))
	}
}

// watcher is an instance that wants to hear of changes of its load.
type watcher struct{ *instance }

// LoadChanged implements balance.LoadWatcher.
func (w *watcher) LoadChanged(p balance.Proc) { w.call(p, onLoadChanged) }

// call calls a function of the program, if it has that.
func (in *instance) call(p balance.Proc, c callback, more ...starlark.Value) {
	if in.run.program.callbacks[c] == nil {
		return
	}
	in.proc = p
	in.evaluate(c, more...)
	in.proc = nil
}

// evaluate calls a function of the program with p, and more.
func (in *instance) evaluate(c callback, more ...starlark.Value) starlark.Value {
	it := in.run.borrow()
	it.of, in.at = in, c
	it.args[0] = (*processor)(in)
	n := 1 + copy(it.args[1:], more)
	it.thread.Steps = 0
	answer, err := starlark.Call(it.thread, in.run.program.callbacks[c], it.args[:n], nil)
	if err != nil {
		panic(balance.Fault{Err: in.fault(err)})
	}
	if in.unmeasured += bytesAStep * int64(it.thread.Steps); in.unmeasured > in.granted {
		if it.scale == nil {
			it.scale = newScale()
		}
		in.measure(it.scale)
	}
	in.run.giveBack(it)
	return answer
}
