//go:build tune

// Command tune finds the numbers of the rule "weights", for packages packed (clauses of three literals) and general (longer ones):
//
//	go run -tags tune ./solver/internal/tune -k=3 -log=numbers.log   searches for better numbers, for hours
//	go run -tags tune ./solver/internal/tune -k=3 -fit               fits the estimate of the size of a frozen subtree, in minutes
//	go run -tags tune ./solver/internal/tune -k=3 -effort            measures what the parts of an effort cost, in minutes
//	go test -tags tune ./solver/internal/tune                        tests this program
//
// The numbers, with their bounds, are the type Numbers of either package. The search is CMA-ES, an evolution strategy (search.go). Each
// generation has sixteen vectors of numbers, drawn from a normal distribution around the best ones so far. All of them are judged by the
// same unsatisfiable random formulas, which are others every six generations, and by a model of the time, so that it does not matter how
// busy the computer is. The result depends on -seed only. The log keeps what each vector was worth: a search that was stopped goes on
// from it, and so does one with more generations.
//
// The rule with the numbers found must then show on other and larger formulas whether it is better.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"transat/solver/cnf"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
)

// job is what the program is asked for.
type job struct {
	k           int
	log         string
	seed        uint64
	generations int
	fit, effort bool
}

func main() {
	var j job
	flag.IntVar(&j.k, "k", 3, "`length` of the clauses: 3, 4, 5 or 7; -fit takes 6 as well")
	flag.StringVar(&j.log, "log", "", "search for numbers, and keep what was tried in this `file`")
	flag.Uint64Var(&j.seed, "seed", 1, "what the search and its formulas depend on")
	flag.IntVar(&j.generations, "generations", 100, "how many generations to search")
	flag.BoolVar(&j.fit, "fit", false, "fit the estimate of frozen subtrees, and print it")
	flag.BoolVar(&j.effort, "effort", false, "measure what the parts of an effort cost, and print it; the computer must be quiet")
	flag.Parse()
	err := fmt.Errorf("-k is %d: want 3, 4, 5, 6 or 7", j.k)
	switch {
	case j.k == 3:
		err = run(j, newPacked)
	case 4 <= j.k && j.k <= 7:
		err = run(j, newGeneral)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func newPacked(f *cnf.Formula) (weighted[packed.Numbers], error) {
	p, err := cnf.Normalise(context.Background(), f)
	if err != nil {
		return nil, err
	}
	return packed.NewWeighted(packed.WithResolvents(p).Sorted()), nil
}

func newGeneral(f *cnf.Formula) (weighted[general.Numbers], error) {
	ctx := context.Background()
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return nil, err
	}
	return general.NewWeighted(ctx, p)
}

// run does the job with the engines that build makes.
func run[N any](j job, build func(*cnf.Formula) (weighted[N], error)) error {
	t := training[N]{length: j.k, samples: trainingSamples(j.k), build: build}
	switch {
	case j.fit:
		return t.fit()
	case len(t.samples) == 0:
		return fmt.Errorf("-k is %d: there are no formulas to train on", j.k)
	case j.effort:
		return t.costs(j.seed)
	case j.log == "":
		return fmt.Errorf("want -log=FILE, -fit or -effort")
	}
	file, err := os.OpenFile(j.log, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	s, err := newSearch(t, file)
	if err != nil {
		return err
	}
	s.seed, s.generations, s.population, s.out = j.seed, j.generations, 16, os.Stdout
	s.read(file)
	return s.search()
}
