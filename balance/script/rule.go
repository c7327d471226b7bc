package script

import (
	"errors"
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"transat/balance"
)

// A rule in steps. Where a program defines
//
//	links(p, substep)                              the links of a substep: [link(to, hears=True, tells=True), …]
//	flow(p, step, substep, own, loads, whole)      the amounts to send over them: [1, 0, …]
//	substeps(p)                                    their number, 1 if there is no such function
//
// it is a balance.Rule: p has the attributes that need no machine. loads has None where a link does not hear. The
// functions links and substeps are asked once.

// rules makes the rules of a run.
func (p *program) rules(t balance.Topology, v balance.Values) func(rank int) balance.Rule {
	r := p.newRun(t, v)
	return func(rank int) balance.Rule { return newRule(r, rank) }
}

// rule is a processor's rule.
type rule struct {
	instance
	substeps [][]balance.Link
}

// bytesALink is what a link holds.
const bytesALink = 32

func newRule(r *run, rank int) *rule {
	u := &rule{instance: *r.newInstance(rank)}
	n := int64(1)
	if r.program.callbacks[ruleSubsteps] != nil {
		var err error
		if n, err = intOf("substeps", u.evaluate(ruleSubsteps), 1, 64); err != nil {
			panic(u.mistake("%v", err))
		}
	}
	for s := range n {
		u.substeps = append(u.substeps, u.linksOf(int(s)))
	}
	return u
}

// linksOf asks the program for the links of a substep.
func (u *rule) linksOf(substep int) []balance.Link {
	list, ok := u.evaluate(ruleLinks, starlark.MakeInt(substep)).(starlark.Indexable)
	if !ok {
		panic(u.mistake("links returns no list: want [link(to, hears=True, tells=True), …]"))
	}
	if most := 2 * (u.run.network.topology.Procs() - 1); list.Len() > most {
		panic(u.mistake("links returns %d links: at most %d are allowed, two to each other processor", list.Len(), most))
	}
	u.unmeasured += bytesALink * int64(list.Len())
	u.links += int32(list.Len())
	links := make([]balance.Link, 0, list.Len())
	for i := range list.Len() {
		l, ok := list.Index(i).(linked)
		if !ok || l.To >= u.run.network.topology.Procs() || l.To == int(u.rank) {
			panic(u.mistake("links returns %s: want link(to, …) to another of the %d processors", short(list.Index(i)),
				u.run.network.topology.Procs()))
		}
		links = append(links, l.Link)
	}
	return links
}

// Substeps implements balance.Rule.
func (u *rule) Substeps() int { return len(u.substeps) }

// Links implements balance.Rule.
func (u *rule) Links(substep int) []balance.Link { return u.substeps[substep] }

// Flow implements balance.Rule.
func (u *rule) Flow(step, substep int, own float64, loads []float64, whole bool, send []float64) {
	links := u.substeps[substep]
	heard := make([]starlark.Value, len(links))
	for i, link := range links {
		heard[i] = starlark.None
		if link.Hears {
			heard[i] = number(loads[i])
		}
	}
	amounts, ok := u.evaluate(ruleFlow, starlark.MakeInt(step), starlark.MakeInt(substep), number(own),
		starlark.NewList(heard), starlark.Bool(whole)).(starlark.Indexable)
	if !ok || amounts.Len() != len(links) {
		panic(u.mistake("flow does not return an amount for each of its %d links", len(links)))
	}
	sum := 0.0
	for i := range links {
		x, ok := asFloat(amounts.Index(i))
		if !ok || !(x >= 0) || math.IsInf(x, 0) || whole && x != math.Trunc(x) {
			panic(u.mistake("flow returns %s for link %d: want %s", short(amounts.Index(i)), i, wanted(whole)))
		}
		send[i] = x
		sum += x
	}
	if whole && sum > own {
		panic(u.mistake("flow returns %v in all, of a load of %v", sum, own))
	}
}

func wanted(whole bool) string {
	if whole {
		return "a whole number that is not negative"
	}
	return "a number that is not negative"
}

// Remembers implements balance.Rememberer.
func (u *rule) Remembers() bool { return u.run.program.remembers }

// linked is the value of link(…).
type linked struct{ balance.Link }

// The methods by which a link implements starlark.Value.

func (l linked) String() string {
	return fmt.Sprintf("link(%d, hears=%v, tells=%v)", l.To, l.Hears, l.Tells)
}
func (l linked) Type() string          { return "link" }
func (l linked) Freeze()               {}
func (l linked) Truth() starlark.Bool  { return true }
func (l linked) Hash() (uint32, error) { return uint32(l.To), nil }

// makeLink is the word link(to, hears=True, tells=True).
func makeLink(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var to starlark.Value
	l := linked{balance.Link{Hears: true, Tells: true}}
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "to", &to, "hears?", &l.Hears, "tells?", &l.Tells)
	if err != nil {
		return nil, err
	}
	if to == starlark.None {
		return nil, errors.New("link(None): there is no processor that way")
	}
	rank, err := intOf("to", to, 0, math.MaxInt32)
	l.To = int(rank)
	return l, err
}
