package balance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Topology is what a policy may know of the network as a whole. The topologies of package topology
// are Topologies.
type Topology interface {
	// Kind is the name of the kind: "mesh", "hypercube".
	Kind() string
	// Procs is the number of processors.
	Procs() int
	// Sides are the lengths of the dimensions of a grid, whose ranks are row-major, and empty for
	// networks that are none. Do not modify.
	Sides() []int
	// Step returns the rank one step up (by = 1) or down (by = -1) in dimension d from rank, and
	// whether there is one.
	Step(rank, d, by int) (int, bool)
	// Neighbours returns the ranks next to rank, each once. The slice is the caller's.
	Neighbours(rank int) []int
	// Laplacian returns the second smallest and the largest eigenvalue of the Laplacian of the network,
	// both 0 for a single processor.
	Laplacian() (second, largest float64)
}

// Maker makes the instance of a policy for one processor.
type Maker func(rank int) Policy

// End is a place in a processor's list of waiting elements. The worker takes from the top, where its
// own newest elements lie; transfers take from the bottom.
type End uint8

// The places in a list.
const (
	Top End = iota
	Bottom
	// InOrder is between the elements with more load, below, and those with as much or less, above: the
	// worker's own elements lie in about that order, too. Where loads change by themselves, it is the top.
	InOrder
)

// Spec is the entry of a policy in the registry.
type Spec struct {
	Name   string
	Title  string // what it does, in one line
	Family string // what policies of its kind do: one of Families, or "" for any other
	Source string // who proposed it, where
	Uses   string // what it knows, and what it sends
	// Essay is the rule in words, with the parameters, what it costs, its source and how it differs from that, as plain
	// text, indented where it is drawn or a formula; "" if there is no more to say. A policy of this package has it at the
	// head of its file.
	Essay string
	// Text is the program of a policy that is read from files: the texts of all of them. "" for one in Go.
	Text  string
	Kinds []string // the kinds of topology it is defined on, the preferred one first
	// Anywhere says that it is defined on all other kinds as well.
	Anywhere bool
	// Estimate is the load estimate its source uses: the name of an entry of Estimates.
	Estimate string
	// Received is where received elements are put in the list.
	Received End
	Params   []Param
	// Refuses returns why the policy is not defined on a topology, or "". It need not know why for
	// kinds that are not among Kinds. Nil refuses nothing.
	Refuses func(t Topology, v Values) string
	// Bound marks an entry that is no policy but a bound for all of them, which a machine has to run in
	// a way of its own. The policy that New makes does nothing.
	Bound bool
	// New makes the policy for a topology of one of the Kinds and values within the ranges of Params.
	New func(t Topology, v Values) Maker
	// Rule makes the rule of a policy that works in synchronous steps, for each processor; nil for
	// other policies.
	Rule func(t Topology, v Values) func(rank int) Rule
	// FrontEnd makes the rule of a policy that a machine in lockstep follows at one place for all; nil for other policies.
	FrontEnd func(v Values) *FrontEnd
	// Words writes a message for people; nil: its fields.
	Words func(m Message) string
	// Wordings are the words for what its messages say and do, for people who watch a run.
	Wordings Wordings
	// Place, if not nil, makes the policy a static one: it decides on which processor each element of
	// a frontier of the tree begins. loads are the elements' loads, depth first; the result has a
	// rank for each. How many elements a processor the frontier has is the parameter "pieces".
	Place func(t Topology, v Values, loads []float64, seed uint64) []int
}

// InLockstep reports whether the policy runs on machines in lockstep.
func (s Spec) InLockstep() bool { return s.Rule != nil || s.FrontEnd != nil }

// Kinds returns all kinds of topology on which a policy may be defined.
func Kinds() []string { return everyKind() }

