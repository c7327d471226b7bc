package setup

import (
	"errors"
	"fmt"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
)

// triedInStep are the policies that were tested on machines in lockstep.
const triedInStep = "liquid-c5,liquid-c4,liquid-c3,liquid-c2,liquid-c1,liquid-c0,nna-sync,nna-async,gp,ngp"

// chooseMachine looks --machine up. A machine in lockstep has other defaults for flags that are not given.
func (x *Flags) chooseMachine() (compare.Preset, error) {
	name := x.Machine.V
	if cli.Real(name) {
		return compare.Preset{Cost: sim.CostModel{Name: name}}, nil
	}
	machine, err := cli.ChooseMachine(name)
	if err != nil {
		if unknown := (*balance.UnknownError)(nil); errors.As(err, &unknown) {
			unknown.Known = cli.Names(cli.MachineEntries(x.registry)) // cores among them
		}
		return machine, cli.UnknownName(err)
	}
	if machine.Lockstep == nil {
		return machine, nil
	}
	if err := x.InStep(Front()); err != nil {
		return machine, cli.Misuse(err)
	}
	if !x.given("policy") {
		policies := strings.Split(triedInStep, ",")
		if len(x.Policies) == 1 && !x.EveryPolicy() {
			policies = policies[:1] // the command runs one
		}
		x.Policies = policies
	}
	return machine, nil
}

// refusal returns what says why a policy cannot run on a machine, beside its topology; or nil.
func (x *Flags) refusal(machine compare.Preset) func(policy balance.Chosen) error {
	switch {
	case machine.Lockstep != nil:
		return x.refuseInStep
	case cli.Real(x.Machine.V):
		return x.refuseReal
	}
	return nil
}

func (x *Flags) refuseInStep(policy balance.Chosen) error {
	if policy.Spec.InLockstep() {
		return nil
	}
	return cli.Misuse(fmt.Errorf("--machine=%s: %w; these do: %s", x.Machine.V,
		&balance.NoRuleError{Policy: policy.Spec.Name}, strings.Join(cli.LockstepPolicies(x.registry), ", ")))
}

// refuseReal says why a policy cannot run on a real machine.
func (x *Flags) refuseReal(policy balance.Chosen) error {
	why := ""
	switch {
	case policy.Spec.Bound:
		why = "it is a bound for simulations"
	case policy.Spec.Place != nil:
		why = "it places the elements of a tree that is known, and on " + x.Machine.V + " it is not"
	default:
		return nil
	}
	return cli.Misuse(fmt.Errorf("policy %s does not run on --machine=%s: %s", policy.Spec.Name, x.Machine.V, why))
}

// SizeOr sets the size of a machine if the flags do not.
func (x *Flags) SizeOr(procs int) {
	if !x.given("grid") && x.procs == 0 {
		x.procs = procs
	}
}
