package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"transat/balance"
)

// processor is p: what a machine lends to a policy, see balance.Proc, under the same names. What needs an argument or
// has an effect is a method, the rest are attributes. Times are in seconds.
type processor instance

// The methods by which a processor implements starlark.HasAttrs.

func (p *processor) String() string        { return fmt.Sprintf("processor %d", p.rank) }
func (p *processor) Type() string          { return "processor" }
func (p *processor) Freeze()               {}
func (p *processor) Truth() starlark.Bool  { return true }
func (p *processor) Hash() (uint32, error) { return uint32(p.rank), nil }

// AttrNames returns the names of the attributes and methods.
func (p *processor) AttrNames() []string {
	return []string{
		"busy", "count_phase", "len", "load", "mean", "neighbours", "now", "params", "procs", "random", "rank", "send",
		"set_grain", "state", "topology", "total", "transfer", "transfer_load", "wake_after", "working",
	}
}

// Attr returns an attribute or a method. A method is the processor itself, seen as another type, and needs no memory.
func (p *processor) Attr(name string) (starlark.Value, error) {
	switch name {
	case "state":
		return (*memory)(p), nil
	case "params":
		return &p.run.settings, nil
	case "topology":
		return p.run.network, nil
	case "rank":
		return starlark.MakeInt(int(p.rank)), nil
	case "procs":
		return starlark.MakeInt(p.run.network.topology.Procs()), nil
	case "neighbours":
		return p.next(), nil
	}
	if p.proc == nil {
		return p.outside(name)
	}
	switch name {
	case "load":
		return number(p.proc.Load()), nil
	case "len":
		return starlark.MakeInt(p.proc.Len()), nil
	case "working":
		return number(p.proc.Working()), nil
	case "total":
		return number(balance.TotalLoad(p.proc)), nil
	case "mean":
		return number(balance.MeanLoad(p.proc)), nil
	case "busy":
		return starlark.Bool(p.proc.Busy()), nil
	case "now":
		return starlark.Float(p.proc.Now().Seconds()), nil
	case "random":
		return (*method[random])(p), nil
	case "send":
		return (*method[send])(p), nil
	case "transfer":
		return (*method[transfer])(p), nil
	case "transfer_load":
		return (*method[transferLoad])(p), nil
	case "wake_after":
		return (*method[wakeAfter])(p), nil
	case "set_grain":
		return (*method[setGrain])(p), nil
	case "count_phase":
		return (*method[countPhase])(p), nil
	}
	return nil, lacks("p", name, p.AttrNames())
}

// outside says why p lacks an attribute in a rule in steps.
func (p *processor) outside(name string) (starlark.Value, error) {
	for _, known := range p.AttrNames() {
		if name == known {
			return nil, starlark.NoSuchAttrError(fmt.Sprintf("%v has no p.%s: a rule in steps knows the loads that it is given, and "+
				"returns what to send", p.at, name))
		}
	}
	return nil, lacks("p", name, p.AttrNames())
}

// next are the neighbours.
func (p *processor) next() starlark.Value {
	if p.neighbours == nil {
		var ranks []int
		if p.proc != nil {
			ranks = p.proc.Neighbours()
		} else {
			ranks = p.run.network.topology.Neighbours(int(p.rank))
		}
		p.unmeasured += 16 * int64(len(ranks))
		p.neighbours = starlark.NewList(ints(ranks))
		p.neighbours.Freeze()
	}
	return p.neighbours
}

// seconds are those of a time.
