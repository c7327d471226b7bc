package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/suggest"
)

// Values has a value for every setting of the table but policy. Begin with [New].
type Values struct {
	Grid     Value[string] `json:"grid,omitzero"`
	Topology Value[string] `json:"topology,omitzero"`
	Load     Value[string] `json:"load,omitzero"`
	Machine  Value[string] `json:"machine,omitzero"`
	// ElementBytes is 0 for the machine's, and NodeTime "" for the machine's, or the file's.
	ElementBytes Value[float64] `json:"element-bytes,omitzero"`
	NodeTime     Value[string]  `json:"node-time,omitzero"`
	// Computer is 0 for the machine's; the other three are "" if all processors are equally fast.
	Computer   Value[float64] `json:"computer,omitzero"`
	Speeds     Value[string]  `json:"speeds,omitzero"`
	Stragglers Value[string]  `json:"stragglers,omitzero"`
	Late       Value[string]  `json:"late,omitzero"`
	Start      Value[string]  `json:"start,omitzero"`
	Deal       Value[string]  `json:"deal,omitzero"`
	Budget     Value[float64] `json:"budget,omitzero"`
	Grain      Value[float64] `json:"grain,omitzero"`
	Seed       Value[uint64]  `json:"seed,omitzero"`
	Rule       Value[string]  `json:"rule,omitzero"`
}

// New returns a run with all defaults.
func New() Values {
	var r Values
	r.SetDefaults()
	return r
}

// SetDefaults gives every setting that was not given its default.
func (r *Values) SetDefaults() {
	for _, s := range Table() {
		if s.Several || s.Default == "" {
			continue
		}
		def := s.In(&Values{})
		if err := def.Set(s.Default); err != nil {
			panic(err) // the table is wrong
		}
		switch v := s.In(r).(type) {
		case *Value[string]:
			v.Prefer(def.(*Value[string]).V)
		case *Value[float64]:
			v.Prefer(def.(*Value[float64]).V)
		case *Value[uint64]:
			v.Prefer(def.(*Value[uint64]).V)
		}
	}
}

// AsPublished sets the defaults to what each policy has in its paper, as [compare.Options.AsPublished] does.
func (r *Values) AsPublished() {
	r.Load.Prefer(compare.OwnLoad)
	r.Budget.Prefer(0)
	r.Start.Prefer(string(sim.StartRoot))
}

// In returns the value of the setting in a run. There is none of a setting with several values.
func (s Setting) In(r *Values) Variable { return s.variable(r) }

// Front says how a front end speaks of settings.
type Front struct {
	Prefix string // of a name: -- for flags
	// Hint returns what follows the message that a name is unknown.
	Hint func(kind string, known []string) string
}

// named is a value that may be given instead, with its name if a front end has names.
func (f Front) named(name, value string) string {
	if f.Prefix == "" {
		return value
	}
	return f.Prefix + name + "=" + value
}

// twoLevels are the machines of two levels.
func twoLevels() string {
	var names []string
	for _, p := range compare.Presets() {
		if p.Cost.Computer > 0 {
			names = append(names, p.Cost.Name)
		}
	}
	return strings.Join(names, ", ")
}

// Check looks at the values, before anything is made of them.
func (r *Values) Check(front Front) error {
	for _, s := range Table() {
		if s.Several {
			continue
		}
		text := s.In(r).String()
		if known := s.Names(); s.Unknown != "" && text != "" && !slices.Contains(known, text) {
			return suggest.Unknown(s.Unknown, text, known, front.Hint(s.Unknown, known))
		}
		if s.Valid == nil || text == "" {
			continue
		}
		if x, err := s.number(text); err != nil || !s.Valid(x) {
			return fmt.Errorf("%s%s=%s: want %s", front.Prefix, s.Name, text, s.Range)
		}
	}
	if r.Grain.Given && r.Budget.Given && r.Budget.V != 0 {
		return fmt.Errorf("%[1]sbudget=%[2]v %[1]sgrain=%[3]v: want one of the two", front.Prefix, r.Budget.V, r.Grain.V)
	}
	if r.Grain.Given {
		r.Budget.Prefer(0)
	}
	if r.Deal.V != "" && r.Start.V != string(sim.StartSpread) {
		return fmt.Errorf("%[1]sdeal=%[2]s: elements are dealt out only with %[1]sstart=%[3]s", front.Prefix, r.Deal.V, sim.StartSpread)
	}
	return nil
}

