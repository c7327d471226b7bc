package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/script"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
)

// Setting is what a run is made of: the flags of transat compare by their names, with one policy. What is not given, or
// empty, is as the command has it.
type Setting struct {
	Source
	Grid     string   `json:"grid,omitempty"`
	Topology string   `json:"topology,omitempty"`
	Load     string   `json:"load,omitempty"`
	Machine  string   `json:"machine,omitempty"`
	Start    string   `json:"start,omitempty"`
	Seed     Seed     `json:"seed,omitempty"`
	Grain    *float64 `json:"grain,omitempty"`
	// Policy is a name, with parameters: "plb:gamma=0.6"; or that of a script: "mine.star:pause=2ms".
	Policy string `json:"policy"`
	// Beside are the policies that it is compared with. One that is not defined on the topology that is asked for runs on its
	// own, if another one is defined there.
	Beside []string `json:"beside,omitempty"`
	// Scripts are the texts of scripts by name. One may load another.
	Scripts map[string]string `json:"scripts,omitempty"`
}

// Seed is a seed. In JSON it may be a text, since JavaScript's numbers end at 2⁵³.
type Seed uint64

// MarshalJSON writes a text.
func (s Seed) MarshalJSON() ([]byte, error) { return json.Marshal(strconv.FormatUint(uint64(s), 10)) }

// UnmarshalJSON reads a number or a text.
func (s *Seed) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("seed=%s: want a whole number from 0 to %d", text, uint64(math.MaxUint64))
	}
	*s = Seed(seed)
	return nil
}

// defaults are those of the flags of compare.
func defaults() Setting {
	grain := float64(compare.DefaultGrain)
	return Setting{
		Source: Source{Rule: defaultRule}, Grid: "32x32", Machine: sim.CostModels()[0].Name,
		Start: string(sim.StartRoot), Seed: 1, Grain: &grain,
	}
}

// inStep are the defaults on a machine in lockstep.
func (s *Setting) inStep(given Setting) {
	none := 0.0
	if given.Grid == "" {
		s.Grid = "128x128"
	}
	if given.Grain == nil {
		s.Grain = &none
	}
	if given.Load == "" {
		s.Load = "count"
	}
}

// setup makes the setup of a run. warn is told of what is done in another way than was asked for.
func (e *Engine) setup(given Setting, warn func(string)) (experiment.Setup, error) {
	s := given.withDefaults()
	machine, err := compare.ChoosePreset(s.Machine)
	if err != nil {
		return experiment.Setup{}, err
	}
	if machine.Lockstep != nil {
		s.inStep(given)
	}
	if s.Policy == "" {
		return experiment.Setup{}, errors.New("policy: want the name of one")
	}
	if err := s.check(); err != nil {
		return experiment.Setup{}, err
	}
	o := compare.Options{
		Machine: machine, Topology: s.Topology, Load: s.Load, Grain: *s.Grain, Start: sim.Start(s.Start), Seed: uint64(s.Seed),
		Warn: warn,
	}
	if o.Sides, err = topology.ParseSides(s.Grid); err != nil {
		return experiment.Setup{}, fmt.Errorf("grid: %w", err)
	}
	if err := fits(o.Sides); err != nil {
		return experiment.Setup{}, err
	}
	chosen, err := e.choose(s.Policy, s.Scripts)
	if err != nil {
		return experiment.Setup{}, err
	}
	o.Policies = []balance.Chosen{chosen}
	if machine.Lockstep != nil {
		o.Admit = s.refuseInStep
	}
	setups, err := o.Setups()
	if refusal := (*balance.KindError)(nil); errors.As(err, &refusal) && e.definedThere(s, o.Sides) {
		o.Topology, o.Warn = "", nil
		if setups, err = o.Setups(); err == nil {
			warn(fmt.Sprintf("%v; using %s", refusal, setups[0].Topology.Kind()))
		}
	}
	if missing := (*topology.SizeError)(nil); s.Topology != "" && errors.As(err, &missing) {
		err = fmt.Errorf("topology=%s with grid=%s: %w", s.Topology, s.Grid, err)
	}
	if err != nil {
		return experiment.Setup{}, err
	}
	return setups[0], nil
}

