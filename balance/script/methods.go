package script

import (
	"fmt"
	"math"
	"slices"

	"go.starlark.net/starlark"

	"transat/balance"
)

// method is a method of p, bound to it.
type method[A action] instance

// action is what a method does.
type action interface {
	// name is that of the method.
	name() string
	// do does it, for a processor in a callback.
	do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)
}

// The methods by which a method implements starlark.Callable.

func (m *method[A]) String() string        { return "p." + m.Name() }
func (m *method[A]) Type() string          { return "method" }
func (m *method[A]) Freeze()               {}
func (m *method[A]) Truth() starlark.Bool  { return true }
func (m *method[A]) Hash() (uint32, error) { return uint32(m.rank), nil }

// Name is the name of the method.
func (m *method[A]) Name() string {
	var a A
	return a.name()
}

// CallInternal calls the method.
func (m *method[A]) CallInternal(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var a A
	if m.proc == nil {
		return nil, fmt.Errorf("p.%s is called outside of a callback", a.name())
	}
	if err := chargeMethod(thread, args); err != nil {
		return nil, err
	}
	v, err := a.do((*instance)(m), args, kwargs)
	if err != nil {
		return nil, fmt.Errorf("p.%s: %w", a.name(), err)
	}
	return v, nil
}

// arguments spreads arguments over the names of at most three parameters, of which the first few are needed.
func arguments(args starlark.Tuple, kwargs []starlark.Tuple, needed int, names ...string) (values [3]starlark.Value, err error) {
	if len(args) > len(names) {
		return values, fmt.Errorf("%d arguments: want %v", len(args), names)
	}
	copy(values[:], args)
	for _, pair := range kwargs {
		i := 0
		for i < len(names) && names[i] != string(pair[0].(starlark.String)) {
			i++
		}
		if i == len(names) || values[i] != nil {
			return values, fmt.Errorf("argument %s: want each of %v once", pair[0], names)
		}
		values[i] = pair[1]
	}
	for i := range needed {
		if values[i] == nil {
			return values, fmt.Errorf("the argument %s is missing", names[i])
		}
	}
	return values, nil
}

// send is p.send(to, kind, …): the fields of the message follow in their order, or by name. If to is a list of ranks,
// each gets one.
type send struct{}

func (send) name() string { return "send" }

func (send) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) < 2 {
		return nil, fmt.Errorf("want the rank of a processor, the kind of message and its fields: p.send(to, \"kind\", …)")
	}
	m, err := p.run.program.compose(args[1], args[2:], kwargs)
	if err != nil {
		return nil, err
	}
	procs := p.run.network.topology.Procs()
	list, ok := args[0].(starlark.Indexable)
	if !ok {
		to, err := rankOf("to", args[0], procs)
		if err != nil {
			return nil, err
		}
		p.proc.Send(to, m)
		return starlark.None, p.run.underWay(1)
	}
	for i := range list.Len() {
		if _, err := rankOf("to", list.Index(i), procs); err != nil {
			return nil, err
		}
	}
	for i := range list.Len() {
		to, _ := rankOf("to", list.Index(i), procs)
		p.proc.Send(to, m)
	}
	return starlark.None, p.run.underWay(list.Len())
}

// tagOf is the tag of elements, 0 if none is given, and the other arguments that have names.
func tagOf(kwargs []starlark.Tuple) (tag uint8, others []starlark.Tuple, err error) {
	for i, pair := range kwargs {
		if string(pair[0].(starlark.String)) == "tag" {
			n, err := intOf("tag", pair[1], 0, math.MaxUint8)
			return uint8(n), slices.Concat(kwargs[:i], kwargs[i+1:]), err
		}
	}
	return 0, kwargs, nil
}

// transfer is p.transfer(to, n): it returns how many elements were sent. With tag=…, they have one.
type transfer struct{}

func (transfer) name() string { return "transfer" }

func (transfer) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	tag, kwargs, err := tagOf(kwargs)
	if err != nil {
		return nil, err
	}
	v, err := arguments(args, kwargs, 2, "to", "n")
	if err != nil {
		return nil, err
	}
	to, err := rankOf("to", v[0], p.run.network.topology.Procs())
	if err != nil {
		return nil, err
	}
	n, err := intOf("n", v[1], math.MinInt32, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	p.proc.SetTag(tag)
	return starlark.MakeInt(p.proc.Transfer(to, int(n))), nil
}

// transferLoad is p.transfer_load(to, at_least, at_most): it returns the load that was sent. There is no upper bound
// if at_most is not given.
type transferLoad struct{}

func (transferLoad) name() string { return "transfer_load" }

func (transferLoad) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	tag, kwargs, err := tagOf(kwargs)
	if err != nil {
		return nil, err
	}
	v, err := arguments(args, kwargs, 2, "to", "at_least", "at_most")
	if err != nil {
		return nil, err
	}
	to, err := rankOf("to", v[0], p.run.network.topology.Procs())
	if err != nil {
		return nil, err
	}
	least, err := floatOf("at_least", v[1])
	if err != nil {
		return nil, err
	}
	most := math.Inf(1)
	if v[2] != nil {
		if most, err = floatOf("at_most", v[2]); err != nil {
			return nil, err
		}
	}
	p.proc.SetTag(tag)
	return number(p.proc.TransferLoad(to, least, most)), nil
}

// wakeAfter is p.wake_after(seconds): it returns the time at which wake will be called, as p.now tells it then.
type wakeAfter struct{}

func (wakeAfter) name() string { return "wake_after" }

// longestWait is about thirty years.
const longestWait = 1e9

func (wakeAfter) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := arguments(args, kwargs, 1, "seconds")
	if err != nil {
		return nil, err
	}
	wait, err := floatOf("seconds", v[0])
	if err != nil {
		return nil, err
	}
	if wait < 0 || wait > longestWait {
		return nil, fmt.Errorf("seconds = %v: want a time from 0 to %g s", v[0], longestWait)
	}
	d := balance.Ticks(math.Round(wait * float64(balance.Second)))
	p.proc.WakeAfter(d)
	if err := p.run.underWay(1); err != nil {
		return nil, err
	}
	return starlark.Float((p.proc.Now() + d).Seconds()), nil
}

// mostChoices is the largest n: the nanoseconds of a hundred days are fewer, and a float is exact up to there.
const mostChoices = 1 << 53

// random is p.random(n), a whole number from 0 to n-1; without n, p.random() is a number from 0 to 1, without 1.
type random struct{}

func (random) name() string { return "random" }

func (random) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := arguments(args, kwargs, 0, "n")
	if err != nil {
		return nil, err
	}
	if v[0] == nil {
		return starlark.Float(p.proc.Rand().Float64()), nil
	}
	n, err := intOf("n", v[0], 1, mostChoices)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt64(p.proc.Rand().Int64N(n)), nil
}

// setGrain is p.set_grain(load).
type setGrain struct{}

func (setGrain) name() string { return "set_grain" }

func (setGrain) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	v, err := arguments(args, kwargs, 1, "load")
	if err != nil {
		return nil, err
	}
	load, err := floatOf("load", v[0])
	if err != nil {
		return nil, err
	}
	if load < 0 {
		return nil, fmt.Errorf("load = %v: want a load of at least 0", v[0])
	}
	p.proc.SetGrain(load)
	return starlark.None, nil
}

// countPhase is p.count_phase().
type countPhase struct{}

func (countPhase) name() string { return "count_phase" }

func (countPhase) do(p *instance, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if _, err := arguments(args, kwargs, 0); err != nil {
		return nil, err
	}
	p.proc.CountPhase()
	return starlark.None, nil
}
