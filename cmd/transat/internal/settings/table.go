// Package settings is the table of what a simulated run depends on besides its tree: the machine and its size, the network, load
// estimates, the grain, the start, the seed, the branching rule.
//
// [Table] has an entry for each: name, default, choices or range, help, and the page's field for it. Everything else reads the table:
//
//	flags, their help and completion   command/internal/setup, for simulate, compare, sweep and explain
//	fields of requests in JSON         web/engine
//	the page's form and its links      web/site/settings.js, which a test writes from the table
//	the library                        [Values.Options], which are those of package compare
//
// To add a setting, add a field to [Values] and an entry to [Table], pass the value on in [Values.Options], and run
// go test ./cmd/transat/internal/web/site -update for the page.
//
// Left out is what changes no result: threads, the cache, limits of memory and time. So is what a policy itself says, such as where it
// puts received elements (balance.Spec), and how long a slow run is waited for (compare.Patience).
package settings

import (
	"math"
	"strconv"
	"time"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/solver/dpll"
)

// Setting is an entry of the table.
type Setting struct {
	Name    string // of the flag, of the field in JSON, and of the key in links
	Usage   string // the flag's help; the placeholder of the value stands in backquotes
	Default string // as text; "" leaves the choice to each policy
	// Choices is where the possible values are listed; "" if there is no list.
	Choices Choices
	// Unknown is what a value is called if the list does not have it; "" if package compare checks the value.
	Unknown string
	// Valid reports whether a number is in range, and Range names the range. Number makes a number of the text; nil: it is one.
	Valid  func(float64) bool
	Range  string
	Number func(text string) (float64, error)
	// Several says that the setting has a list of values: policies, of which each has a run. It has no field of Values.
	Several bool
	Field   Field

	variable func(*Values) Variable
}

// Field is how the page asks for a setting.
type Field struct {
	Label string `json:"label"`
	Title string `json:"title,omitempty"` // more about it
	Unset string `json:"unset,omitempty"` // shown while no value is chosen, instead of the default
	Main  bool   `json:"main,omitempty"`  // it stands beside the tree; the others are folded away
	// Keys are the keys that a telephone shows: numeric for whole numbers, decimal for others.
	Keys string `json:"keys,omitempty"`
	Want string `json:"want,omitempty"` // ends the message about a value that is no number
}

// Choices is a list of values, by its name in the page's catalogue.
type Choices string

// The lists.
const (
	Topologies Choices = "topologies"
	Machines   Choices = "machines"
	Estimates  Choices = "estimates"
	Loads      Choices = "loads" // estimates, and each policy's own
	Starts     Choices = "starts"
	Rules      Choices = "rules"
)

// Defaults that stand in messages and documentation, too.
const (
	DefaultGrid = "32x32"
	DefaultRule = "lex" // the branching rule of the papers
)

const eachPolicys = "each policy’s own"

