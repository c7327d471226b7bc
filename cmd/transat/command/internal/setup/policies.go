package setup

import (
	"slices"
	"strings"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
)

// allPolicies stands for every policy that is defined on the machine, on the topology that is asked for or on
// the one that it prefers.
const allPolicies = "all"

// choosePolicies reads --policy: those that are named, and the others of all, which may be left out.
func (x *Flags) choosePolicies() (named, others []balance.Chosen, err error) {
	for _, name := range x.Policies {
		name = strings.TrimSpace(name)
		if name == allPolicies {
			continue
		}
		policy, err := x.registry.Choose(name)
		if err != nil {
			return nil, nil, cli.UnknownName(err)
		}
		named = append(named, policy)
	}
	if !x.EveryPolicy() {
		return named, nil, nil
	}
	for _, spec := range x.registry.Specs() {
		policy, err := spec.Choose("")
		if err != nil {
			return nil, nil, err
		}
		if !slices.ContainsFunc(named, func(c balance.Chosen) bool { return c.String() == spec.Name }) {
			others = append(others, policy)
		}
	}
	return named, others, nil
}

// NamesPolicies reports whether policies are named, in place of the usual ones.
func (x *Flags) NamesPolicies() bool { return x.given("policy") }

// EveryPolicy reports whether all policies are asked for.
func (x *Flags) EveryPolicy() bool {
	return slices.ContainsFunc(x.Policies, func(name string) bool { return strings.TrimSpace(name) == allPolicies })
}
