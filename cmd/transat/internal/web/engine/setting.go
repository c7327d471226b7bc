package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/balance/script"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/settings"
)

// Setting is what a run is made of: a tree, the settings of package settings by their names, and one policy.
type Setting struct {
	Tree string `json:"tree,omitempty"` // as in Source
	CNF  string `json:"cnf,omitempty"`
	File string `json:"file,omitempty"`
	settings.Values
	// Policy is a name, with parameters: "plb:gamma=0.6"; or that of a script: "mine.star:pause=2ms".
	Policy string `json:"policy"`
	// Beside are the policies that it is compared with. One that is not defined on the topology that is asked for runs on its
	// own, if another one is defined there.
	Beside []string `json:"beside,omitempty"`
	// Scripts are the texts of scripts by name. One may load another.
	Scripts map[string]string `json:"scripts,omitempty"`
	// Machines are the texts of machines by name, as transat calibrate writes them: "mine.json" may be the machine.
	Machines map[string]string `json:"machines,omitempty"`
}

// preset is the machine of the run.
func (s Setting) preset() (compare.Preset, error) {
	name := s.Machine.V
	if text, mine := s.Machines[name]; mine {
		return compare.ReadMachine(foreign.Text(name), strings.NewReader(text))
	}
	if strings.HasSuffix(name, machineSuffix) {
		return compare.Preset{}, fmt.Errorf("machine %s: its file is not here: drop it on the page", foreign.Text(name))
	}
	return compare.ChoosePreset(name)
}

// machineSuffix is the end of the names of machines that are none of the list.
const machineSuffix = ".json"

// source is the tree of the run.
func (s Setting) source() Source {
	return Source{Tree: s.Tree, CNF: s.CNF, File: s.File, Rule: s.Rule.V}
}

// front is how messages name settings: by their fields.
func front() settings.Front {
	return settings.Front{Hint: func(_ string, known []string) string { return "there are " + strings.Join(known, ", ") }}
}

// setup makes the setup of a run. It tells warn what is done in another way than was asked for.
func (e *Engine) setup(s Setting, warn func(string)) (experiment.Setup, error) {
	s.SetDefaults()
	machine, err := s.preset()
	if err != nil {
		return experiment.Setup{}, err
	}
	if s.Policy == "" {
		return experiment.Setup{}, errors.New("policy: want the name of one")
	}
	if err := s.Check(front()); err != nil {
		return experiment.Setup{}, err
	}
	if machine.Lockstep != nil {
		if err := s.InStep(front()); err != nil {
			return experiment.Setup{}, err
		}
	}
	o, err := s.Options(machine, front())
	if err != nil {
		return experiment.Setup{}, err
	}
	o.Warn = warn
	if err := fits(o.Sides); err != nil {
		return experiment.Setup{}, err
	}
	chosen, err := e.choose(s.Policy, s.Scripts)
	if err != nil {
		return experiment.Setup{}, err
	}
	o.Policies = []balance.Chosen{chosen}
	setups, err := o.Setups()
	if refusal := (*balance.KindError)(nil); errors.As(err, &refusal) && e.definedThere(s, o.Sides) {
		o.Topology, o.Warn = "", nil
		if setups, err = o.Setups(); err == nil {
			warn(fmt.Sprintf("%v; using %s", refusal, setups[0].Topology.Kind()))
		}
	}
	if missing := (*topology.SizeError)(nil); s.Topology.V != "" && errors.As(err, &missing) {
		err = fmt.Errorf("topology=%s with grid=%s: %w", s.Topology.V, s.Grid.V, err)
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
			return fmt.Errorf(
				"grid=%s: that is more processors than a browser has memory for; at most %s are possible here, such as 1024x1024; transat "+
					"compare takes more",
				topology.FormatSides(sides), report.Grouped(maxProcs))
		}
		procs *= side
	}
	return nil
}

// definedThere reports whether a policy beside the one that was chosen is defined on the topology that was asked for.
func (e *Engine) definedThere(s Setting, sides []int) bool {
	network, err := topology.New(s.Topology.V, sides...)
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

// choose looks up a policy, or makes it of one of the scripts.
func (e *Engine) choose(policy string, scripts map[string]string) (balance.Chosen, error) {
	files := script.Texts(scripts)
	open := func(name string) (balance.Spec, error) { return script.OpenFS(files, name, nil) }
	return e.registry.WithFiles(scriptSuffix, open).Choose(policy)
}

// scriptSuffix is the end of the names of scripts.
const scriptSuffix = ".star"