// maxProcs is the size of the largest machine. A processor takes 600 bytes and more.
const maxProcs = 1 << 20

// fits reports whether there is memory for a machine, before any is taken.
func fits(sides []int) error {
	procs := 1
	for _, side := range sides {
		if side > maxProcs/procs {
			return fmt.Errorf("grid=%s: that is more processors than a browser has memory for; at most %s are possible here, such as 1024x1024; transat compare takes more",
				strings.Trim(strings.ReplaceAll(fmt.Sprint(sides), " ", "x"), "[]"), report.Grouped(maxProcs))
		}
		procs *= side
	}
	return nil
}

// withDefaults fills in what is not given.
func (s Setting) withDefaults() Setting {
	all := defaults()
	for _, field := range []struct{ given, to *string }{
		{&s.Tree, &all.Tree},
		{&s.CNF, &all.CNF},
		{&s.Rule, &all.Rule},
		{&s.Grid, &all.Grid},
		{&s.Topology, &all.Topology},
		{&s.Load, &all.Load},
		{&s.Machine, &all.Machine},
		{&s.Start, &all.Start},
		{&s.Policy, &all.Policy},
	} {
		if *field.given != "" {
			*field.to = *field.given
		}
	}
	if s.Grain != nil {
		all.Grain = s.Grain
	}
	if s.Seed != 0 {
		all.Seed = s.Seed
	}
	all.Scripts, all.Beside = s.Scripts, s.Beside
	return all
}

// definedThere reports whether a policy beside the one that was chosen is defined on the topology that was asked for.
func (e *Engine) definedThere(s Setting, sides []int) bool {
	network, err := topology.New(s.Topology, sides...)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(s.Beside, func(name string) bool {
		other, err := e.choose(name, s.Scripts)
		if err != nil {
			return false // its own run tells
		}
		_, err = other.For(network)
		return err == nil
	})
}

// check looks at the fields that need no other package to be understood.
func (s *Setting) check() error {
	var starts []string
	for _, start := range sim.Starts() {
		starts = append(starts, string(start))
	}
	unknown := func(kind, name string, known []string) error {
		for _, k := range known {
			if k == name {
				return nil
			}
		}
		return suggest.Unknown(kind, name, known, "there are "+strings.Join(known, ", "))
	}
	if s.Topology != "" {
		if err := unknown("topology", s.Topology, topology.Names()); err != nil {
			return err
		}
	}
	if err := unknown("start", s.Start, starts); err != nil {
		return err
	}
	if math.IsNaN(*s.Grain) || *s.Grain < 0 {
		return fmt.Errorf("grain=%v: want a share that is not negative", *s.Grain)
	}
	return nil
}

// refuseInStep says what is wrong with the fields on a machine in lockstep.
func (s *Setting) refuseInStep(policy balance.Chosen) error {
	switch {
	case policy.Spec.Rule == nil:
		return &balance.NoRuleError{Policy: policy.Spec.Name}
	case s.Load != "count":
		return fmt.Errorf("load=%s: on %s, a load is a number of elements (count)", s.Load, s.Machine)
	case *s.Grain != 0:
		return fmt.Errorf("grain=%v: on %s, every element is split (0)", *s.Grain, s.Machine)
	case s.Start != string(sim.StartRoot):
		return fmt.Errorf("start=%s: a search on %s starts at root", s.Start, s.Machine)
	}
	return nil
}

// choose looks up a policy, or makes it of one of the scripts.
func (e *Engine) choose(policy string, scripts map[string]string) (balance.Chosen, error) {
	files := script.Texts(scripts)
	open := func(name string) (balance.Spec, error) { return script.OpenFS(files, name, nil) }
	return e.registry.WithFiles(scriptSuffix, open).Choose(policy)
}

// scriptSuffix is the end of the names of scripts.
const scriptSuffix = ".star"