// number makes a number of a text.
func (s Setting) number(text string) (float64, error) {
	if s.Number != nil {
		return s.Number(text)
	}
	return strconv.ParseFloat(text, 64)
}

// What a machine in lockstep does: it has the size of the MasPar MP-1 on which the Liquid model was tried out, splits every element, and
// counts elements.
const (
	lockstepGrid = "128x128"
	lockstepLoad = "count"
)

// InStep sets the defaults for a machine in lockstep. The error says which setting such a machine does not have.
func (r *Values) InStep(front Front) error {
	r.Grid.Prefer(lockstepGrid)
	r.Start.Prefer(string(sim.StartRoot))
	r.Grain.Prefer(0)
	r.Budget.Prefer(0)
	r.Load.Prefer(lockstepLoad)
	instead := front.named
	for _, x := range []struct{ name, text string }{
		{"speeds", r.Speeds.V}, {"stragglers", r.Stragglers.V}, {"late", r.Late.V},
	} {
		if x.text != "" {
			return fmt.Errorf("%s%s=%s: the processors of %s work in lockstep, all at one speed", front.Prefix, x.name, x.text, r.Machine.V)
		}
	}
	switch {
	case r.Start.V != string(sim.StartRoot):
		return fmt.Errorf("%sstart=%s: a search on %s starts at root", front.Prefix, r.Start.V, r.Machine.V)
	case r.Load.V != lockstepLoad:
		return fmt.Errorf(
			"%sload=%s: on %s, a load is a number of elements (%s)", front.Prefix, r.Load.V, r.Machine.V, instead("load", lockstepLoad))
	case r.Budget.V != 0:
		return fmt.Errorf("%sbudget=%v: on %s, every element is split (%s)", front.Prefix, r.Budget.V, r.Machine.V, instead("budget", "0"))
	case r.Grain.V != 0:
		return fmt.Errorf("%sgrain=%v: on %s, every element is split (%s)", front.Prefix, r.Grain.V, r.Machine.V, instead("grain", "0"))
	}
	return nil
}

// Options returns the options of package compare. The branching rule is not among them: it makes the tree.
func (r *Values) Options(machine compare.Preset, front Front) (compare.Options, error) {
	sides, err := topology.ParseSides(r.Grid.V)
	if err != nil {
		return compare.Options{}, fmt.Errorf("%sgrid: %w", front.Prefix, err)
	}
	var nodeTime time.Duration
	if r.NodeTime.V != "" {
		if nodeTime, err = time.ParseDuration(r.NodeTime.V); err != nil {
			return compare.Options{}, fmt.Errorf("%snode-time=%s: %w", front.Prefix, r.NodeTime.V, err)
		}
	}
	speeds, err := r.ProcessorSpeeds(front)
	if err != nil {
		return compare.Options{}, err
	}
	if machine.Cost.Computer == 0 && r.Computer.V > 0 {
		return compare.Options{}, fmt.Errorf("%scomputer=%v: %s is not a machine of two levels (%s)",
			front.Prefix, r.Computer.V, machine.Cost.Name, front.named("machine", twoLevels()))
	}
	return compare.Options{
		Computer: int(r.Computer.V), Speeds: speeds,
		ElementBytes: int(r.ElementBytes.V), NodeTime: balance.Ticks(nodeTime),
		Machine: machine, Sides: sides, Topology: r.Topology.V, Load: r.Load.V, Budget: r.Budget.V, Grain: r.Grain.V,
		Start: sim.Start(r.Start.V), Deal: r.Deal.V, Seed: r.Seed.V,
	}, nil
}
