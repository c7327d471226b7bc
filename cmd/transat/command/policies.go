package command

import (
	"slices"
	"strings"

	"transat/balance"
)

// allPolicies stands for every policy that is defined on the machine, on the topology that is asked for or on
// the one that it prefers.
const allPolicies = "all"

// candidate is a policy that is asked for: by name, or as one of all, which may be left out.
type candidate struct {
	balance.Chosen
	optional bool
}

// choosePolicies reads --policy. Those that are named come first.
func (x *experimentFlags) choosePolicies() ([]candidate, error) {
	var policies []candidate
	for _, name := range x.policies {
		name = strings.TrimSpace(name)
		if name == allPolicies {
			continue
		}
		policy, err := x.registry.Choose(name)
		if err != nil {
			return nil, unknownName(err)
		}
		policies = append(policies, candidate{Chosen: policy})
	}
	if !x.everyPolicy() {
		return policies, nil
	}
	for _, spec := range x.registry.Specs() {
		policy, err := spec.Choose("")
		if err != nil {
			return nil, err
		}
		named := func(c candidate) bool { return c.String() == spec.Name }
		if !slices.ContainsFunc(policies, named) {
			policies = append(policies, candidate{policy, true})
		}
	}
	return policies, nil
}

// everyPolicy reports whether all policies are asked for.
func (x *experimentFlags) everyPolicy() bool {
	return slices.ContainsFunc(x.policies, func(name string) bool { return strings.TrimSpace(name) == allPolicies })
}