// KindsAmong returns those of the given kinds of topology that the policy is defined on, the preferred ones first.
func (s Spec) KindsAmong(kinds []string) []string {
	var all []string
	for _, k := range s.Kinds {
		if slices.Contains(kinds, k) {
			all = append(all, k)
		}
	}
	for _, k := range kinds {
		if s.Anywhere && !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	return all
}

// everyKind returns the usual kinds of topology in the order in which policies that are defined anywhere are tried on
// them, the preferred ones first.
func everyKind(preferred ...string) []string {
	kinds := preferred
	for _, k := range [...]string{"mesh", "torus", "line", "ring", "hypercube", "debruijn", "tree", "clique"} {
		if !slices.Contains(preferred, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Policies returns all policies of this package: the table from which help, listing, parsing and tests are made.
func Policies() []Spec {
	return []Spec{
		plbSpec(),
		flowSpec(),
		liquidSpec(LiquidC5), // the best one first: it is what a mistyped name suggests
		liquidSpec(LiquidC4),
		liquidSpec(LiquidC3),
		liquidSpec(LiquidC2),
		liquidSpec(LiquidC1),
		liquidSpec(LiquidC0),
		nnaSyncSpec(),
		nnaAsyncSpec(),
		diffusionSpec(),
		secondOrderSpec(),
		optimalSpec(),
		adfSpec(),
		alphaSplittingSpec(),
		dimensionExchangeSpec(),
		edgeColoursSpec(),
		matchingSpec(),
		adaptiveSpec(),
		ladeSpec(),
		dnSpec(),
		anSpec(),
		an2Spec(),
		dnrSpec(),
		localChangeSpec(),
		ridSpec(),
		gossipSpec(),
		gradientSpec(),
		cwnSpec(),
		acwnSpec(),
		hbmSpec(),
		multilevelSpec(),
		thresholdSenderSpec(),
		thresholdReceiverSpec(),
		thresholdShortestSpec(),
		thresholdSymmetricSpec(),
		draftingSpec(),
		biddingSpec(),
		stealSpec(),
		stealHalfSpec(),
		randomPollingSpec(),
		roundRobinSpec(),
		globalRoundRobinSpec(),
		nearStealSpec(),
		levelStealSpec(),
		clusterStealSpec(),
		lifelineSpec(),
		gpSpec(),
		ngpSpec(),
		physicalSpec(),
		noneSpec(),
		idealSpec(),
	}
}

// Chosen is a policy with values for its parameters.
type Chosen struct {
	Spec   Spec
	Values Values
}

// String is the inverse of Choose; parameters at their default are left out.
func (c Chosen) String() string { return c.Spec.Name + c.Values.suffix(c.Spec.Params) }

// For makes the policy for a topology, or says why it is not defined there.
func (c Chosen) For(t Topology) (_ Maker, err error) {
	defer CatchFault(&err)
	reason := ""
	if c.Spec.Refuses != nil {
		reason = c.Spec.Refuses(t, c.Values)
	}
	if reason != "" || !c.Spec.Anywhere && !slices.Contains(c.Spec.Kinds, t.Kind()) {
		return nil, &KindError{Policy: c.Spec.Name, Kind: t.Kind(), Kinds: c.Spec.Kinds, Reason: reason}
	}
	return c.Spec.New(t, c.Values), nil
}

// OwnNetwork returns the network that a policy prefers: of its kinds, the first that build makes, and that the policy is
// defined on. refusal says why that is not the first of all, nil if it is; if there is none, that is err.
func OwnNetwork[T Topology](policy Chosen, build func(kind string) (T, error)) (network T, refusal, err error) {
	for _, kind := range policy.Spec.Kinds {
		network, err := build(kind)
		if err == nil {
			_, err = policy.For(network)
		}
		if err == nil {
			return network, refusal, nil
		}
		refusal = cmp.Or(refusal, err)
	}
	return network, refusal, refusal
}

// Rules makes the rules of a policy that works in synchronous steps, one for each processor of a topology. The error
// is a *NoRuleError if it does not, or that of [Chosen.For].
func (c Chosen) Rules(t Topology) (func(rank int) Rule, error) {
	if c.Spec.Rule == nil {
		return nil, &NoRuleError{Policy: c.Spec.Name, FrontEnd: c.Spec.FrontEnd != nil}
	}
	if _, err := c.For(t); err != nil {
		return nil, err
	}
	return c.Spec.Rule(t, c.Values), nil
}

// NoRuleError says that a policy does not work in synchronous steps between neighbours.
type NoRuleError struct {
	Policy   string
	FrontEnd bool // it has a [FrontEnd] instead
}

func (e *NoRuleError) Error() string {
	if e.FrontEnd {
		return fmt.Sprintf("policy %s is that of a front end, which sees all who are idle: it has no steps between neighbours", e.Policy)
	}
	return fmt.Sprintf("policy %s does not work in synchronous steps, so there is nothing to do in lockstep", e.Policy)
}

// KindError says that a policy is not defined on a topology.
type KindError struct {
	Policy, Kind string
	Kinds        []string // those it is defined on
	Reason       string   // why it refuses the topology, or ""
}

func (e *KindError) Error() string {
	if slices.Contains(e.Kinds, e.Kind) {
		return fmt.Sprintf("policy %s is not defined on this %s: %s", e.Policy, e.Kind, e.Reason)
	}
	reason := ""
	if e.Reason != "" {
		reason = ": " + e.Reason
	}
	return fmt.Sprintf("policy %s is not defined on a %s%s; it runs on: %s", e.Policy, e.Kind, reason, strings.Join(e.Kinds, ", "))
}

// UnknownError says that a name is in no registry entry.
type UnknownError struct {
	What  string // "policy", "load estimate", …
	Name  string
	Known []string
}

func (e *UnknownError) Error() string { return fmt.Sprintf("unknown %s %q", e.What, e.Name) }

// Find returns the entry of a table that has a name, or an *UnknownError that says what the name should have been.
func Find[T any](what, name string, table []T, key func(T) string) (T, error) {
	for _, entry := range table {
		if key(entry) == name {
			return entry, nil
		}
	}
	var none T
	return none, unknown(what, name, table, key)
}

func unknown[T any](what, name string, table []T, key func(T) string) error {
	e := &UnknownError{What: what, Name: name}
	for _, entry := range table {
		e.Known = append(e.Known, key(entry))
	}
	return e
}
