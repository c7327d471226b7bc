package script

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"transat/balance"
	"transat/balance/foreign"
)

// about is what a program says of itself by names at its top level:
//
//	title      what it does, in one line
//	source     who proposed it, where
//	uses       what it knows, and what it sends
//	topologies the kinds it is defined on, the preferred one first; all if there is no such name
//	estimate   the load estimate, "count" by default
//	received   where received elements go in the list: "top" (the default), "bottom" or "in order"
//	elements   of a rule in steps: the load is the number of elements, whatever their estimates
//	apart      of a rule in steps: substeps are spread over the period, and do not follow each other at once
//	messages   the kinds of its messages, each with the names of its fields
//	params     its parameters: {"pause": seconds(0, min=0, max=3600)}
type about struct {
	title, source, uses string
	topologies          []string
	estimate            string
	received            balance.End
	elements, apart     bool
	kinds               []kind
	params              []parameter
}

const (
	// maxLine is the length of the longest line for people.
	maxLine = 1000
	// maxName is that of the longest name of a message, a field or a parameter.
	maxName = 64
	// maxParams is how many parameters a program may have.
	maxParams = 64
)

// describe reads the names.
func (p *program) describe(globals starlark.StringDict) error {
	a := &p.about
	file := foreign.Text(p.name)
	*a = about{title: "a policy of " + file, source: file, uses: "see " + file, estimate: "count"}
	for _, text := range []struct {
		name string
		to   *string
	}{{"title", &a.title}, {"source", &a.source}, {"uses", &a.uses}, {"estimate", &a.estimate}} {
		if v, ok := globals[text.name]; ok {
			s, ok := starlark.AsString(v)
			if !ok || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }) {
				return fmt.Errorf("%s = %s: want a line of text", text.name, short(v))
			}
			if len(s) > maxLine {
				return fmt.Errorf("%s has %d letters: at most %d are allowed", text.name, len(s), maxLine)
			}
			*text.to = s
		}
	}
	if _, err := balance.ChooseEstimate(a.estimate); err != nil {
		return fmt.Errorf("estimate = %q: %w; transat list loads shows all", a.estimate, err)
	}
	return errors.Join(a.describeKinds(globals["topologies"]), a.describeEnd(globals["received"]),
		describeSwitch("elements", globals["elements"], &a.elements), describeSwitch("apart", globals["apart"], &a.apart),
		a.describeMessages(globals["messages"]), a.describeParams(globals["params"]))
}

func (a *about) describeKinds(v starlark.Value) error {
	all := balance.Kinds()
	if v == nil {
		a.topologies = all
		return nil
	}
	names, err := texts(v)
	if err != nil || len(names) == 0 {
		return fmt.Errorf("topologies = %s: want a list of names, such as [\"mesh\", \"ring\"]", short(v))
	}
	for i, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("topologies: %q is not one of %s", name, strings.Join(all, ", "))
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("topologies: %q is there twice", name)
		}
	}
	a.topologies = names
	return nil
}

func (a *about) describeEnd(v starlark.Value) error {
	if v == nil {
		return nil
	}
	switch s, _ := starlark.AsString(v); s {
	case "top":
		a.received = balance.Top
	case "bottom":
		a.received = balance.Bottom
	case "in order":
		a.received = balance.InOrder
	default:
		return fmt.Errorf("received = %s: want \"top\", \"bottom\" or \"in order\"", short(v))
	}
	return nil
}

func describeSwitch(name string, v starlark.Value, to *bool) error {
	if v == nil {
		return nil
	}
	b, ok := v.(starlark.Bool)
	if !ok {
		return fmt.Errorf("%s = %s: want True or False", name, short(v))
	}
	*to = bool(b)
	return nil
}

// texts returns the strings in a list or tuple.
func texts(v starlark.Value) ([]string, error) {
	list, ok := v.(starlark.Indexable)
	if _, text := v.(starlark.String); !ok || text {
		return nil, errors.New("want a list")
	}
	var all []string
	for i := range list.Len() {
		s, ok := starlark.AsString(list.Index(i))
		if !ok {
			return nil, errors.New("want text")
		}
		all = append(all, s)
	}
	return all, nil
}

// parameter is an entry of params.
type parameter struct {
	balance.Param
}

// The methods by which a parameter implements starlark.Value.

func (parameter) String() string        { return "parameter" }
func (parameter) Type() string          { return "parameter" }
func (parameter) Freeze()               {}
func (parameter) Truth() starlark.Bool  { return true }
func (parameter) Hash() (uint32, error) { return 0, errors.New("unhashable: parameter") }