// Table returns the settings, in the order of the help.
func Table() []Setting {
	return []Setting{
		{
			Name: "policy", Usage: "policies, as `NAME`, FILE.star or NAME:PARAMETER=VALUE; all for every one",
			Several: true,
		},
		{
			Name: "grid", Default: DefaultGrid, Usage: "`SIDES` of the machine's mesh of processors",
			Field:    Field{Label: "Processors", Title: "Sides of the machine’s grid, such as 32x32, 1024 or 8x8x8", Main: true},
			variable: func(r *Values) Variable { return &r.Grid },
		},
		{
			Name: "topology", Usage: "`NAME` of the network that the policies see (default: each policy's own)",
			Choices: Topologies, Unknown: "topology",
			Field:    Field{Label: "Network", Unset: eachPolicys, Main: true},
			variable: func(r *Values) Variable { return &r.Topology },
		},
		{
			Name: "load", Default: compare.DefaultLoad,
			Usage:    "load estimate of all policies, as `NAME` or NAME:PARAMETER=VALUE; own: each policy's own",
			Choices:  Loads,
			Field:    Field{Label: "Load estimate"},
			variable: func(r *Values) Variable { return &r.Load },
		},
		{
			Name: "machine", Default: sim.CostModels()[0].Name, Usage: "`NAME` of the machine, or FILE.json",
			Choices:  Machines,
			Field:    Field{Label: "Machine", Main: true},
			variable: func(r *Values) Variable { return &r.Machine },
		},
		{
			Name: "element-bytes", Default: "0", Usage: "size of an element in messages, in `BYTES`, whatever is in it (0: as the machine has it)",
			Range: "a whole number of bytes that is not negative, up to 2^30",
			Valid: func(x float64) bool { return x >= 0 && x <= 1<<30 && x == math.Trunc(x) },
			Field: Field{
				Label: "Bytes of an element", Unset: "the machine’s", Title: "What moving one element costs: its size in messages, whatever is in it",
				Keys: "numeric", Want: "a whole number of bytes",
			},
			variable: func(r *Values) Variable { return &r.ElementBytes },
		},
		{
			Name: "node-time", Usage: "mean time of a node, or of a unit of a tree file's work, as a `DURATION` such as 5ms " +
				"(default: the machine's, or the file's)",
			Range: "a duration of 1ns to 1000h, such as 5ms", Number: seconds, Valid: func(x float64) bool { return x >= 1e-9 && x <= 3.6e6 },
			Field: Field{
				Label: "Time of a node", Unset: "the machine’s, or the file’s",
				Title: "The mean time of a node, or that of a unit of a tree file’s work, such as 5ms",
			},
			variable: func(r *Values) Variable { return &r.NodeTime },
		},
		{
			Name: "computer", Default: "0", Usage: "`PROCESSORS` of a computer, on a machine of two levels (0: as the machine has it)",
			Range: "a whole number that is not negative, up to 2^24",
			Valid: func(x float64) bool { return x >= 0 && x <= topology.MaxProcs && x == math.Trunc(x) },
			Field: Field{
				Label: "Processors of a computer", Unset: "the machine’s",
				Title: "On a machine of two levels: how many processors share a computer",
				Keys:  "numeric", Want: "a whole number",
			},
			variable: func(r *Values) Variable { return &r.Computer },
		},
		{
			Name: "speeds", Usage: "speeds of the processors, as multiples of the machine's: a `LIST` such as 1,0.5, over and over, or a range " +
				"such as 0.5..2, of which each draws one",
			Field: Field{
				Label: "Speeds", Unset: "all equal",
				Title: "As multiples of the machine’s: a list such as 1,0.5, over and over, or a range such as 0.5..2, " +
					"of which each processor draws one",
			},
			variable: func(r *Values) Variable { return &r.Speeds },
		},
		{
			Name: "stragglers", Usage: "`SHARE` of the processors that is slow for a time: 0.1:speed=0.1:from=0s:for=1s, and again with :every=10s",
			Field: Field{
				Label: "Stragglers", Unset: "none",
				Title: "A share of the processors is slow for a time: 0.1:speed=0.1:from=0s:for=1s, and again with :every=10s",
			},
			variable: func(r *Values) Variable { return &r.Stragglers },
		},
		{
			Name: "late", Usage: "`PROCESSORS` that join late, those with the last numbers: 2:at=5s",
			Field: Field{
				Label: "Late processors", Unset: "none", Title: "How many join late, those with the last numbers, and when: 2:at=5s",
			},
			variable: func(r *Values) Variable { return &r.Late },
		},
		{
			Name: "start", Default: string(sim.StartMiddle),
			Usage: "`PLACE` of the first elements: middle (one processor, the same for all policies), root (one processor: the policy's own, " +
				"or the first) or spread (all)",
			Choices: Starts, Unknown: "start",
			Field:    Field{Label: "Start"},
			variable: func(r *Values) Variable { return &r.Start },
		},
		{
			Name: "deal", Usage: "load estimate by which a spread start deals out elements, as `NAME` or NAME:PARAMETER=VALUE; " +
				"count: all policies begin alike (default: each policy's own)",
			Choices: Estimates,
			Field: Field{
				Label: "Deal by", Unset: eachPolicys,
				Title: "The load estimate by which a spread start deals out elements; count: all policies begin alike",
			},
			variable: func(r *Values) Variable { return &r.Deal },
		},
		{
			Name: "budget", Default: strconv.FormatFloat(compare.DefaultBudget, 'g', -1, 64),
			Usage: "grain in work: search an element for this `MULTIPLE` of the time that moving it takes before it is split " +
				"(0: --grain, and policies may set their own)",
			Range: "a multiple that is not negative", Valid: func(x float64) bool { return x >= 0 && x < 1e6 },
			Field: Field{
				Label: "Grain in work",
				Title: "An element is searched for this many times what moving it takes before it is split; 0: the grain is in load",
				Keys:  "decimal", Want: "a multiple such as 4",
			},
			variable: func(r *Values) Variable { return &r.Budget },
		},
		{
			Name: "grain", Default: strconv.FormatFloat(compare.DefaultGrain, 'g', -1, 64),
			Usage: "grain in load: solve elements to their end if their load is below this `SHARE` of λ(root)/n (with --budget=0)",
			Range: "a share that is not negative", Valid: func(x float64) bool { return x >= 0 },
			Field: Field{
				Label: "Grain in load", Title: "Without a grain in work, elements below this share of the root’s load, per processor, are not split",
				Keys: "decimal", Want: "a share such as 0.05",
			},
			variable: func(r *Values) Variable { return &r.Grain },
		},
		{
			Name: "seed", Default: "1", Usage: "seed of all random choices",
			Field:    Field{Label: "Seed", Keys: "numeric", Want: "a whole number"},
			variable: func(r *Values) Variable { return &r.Seed },
		},
		{
			Name: "rule", Default: DefaultRule, Usage: "`NAME` of the search tree's branching rule",
			Choices: Rules, Unknown: "branching rule",
			Field:    Field{Label: "Branching rule"},
			variable: func(r *Values) Variable { return &r.Rule },
		},
	}
}

// seconds reads a duration.
func seconds(text string) (float64, error) {
	d, err := time.ParseDuration(text)
	return d.Seconds(), err
}

// Find returns the entry of that name, which must be in the table.
func Find(name string) Setting {
	for _, s := range Table() {
		if s.Name == name {
			return s
		}
	}
	panic("no setting " + name)
}

// Defaults returns the default of every setting that has one, by name.
func Defaults() map[string]string {
	all := map[string]string{}
	for _, s := range Table() {
		if s.Default != "" {
			all[s.Name] = s.Default
		}
	}
	return all
}

// Names returns the values on the list; nil if there is no list.
func (s Setting) Names() []string {
	switch s.Choices {
	case Topologies:
		return topology.Names()
	case Machines:
		return names(compare.Presets(), func(p compare.Preset) string { return p.Cost.Name })
	case Estimates:
		return names(balance.Estimates(), func(e balance.Estimate) string { return e.Name })
	case Loads:
		return append(names(balance.Estimates(), func(e balance.Estimate) string { return e.Name }), compare.OwnLoad)
	case Starts:
		return names(sim.Starts(), func(s sim.Start) string { return string(s) })
	case Rules:
		return names(dpll.Rules(), func(r dpll.Rule) string { return r.Name })
	}
	return nil
}

func names[E any](all []E, name func(E) string) []string {
	var texts []string
	for _, x := range all {
		texts = append(texts, name(x))
	}
	return texts
}
