// Package tunetest searches for better numbers of a branching rule, for the tests of packages packed and general. A package says
// what its numbers are ([Tunable]), and how long a formula takes with them ([Engine]); [Run] does the rest.
//
// It is a search by CMA-ES, an evolution strategy. Each generation has sixteen vectors of numbers, drawn from a normal distribution around
// the best ones so far, and all of them are judged by the same unsatisfiable formulas, which are others every six generations. The result
// depends on -tune-seed only. A file keeps what each vector was worth: a search that was stopped goes on from it, and one with more
// generations too.
//
// The rule with the numbers found must then show on other and larger formulas whether it is better.
package tunetest

import (
	"flag"
	"math"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// Flags are the flags of a search, -tune and two more. A package that searches has them in a variable of its tests.
type Flags struct {
	file        *string
	seed        *uint64
	generations *int
}

// NewFlags defines the flags.
func NewFlags() Flags {
	return Flags{
		flag.String("tune", "", "search for numbers of the rule weights, and keep what was tried in this `file`"),
		flag.Uint64("tune-seed", 1, "what the search and its formulas depend on"),
		flag.Int("tune-generations", 100, "how many generations to search"),
	}
}

// Tunable is a number of a rule as the search sees it. N is a struct of all numbers.
type Tunable[N any] struct {
	at, scale   float64
	factor      bool
	least, most float64
	set         func(n *N, value float64)
}

// Number returns a number that is at + scale·x for the search, within bounds, and set stores it.
func Number[N any](at, scale, least, most float64, set func(n *N, value float64)) Tunable[N] {
	return Tunable[N]{at, scale, false, least, most, set}
}

// Factor returns a number that is at·e^(scale·x).
func Factor[N any](at, scale, least, most float64, set func(n *N, value float64)) Tunable[N] {
	return Tunable[N]{at, scale, true, least, most, set}
}

func (u *Tunable[N]) value(x float64) (value float64, within bool) {
	v := u.at + u.scale*x
	if u.factor {
		v = u.at * math.Exp(u.scale*x)
	}
	value = min(max(v, u.least), u.most)
	return value, value == v
}

// Single, Double and Whole set a field.
func Single[N any](to func(n *N) *float32) func(*N, float64) {
	return func(n *N, value float64) { *to(n) = float32(value) }
}

func Double[N any](to func(n *N) *float64) func(*N, float64) {
	return func(n *N, value float64) { *to(n) = value }
}

func Whole[N any](to func(n *N) *int) func(*N, float64) {
	return func(n *N, value float64) { *to(n) = int(math.Round(value)) }
}

// Run searches as the flags say, for hours, or skips the test if there is no -tune.
func Run[N any](t *testing.T, flags Flags, training Training[N], tunables []Tunable[N]) {
	if *flags.file == "" {
		t.Skip("takes hours; needs -tune=FILE")
	}
	file, err := os.OpenFile(*flags.file, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	u := newSearch(t, training, tunables, file)
	u.seed, u.generations, u.population = *flags.seed, *flags.generations, 16
	u.read(file)
	u.search()
}

// GoesOn is a test: a search that was stopped goes on as if nothing had been, and finds the same again.
func GoesOn[N any](t *testing.T, training Training[N], tunables []Tunable[N]) {
	run := func(generations int, known string) string {
		var log strings.Builder
		log.WriteString(known)
		u := newSearch(t, training, tunables, &log)
		u.seed, u.generations, u.population = 3, generations, 4
		u.read(strings.NewReader(known))
		u.search()
		return log.String()
	}
	whole := run(8, "")
	if lines := strings.Count(whole, "\n"); lines != 32 {
		t.Fatalf("%d vectors have been tried, want 32", lines)
	}
	if diff := gocmp.Diff(whole, run(8, run(3, ""))); diff != "" {
		t.Error(diff)
	}
}