// makeSeconds is the word seconds(default, min=0, max=3600, title=""): a parameter that is a time.
func makeSeconds(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return makeParameter(b.Name(), "s", 3600, args, kwargs)
}

// makeNumber is the word number(default, min=0, max=1, title=""): a parameter without a unit.
func makeNumber(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return makeParameter(b.Name(), "", 1, args, kwargs)
}

func makeParameter(word, unit string, most float64, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	p := parameter{balance.Param{Max: most, Unit: unit}}
	var usual, least, largest starlark.Value
	if err := starlark.UnpackArgs(word, args, kwargs, "default", &usual, "min?", &least, "max?", &largest, "title?", &p.Title); err != nil {
		return nil, err
	}
	p.Title = foreign.Text(p.Title)
	for _, x := range []struct {
		from starlark.Value
		to   *float64
	}{{usual, &p.Default}, {least, &p.Min}, {largest, &p.Max}} {
		if x.from == nil {
			continue
		}
		f, ok := asFloat(x.from)
		if !ok || math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, fmt.Errorf("%s: %s: want a number", word, short(x.from))
		}
		*x.to = f
	}
	if !(p.Min <= p.Default && p.Default <= p.Max) {
		return nil, fmt.Errorf("%s: the default %v is not from min = %v to max = %v", word, p.Default, p.Min, p.Max)
	}
	return p, nil
}

func (a *about) describeParams(v starlark.Value) error {
	if v == nil {
		return nil
	}
	table, ok := v.(*dict)
	if !ok {
		return fmt.Errorf("params = %s: want a dictionary, such as {\"pause\": seconds(0)}", short(v))
	}
	if table.Len() > maxParams {
		return fmt.Errorf("params: %d parameters: at most %d are allowed", table.Len(), maxParams)
	}
	for _, item := range table.Items() {
		name, _ := starlark.AsString(item[0])
		p, ok := item[1].(parameter)
		if !identifier(name) || !ok {
			return fmt.Errorf("params: %s: %s: want a name and seconds(…) or number(…)", short(item[0]), short(item[1]))
		}
		p.Name = name
		a.params = append(a.params, p)
	}
	return nil
}

// identifier reports whether a name can stand behind a dot.
func identifier(name string) bool {
	if name == reserved {
		return true
	}
	if len(name) > maxName {
		return false
	}
	e, err := (&syntax.FileOptions{}).ParseExpr("", name, 0)
	if err != nil {
		return false
	}
	id, ok := e.(*syntax.Ident)
	return ok && id.Name == name
}

// spec is the entry of the registry.
func (p *program) spec() balance.Spec {
	s := balance.Spec{
		Name: p.name, Title: p.about.title, Source: p.about.source, Uses: p.about.uses,
		Kinds: p.about.topologies, Anywhere: len(p.about.topologies) == len(balance.Kinds()),
		Estimate: p.about.estimate, Received: p.about.received, Essay: p.essay, Text: p.text,
	}
	if len(p.about.kinds) > 0 {
		s.Words = func(m balance.Message) string { return p.message(m).String() }
		s.Wordings = p.wordings()
	}
	for _, x := range p.about.params {
		s.Params = append(s.Params, x.Param)
	}
	if p.callbacks[askRefuses] != nil {
		s.Refuses = p.refuses
	}
	if p.callbacks[ruleFlow] != nil {
		s.Rule = p.rules
		return balance.InSteps(s, balance.StepOptions{Elements: p.about.elements, Apart: p.about.apart})
	}
	s.New = p.maker
	return s
}

// refuses asks the program why it is not defined on a topology.
func (p *program) refuses(t balance.Topology, v balance.Values) string {
	r := p.newRun(t, v)
	answer, err := r.ask(askRefuses, starlark.Tuple{r.network, &r.settings})
	if err != nil {
		return err.Error()
	}
	if answer == starlark.None {
		return ""
	}
	text, ok := starlark.AsString(answer)
	if !ok || text == "" {
		return fmt.Sprintf("%s: refuses returns %s: want a reason, or None", p.name, short(answer))
	}
	return foreign.Text(text)
}

// short writes a value for a message.
func short(v starlark.Value) string {
	if v == nil {
		return "nothing"
	}
	switch v := v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Float:
		return v.String()
	case starlark.Int:
		if _, ok := v.Int64(); ok {
			return v.String()
		}
	case starlark.String:
		if len(v) <= 40 {
			return v.String()
		}
	case starlark.Sequence:
		if v.Len() == 0 {
			return v.String()
		}
		return fmt.Sprintf("a %s of %d", v.Type(), v.Len())
	}
	return "a " + v.Type()
}
