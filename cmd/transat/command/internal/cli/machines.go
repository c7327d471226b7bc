package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/simd"
	"transat/cmd/transat/internal/suggest"
)

// MachineEntries are the machines: simulated ones, machines in lockstep, the cores of this computer, and processes.
func MachineEntries(policies balance.Registry) []Entry {
	var entries []Entry
	for _, m := range sim.CostModels() {
		entries = append(entries, Entry{Kind: MachineKind, Name: m.Name, Title: m.Title, Source: m.Source, Details: costs(m)})
	}
	return append(append(entries, lockstepEntries(policies)...), coresEntry(), workersEntry())
}

// MachineDetails describes a machine that passes messages.
func MachineDetails(p compare.Preset) []string {
	all := costs(p.Cost)
	if n := len(p.Crowd); n > 1 {
		all = append(all, fmt.Sprintf("a node takes %.3g times as long while %s are at work", p.Crowd[n-1], Counted(n, "processor")))
	}
	return all
}

// costs describes the cost model of a machine.
func costs(m sim.CostModel) []string {
	t := func(t balance.Ticks) string { return time.Duration(t).String() }
	worker := fmt.Sprintf("worker: %s a node and %s a unit of its work, %s to take an element, %s more if it was received",
		t(m.NodeTime), t(m.WorkTime), t(m.TakeTime), t(m.InstallTime))
	if m.Computer > 0 {
		level := func(name string, l sim.Level) string {
			return fmt.Sprintf("%s: %s a message, %s on its way, %.3g GB/s", name, t(l.Gap), t(l.Latency), float64(l.Bandwidth)/1000)
		}
		return []string{
			worker,
			fmt.Sprintf("balancer: %s a message and %s an element at each end", t(m.MessageCPU), t(m.ElementCPU)),
			level(fmt.Sprintf("inside a computer, which has %d processors (--computer)", m.Computer), m.Inside),
			level("between computers, at the adapter of each", m.Between),
			fmt.Sprintf("an element has %d bytes and %d for each assigned variable", m.ElementBytes, m.LevelBytes),
		}
	}
	return []string{
		worker,
		fmt.Sprintf("balancer: %s a message and %s an element at each end, %s a message passed on",
			t(m.MessageCPU), t(m.ElementCPU), t(m.RouteCPU)),
		fmt.Sprintf("link: %s a message and hop, %s a byte; an element has %d bytes and %d for each assigned variable",
			t(m.LinkTime), t(m.ByteTime), m.ElementBytes, m.LevelBytes),
	}
}

func lockstepEntries(policies balance.Registry) []Entry {
	var entries []Entry
	for _, c := range simd.CostModels() {
		t := func(t balance.Ticks) string { return time.Duration(t).String() }
		entries = append(entries, Entry{Kind: MachineKind, Name: c.Name, Title: c.Title, Source: c.Source, Details: []string{
			fmt.Sprintf("expansion: %s a step, and its longest node: %s, and %s a unit of work", t(c.StepTime), t(c.NodeTime), t(c.WorkTime)),
			fmt.Sprintf("balancing: %s a substep, %s for each element of the one that sends most in a direction", t(c.RuleTime), t(c.ShiftTime)),
			fmt.Sprintf(
				"network: %s a byte to a neighbour, %s through the router; an element has %d bytes", t(c.ByteTime), t(c.RouterTime), c.ElementBytes),
			fmt.Sprintf("front end: %s a look at the trigger; for a matching, 2·⌈log₂ n⌉ + 2 words of 4 bytes and an element go through the router",
				t(c.RuleTime)),
			"policies: " + strings.Join(LockstepPolicies(policies), ", "),
		}})
	}
	return entries
}

// LockstepPolicies are the names of the policies that run on machines in lockstep.
func LockstepPolicies(policies balance.Registry) []string {
	return namesOf(policies, balance.Spec.InLockstep)
}

// StepPolicies are the names of the policies that work in synchronous steps between neighbours.
func StepPolicies(policies balance.Registry) []string {
	return namesOf(policies, func(s balance.Spec) bool { return s.Rule != nil })
}

func namesOf(policies balance.Registry, which func(balance.Spec) bool) []string {
	var names []string
	for _, p := range policies.Specs() {
		if which(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

// CoresDemo is the formula of a run on cores or workers if none is given: some seconds of one core.
const CoresDemo = "320-1376-3/10"

// MachineSuffix ends the name of a file with a machine.
const MachineSuffix = ".json"

// ChooseMachine returns the simulated machine of a name, or the one in a file.
func ChooseMachine(name string) (compare.Preset, error) {
	if !strings.HasSuffix(name, MachineSuffix) {
		return compare.ChoosePreset(name)
	}
	file, err := os.Open(name)
	if err != nil {
		return compare.Preset{}, InFile(err)
	}
	defer file.Close() // it is only read
	p, err := compare.ReadMachine(name, file)
	if err != nil {
		return p, InFile(err)
	}
	return p, nil
}

// MessageMachines are the names of the machines that pass messages.
func MessageMachines() (names []string) {
	for _, m := range sim.CostModels() {
		names = append(names, m.Name)
	}
	return names
}

// ChooseMessages returns the machine of a --machine that must pass messages: one of [MessageMachines], or that of a file.
func ChooseMessages(name string) (compare.Preset, error) {
	p, err := ChooseMachine(name)
	if unknown := (*balance.UnknownError)(nil); errors.As(err, &unknown) {
		return p, Misuse(suggest.Unknown("machine", name, MessageMachines(), strings.Join(MessageMachines(), ", ")+", or FILE"+MachineSuffix))
	}
	if err == nil && p.Lockstep != nil {
		err = fmt.Errorf("--machine=%s: its processors work in lockstep: want %s, or FILE%s", name, strings.Join(MessageMachines(), ", "),
			MachineSuffix)
	}
	return p, UnknownName(err)
}

// inFile is an error in a file that a name stands for: the command line was right.
type inFile struct{ error }

func (e *inFile) Unwrap() error { return e.error }

// InFile marks an error as one in a file that a name stands for, which [UnknownName] takes for no wrong usage.
func InFile(err error) error { return &inFile{err} }

// CoresMachine is the name of the machine that is this computer.
const CoresMachine = "cores"

// coresEntry describes the machine.
func coresEntry() Entry {
	return Entry{Kind: MachineKind, Name: CoresMachine, Title: "the cores of this computer, for real", Details: []string{
		"only compare and simulate run on it; times are real, and never the same twice",
		"worker: a search for each processor, which looks after its policy every 0.3 ms",
		"size: --procs or --grid, as many as threads if neither is given; -j of them run at a time",
	}}
}

// WorkersMachine is the name of the machine whose processors live in several processes.
const WorkersMachine = "workers"

// workersEntry describes the machine.
func workersEntry() Entry {
	return Entry{Kind: MachineKind, Name: WorkersMachine, Title: "worker processes, here or on other computers, for real", Details: []string{
		"only compare and simulate run on it; times are real, and never the same twice",
		"worker: a search for each processor, which looks after its policy every 5 ms",
		"network: messages go through a NATS server, and what is given to another is recorded before",
		"size: --procs or --grid, as many as threads if neither is given; in --workers processes",
	}}
}

// Real reports whether a machine is none that is simulated.
func Real(machine string) bool { return machine == CoresMachine || machine == WorkersMachine }
