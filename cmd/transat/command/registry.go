package command

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/partition"
	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/papers"
	"transat/instances"
	"transat/solver"
)

// section is one registry of the program, as list shows it.
type section struct {
	name    string // "policies"
	kind    string // of one entry: "policy"
	usage   string // how an entry is used on the command line
	entries func(policies balance.Registry) []entry
}

// entry is one line of a registry.
type entry struct {
	kind, name, title, source string
	details                   []string      // "label: text"
	essay                     func() string // nil if there is no more to say
}

// defaultGrid is the size of a simulated machine.
const defaultGrid = "32x32"

// policyKind is what an entry of policies is.
const policyKind = "policy"

// sections returns all registries.
func sections() []section {
	return []section{
		{"policies", policyKind, "--policy=NAME or NAME:PARAMETER=VALUE", policyEntries},
		{"loads", "load estimate", "--load=NAME or NAME:PARAMETER=VALUE", fixed(loadEntries)},
		{"topologies", "topology", "--topology=NAME", topologyEntries},
		{"machines", "machine", "--machine=NAME", machineEntries},
		{"samples", "sample", "where a command takes SAMPLE", fixed(sampleEntries)},
		{"rules", "branching rule", "--rule=NAME", fixed(ruleEntries)},
		{"experiments", "experiment", experimentUsage, fixed(experimentEntries)},
		{"methods", "partition method", "partition --method=NAME", fixed(methodEntries)},
		{"meshes", "mesh", "where partition takes GRAPH", fixed(meshEntries)},
	}
}

// fixed are entries that do not depend on the policies.
func fixed(entries func() []entry) func(balance.Registry) []entry {
	return func(balance.Registry) []entry { return entries() }
}

// names returns the names of a registry, for completion.
func names(entries []entry) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.name)
	}
	return names
}

func policyEntries(policies balance.Registry) []entry {
	var entries []entry
	for _, p := range policies.Specs() {
		details := []string{
			p.Uses,
			"topologies: " + strings.Join(p.KindsAmong(topology.Names()), ", ") + "; load estimate: " + p.Estimate,
		}
		entries = append(entries, entry{policyKind, p.Name, p.Title, p.Source, append(details, params(p.Params)...), p.Essay})
	}
	return entries
}

func loadEntries() []entry {
	var entries []entry
	for _, e := range balance.Estimates() {
		entries = append(entries, entry{kind: "load estimate", name: e.Name, title: e.Title, source: e.Source, details: params(e.Params)})
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
		lines = append(lines, fmt.Sprintf("%s=%v%s (%v to %v%s): %s", p.Name, p.Default, unit, p.Min, p.Max, unit, p.Title))
	}
	return lines
}

func topologyEntries(policies balance.Registry) []entry {
	var entries []entry
	for _, k := range topology.Kinds() {
		details := []string{"mapping: " + k.Mapping}
		if d, err := dilation(k.Name); err == nil { // a topology may not exist in that size
			details = append(details, d)
		}
		entries = append(entries, entry{kind: "topology", name: k.Name, title: k.Title, source: k.Source, details: append(details, "policies: "+definedOn(policies, k.Name))})
	}
	return entries
}

// topologyNames are the names of topologyEntries, without the work for the rest.
func topologyNames() []string { return topology.Names() }

// dilation tells how far apart neighbours lie on a machine of the default size.
func dilation(kind string) (string, error) {
	sides, err := topology.ParseSides(defaultGrid)
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

func sampleEntries() []entry {
	var entries []entry
	for _, s := range instances.Samples() {
		entries = append(entries, entry{kind: "sample", name: s.Name, title: s.Title, source: s.Source})
	}
	return entries
}

func ruleEntries() []entry {
	var entries []entry
	for _, r := range solver.Rules() {
		entries = append(entries, entry{kind: "branching rule", name: r.Name, title: r.Title, source: r.Source})
	}
	return entries
}

const experimentUsage = "transat reproduce NAME"

func experimentEntries() []entry { return itemEntries(papers.Items()) }

func itemEntries(items []reproduce.Item) []entry {
	var entries []entry
	for _, i := range items {
		entries = append(entries, entry{kind: "experiment", name: i.Name, title: i.Title, source: i.Source})
	}
	return entries
}

func methodEntries() []entry {
	var entries []entry
	for _, m := range partition.Methods() {
		entries = append(entries, entry{kind: "partition method", name: m.Name, title: m.Title, source: m.Source})
	}
	return entries
}

func meshEntries() []entry {
	var entries []entry
	for _, k := range partition.MeshKinds() {
		entries = append(entries, entry{kind: "mesh", name: k.Usage, title: k.Title})
	}
	return entries
}
