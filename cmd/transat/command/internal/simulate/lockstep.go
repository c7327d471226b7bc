package simulate

import (
	"errors"
	"fmt"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
)

// The machines in lockstep, next to those that send messages: what is different for the flags of simulate
// and compare.

// lockstepGrid is the size of the MasPar MP-1 on which the Liquid model was tried out.
const lockstepGrid = "128x128"

// triedInStep are the policies that were tried out on it.
const triedInStep = "liquid-c5,liquid-c4,liquid-c3,liquid-c2,liquid-c1,liquid-c0,nna-sync,nna-async"

// chooseMachine looks --machine up. A machine in lockstep has other defaults for flags that are not given.
func (x *SetupFlags) chooseMachine() (compare.Preset, error) {
	if cli.Real(x.Machine) {
		return compare.Preset{Cost: sim.CostModel{Name: x.Machine}}, nil
	}
	preset, err := compare.ChoosePreset(x.Machine)
	if err != nil {
		if unknown := (*balance.UnknownError)(nil); errors.As(err, &unknown) {
			unknown.Known = cli.Names(cli.MachineEntries(x.registry)) // cores among them
		}
		return preset, cli.UnknownName(err)
	}
	if preset.Lockstep == nil {
		return preset, nil
	}
	if x.start != string(sim.StartRoot) {
		return preset, cli.Misuse(fmt.Errorf("--start=%s: a search on %s starts at root", x.start, x.Machine))
	}
	x.inStep()
	return preset, nil
}

// inLockstep reports whether a machine is one in lockstep.
func inLockstep(machine string) bool {
	preset, err := compare.ChoosePreset(machine)
	return err == nil && preset.Lockstep != nil
}

// inStep sets the flags that were not given.
func (x *SetupFlags) inStep() {
	if !x.given("grid") && x.procs == 0 {
		x.Grid = lockstepGrid
	}
	if !x.given("grain") {
		x.grain = 0
	}
	if !x.given("load") {
		x.load = "count"
	}
	if !x.given("policy") {
		policies := strings.Split(triedInStep, ",")
		if len(x.Policies) == 1 && !x.everyPolicy() {
			policies = policies[:1] // the command runs one
		}
		x.Policies = policies
	}
}

// refuseInStep says what is wrong with the flags on a machine in lockstep.
func (x *SetupFlags) refuseInStep(policy balance.Chosen) error {
	switch {
	case policy.Spec.Rule == nil:
		return cli.Misuse(fmt.Errorf("--machine=%s: %w; these do: %s", x.Machine,
			&balance.NoRuleError{Policy: policy.Spec.Name}, strings.Join(cli.LockstepPolicies(x.registry), ", ")))
	case x.load != "count":
		return cli.Misuse(fmt.Errorf("--load=%s: on %s, a load is a number of elements (--load=count)", x.load, x.Machine))
	case x.grain != 0:
		return cli.Misuse(fmt.Errorf("--grain=%v: on %s, every element is split (--grain=0)", x.grain, x.Machine))
	}
	return nil
}
