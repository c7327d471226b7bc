package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/partition"
	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/papers"
	"transat/cmd/transat/internal/settings"
	"transat/instances"
	"transat/solver/dpll"
)

// Section is one registry of the program, as list shows it.
type Section struct {
	Name    string // "policies"
	Kind    string // of one entry: "policy"
	Usage   string // how an entry is used on the command line
	Entries func(policies balance.Registry) []Entry
}

// Entry is one line of a registry.
type Entry struct {
	Kind, Name, Title, Source string
	Details                   []string // "label: text"
	Essay                     string   // "" if there is no more to say
	Family                    string   // of a policy: what its kind does, or ""
}

// DefaultGrid is the size of a simulated machine.
const DefaultGrid = settings.DefaultGrid

// The Kinds of the sections of policies and of machines.
const (
	PolicyKind  = "policy"
	MachineKind = "machine"
)

// Sections returns all registries.
func Sections() []Section {
	return []Section{
		{"policies", PolicyKind, "--policy=NAME or NAME:PARAMETER=VALUE", PolicyEntries},
		{"loads", "load estimate", "--load=NAME or NAME:PARAMETER=VALUE", Fixed(loadEntries)},
		{"topologies", "topology", "--topology=NAME", topologyEntries},
		{"machines", MachineKind, "--machine=NAME", MachineEntries},
		{"samples", sampleKind, "where a command takes SAMPLE", Fixed(sampleEntries)},
		{"rules", "branching rule", "--rule=NAME", Fixed(RuleEntries)},
		{"experiments", "experiment", ExperimentUsage, Fixed(ExperimentEntries)},
		{"methods", "partition method", "partition --method=NAME", Fixed(MethodEntries)},
		{"meshes", "mesh", "where partition takes GRAPH", Fixed(MeshEntries)},
	}
}

// Of returns the entries of a program, which may have search trees of its own beside the samples.
func (s Section) Of(a *App) []Entry {
	entries := s.Entries(a.Policies)
	if s.Kind == sampleKind {
		for _, f := range a.Trees {
			entries = append(entries, Entry{Kind: sampleKind, Name: f.Name, Title: "a search tree of this program"})
		}
	}
	return entries
}

const sampleKind = "sample"

// Fixed are entries that do not depend on the policies.
func Fixed(entries func() []Entry) func(balance.Registry) []Entry {
	return func(balance.Registry) []Entry { return entries() }
}

// Names returns the names of a registry, for completion.
func Names(entries []Entry) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// PolicyEntries are the policies, family by family.
func PolicyEntries(policies balance.Registry) []Entry {
	var entries []Entry
	for _, p := range balance.ByFamily(policies.Specs()) {
		var details []string
		if p.Uses != "" {
			details = append(details, p.Uses)
		}
		details = append(details, "topologies: "+strings.Join(p.KindsAmong(topology.Names()), ", ")+"; load estimate: "+p.Estimate)
		entries = append(entries, Entry{PolicyKind, p.Name, p.Title, p.Source, append(details, params(p.Params)...), p.Essay, p.Family})
	}
	return entries
}

func loadEntries() []Entry {
	var entries []Entry
	for _, e := range balance.Estimates() {
		entries = append(entries, Entry{Kind: "load estimate", Name: e.Name, Title: e.Title, Source: e.Source, Details: params(e.Params)})
	}
	return entries
}

// params describes parameters, one a line.
func params(params []balance.Param) []string {
	var lines []string
	for _, p := range params {
		unit := p.Unit
		if unit != "" {
			unit = " " + unit
		}
		lines = append(lines, fmt.Sprintf("%s=%v%s (%v to %v%s): %s", p.Name, p.Default, unit, written(p.Min), written(p.Max), unit, p.Title))
	}
	return lines
}

// written is a number as one writes it: large ones without an exponent.
func written(x float64) string {
	if x >= 1 && x < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func topologyEntries(policies balance.Registry) []Entry {
	var entries []Entry
	for _, k := range topology.Kinds() {
		details := []string{"mapping: " + k.Mapping}
		if d, err := dilation(k.Name); err == nil { // a topology may not exist in that size
			details = append(details, d)
		}
		entries = append(
			entries,
			Entry{
				Kind: "topology", Name: k.Name, Title: k.Title, Source: k.Source,
				Details: append(details, "policies: "+definedOn(policies, k.Name)),
			})
	}
	return entries
}

// TopologyNames are the names of topologies, without the work for the rest.
func TopologyNames() []string { return topology.Names() }

// dilation tells how far apart neighbours lie on a machine of the default size.
func dilation(kind string) (string, error) {
	sides, err := topology.ParseSides(DefaultGrid)
	if err != nil {
		return "", err
	}
	mesh, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		return "", err
	}
	virtual, err := topology.New(kind, sides...)
	if err != nil {
		return "", err
	}
	place, err := topology.Place(virtual, mesh)
	longest, mean := topology.Dilation(virtual, mesh, place)
	return fmt.Sprintf("dilation on a %v: %d, mean %.2f", mesh, longest, mean), err
}

// definedOn names the policies that are defined on a kind of topology.
func definedOn(policies balance.Registry, kind string) string {
	var names []string
	for _, p := range policies.Specs() {
		if p.Anywhere || slices.Contains(p.Kinds, kind) {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}

func sampleEntries() []Entry {
	var entries []Entry
	for _, s := range instances.Samples() {
		entries = append(entries, Entry{Kind: sampleKind, Name: s.Name, Title: s.Title, Source: s.Source})
	}
	return entries
}

// RuleEntries are the branching rules.
func RuleEntries() []Entry {
	var entries []Entry
	for _, r := range dpll.Rules() {
		entries = append(entries, Entry{Kind: "branching rule", Name: r.Name, Title: r.Title, Source: r.Source})
	}
	return entries
}

// ExperimentUsage is the command line with the name of an experiment.
const ExperimentUsage = "transat reproduce NAME"

// ExperimentEntries are the experiments of all papers.
func ExperimentEntries() []Entry { return ItemEntries(papers.Items()) }

// ItemEntries are experiments.
func ItemEntries(items []reproduce.Item) []Entry {
	var entries []Entry
	for _, i := range items {
		entries = append(entries, Entry{Kind: "experiment", Name: i.Name, Title: i.Title, Source: i.Source})
	}
	return entries
}

// MethodEntries are the methods of partition.
func MethodEntries() []Entry {
	var entries []Entry
	for _, m := range partition.Methods() {
		entries = append(entries, Entry{Kind: "partition method", Name: m.Name, Title: m.Title, Source: m.Source})
	}
	return entries
}

// MeshEntries are the meshes that partition makes.
func MeshEntries() []Entry {
	var entries []Entry
	for _, k := range partition.MeshKinds() {
		entries = append(entries, Entry{Kind: "mesh", Name: k.Usage, Title: k.Title})
	}
	return entries
}
