package engine

import (
	"runtime"
	"runtime/debug"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/script"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/settings"
	"transat/instances"
	"transat/solver/dpll"
)

// Catalogue is the reply to catalogue: all that can be chosen.
type Catalogue struct {
	Policies   []policyEntry     `json:"policies"`
	Topologies []entry           `json:"topologies"`
	Machines   []machineEntry    `json:"machines"`
	Estimates  []estimateEntry   `json:"estimates"`
	Loads      []estimateEntry   `json:"loads"` // estimates, and each policy's own
	Starts     []entry           `json:"starts"`
	Rules      []entry           `json:"rules"`
	Samples    []sampleEntry     `json:"samples"`
	Suggested  []suggestion      `json:"suggested"` // trees to begin with, the smallest first
	Orders     []entry           `json:"orders"`    // of rows
	Defaults   map[string]string `json:"defaults"`
	Template   string            `json:"template"` // of a script to begin with
	Version    string            `json:"version"`
	Go         string            `json:"go"`
	Requests   []string          `json:"requests"`
}

// entry is a line of a registry.
type entry struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Source string `json:"source,omitempty"`
	Note   string `json:"note,omitempty"`
}

type policyEntry struct {
	entry
	Family     string       `json:"family,omitempty"`
	Uses       string       `json:"uses"`
	Essay      string       `json:"essay,omitempty"`
	Topologies []string     `json:"topologies"` // the preferred one first
	Estimate   string       `json:"estimate"`
	Params     []paramEntry `json:"params"`
	Bound      bool         `json:"bound,omitempty"`             // no policy, but a bound for all of them: no recording
	Static     bool         `json:"static,omitempty"`            // it places elements before the run
	Steps      bool         `json:"steps,omitempty"`             // it works in synchronous steps: on machines in lockstep, and on bare loads
	Script     string       `json:"script,omitempty"`            // the text of one that does the same
	ScriptOn   []string     `json:"script_topologies,omitempty"` // the topologies that it is for, if it is for some only
}

type paramEntry struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Default float64 `json:"default"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Unit    string  `json:"unit,omitempty"`
}

type machineEntry struct {
	entry
	Lockstep bool `json:"lockstep,omitempty"` // only policies with steps run on it, and there is no recording
}

type estimateEntry struct {
	entry
	Params []paramEntry `json:"params"`
}

type sampleEntry struct {
	entry
	Formulas int  `json:"formulas"` // 0 for a tree without a formula, more than 1 for a sample: NAME/INDEX is one of them
	Small    bool `json:"small,omitempty"`
}

// suggestion is a tree to begin with.
type suggestion struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Nodes int64  `json:"nodes"`
}

// suggested are trees for a beginning: a quick one, one to look at, and two on which policies can be told apart.
func suggested() []suggestion {
	return []suggestion{
		{"php-5-4", "five pigeons, four holes", 47},
		{"uts-default", "a tree of the UTS benchmark, without a formula", 1732},
		{"150-645-3/1", "a random formula with 150 variables", 7387},
		{"200-860-3/1", "a random formula with 200 variables", 28_493},
		{"knapsack-40", "branch and bound: a knapsack and 40 items", 115_791},
		{"250-1075-3/4", "a random formula with 250 variables", 307_405},
		{"300-1290-3/1", "a random formula with 300 variables, which takes some seconds", 1_732_291},
	}
}

// catalogue lists all that can be chosen.
func (e *Engine) catalogue(*Call) (Reply, error) {
	c := Catalogue{
		Policies: e.policies(), Machines: machines(), Estimates: estimates(), Loads: loads(), Samples: samples(),
		Suggested: suggested(), Defaults: settings.Defaults(), Template: script.Template("mine"), Version: version(), Go: runtime.Version(),
	}
	for _, k := range topology.Kinds() {
		c.Topologies = append(c.Topologies, entry{k.Name, k.Title, k.Source, k.Mapping})
	}
	for _, s := range sim.Starts() {
		c.Starts = append(c.Starts, entry{Name: string(s), Title: startTitle(s)})
	}
	for _, r := range dpll.Rules() {
		c.Rules = append(c.Rules, entry{Name: r.Name, Title: r.Title, Source: r.Source})
	}
	for _, o := range experiment.Orders() {
		c.Orders = append(c.Orders, entry{Name: o.Name, Title: o.Title})
	}
	for _, r := range Requests() {
		c.Requests = append(c.Requests, r.Name)
	}
	return Reply{JSON: c}, nil
}

func (e *Engine) policies() []policyEntry {
	var all []policyEntry
	for _, p := range balance.ByFamily(e.registry.Specs()) {
		entry := policyEntry{
			entry: entry{Name: p.Name, Title: p.Title, Source: p.Source}, Uses: p.Uses,
			Topologies: p.KindsAmong(topology.Names()), Estimate: p.Estimate, Params: params(p.Params),
			Bound: p.Bound, Static: p.Place != nil, Steps: p.Rule != nil, Essay: p.Essay, Family: p.Family,
		}
		entry.Script, entry.ScriptOn = e.scriptOf(p.Name, entry.Topologies)
		all = append(all, entry)
	}
	return all
}

// scriptOf is the script that does the same as a policy, and the topologies that it is for, if they are fewer than all of
// the policy's.
func (e *Engine) scriptOf(name string, all []string) (source string, some []string) {
	source, ok := script.Source(name)
	if !ok {
		return "", nil
	}
	file := name + ".star"
	chosen, err := e.choose(file, map[string]string{file: source})
	if err != nil {
		return source, nil // who copies it is told why
	}
	for _, kind := range chosen.Spec.KindsAmong(topology.Names()) {
		if slices.Contains(all, kind) {
			some = append(some, kind)
		}
	}
	if len(some) == len(all) {
		return source, nil
	}
	return source, some
}

func params(params []balance.Param) []paramEntry {
	all := []paramEntry{}
	for _, p := range params {
		all = append(all, paramEntry(p))
	}
	return all
}

func machines() []machineEntry {
	var all []machineEntry
	for _, p := range compare.Presets() {
		all = append(all, machineEntry{
			entry:    entry{Name: p.Cost.Name, Title: p.Cost.Title, Source: p.Cost.Source},
			Lockstep: p.Lockstep != nil,
		})
	}
	return all
}

func startTitle(s sim.Start) string {
	switch s {
	case sim.StartMiddle:
		return "all work begins on the processor in the middle"
	case sim.StartSpread:
		return "the work is spread over all processors"
	}
	return "all work begins on one processor, which the policy may choose"
}

func loads() []estimateEntry {
	return append(estimates(), estimateEntry{entry: entry{Name: compare.OwnLoad, Title: "each policy's own"}})
}

func estimates() []estimateEntry {
	var all []estimateEntry
	for _, e := range balance.Estimates() {
		all = append(all, estimateEntry{entry{Name: e.Name, Title: e.Title, Source: e.Source}, params(e.Params)})
	}
	return all
}

// smallNodes is the size of a published tree that takes a moment.
const smallNodes = 100_000

func samples() []sampleEntry {
	var all []sampleEntry
	for _, s := range instances.Samples() {
		entry := sampleEntry{entry: entry{Name: s.Name, Title: s.Title, Source: s.Source}, Formulas: s.Size, Small: s.Size == 1}
		if set, err := instances.Open(s.Name); err == nil {
			first := set.Instances[0]
			entry.Small = entry.Small || first.TreeFile != nil || first.Tree != nil && first.Tree.Nodes() < smallNodes
		}
		all = append(all, entry)
	}
	return all
}

// version is that of the program, as far as the go command has written it into it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
