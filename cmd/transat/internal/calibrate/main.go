//go:build tune

// Calibrate judges the machine presets that were fitted to the tables of the paper on PLB, and repeats the fits:
//
//	go run -tags tune ./cmd/transat/internal/calibrate              # judge plb and lade on all formulas: some minutes
//	go run -tags tune ./cmd/transat/internal/calibrate -search lade # repeat a fit on a part of them: ten minutes
//
// doc/machines.md has what came out; transat reproduce plb shows the rows in full. A fit (fits.go) is a preset and a policy,
// parameters, and rows of the paper, of which it uses some. Every number of a simulated row has a bar (deviations), marked (!)
// where ours is beyond it; the objective is the mean square of the deviations of the rows that are used, in bars. search.go
// makes it small, bench.go simulates. Rules are not fitted, such as the end of a list from which elements come.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"runtime"
	"slices"
	"strings"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/tree"
)

func main() {
	log.SetFlags(0)
	again := flag.Bool("search", false, "repeat the fits, from neutral values")
	budget := flag.Int("evaluations", 150, "`number` after which a search ends")
	formulas := flag.Int("formulas", 0, "`number` of each sample, with trees of all sizes (0: all, or 8 with -search)")
	samples := flag.String("samples", reproduce.Sample350+","+reproduce.Sample400, "others in their place, to try the program")
	threads := flag.Int("threads", runtime.GOMAXPROCS(0), "simulations at the same time; the results do not depend on it")
	flag.Parse()
	if *again && *formulas == 0 {
		*formulas = 8
	}
	dir, err := tree.DefaultCacheDir()
	if err != nil {
		log.Fatal(err)
	}
	b := &bench{
		formulas: *formulas, threads: *threads, instead: strings.Split(*samples, ","), samples: map[string][]weighed{},
		trees: &treecache.Store{
			Cache: &tree.Cache{Dir: dir}, Rule: "lex", MaxNodes: 1e8, Threads: *threads, Hold: *again, Warn: func(s string) { log.Print(s) },
		},
	}
	names := flag.Args()
	if len(names) == 0 {
		names = []string{"plb", "lade"}
	}
	for _, name := range names {
		i := slices.IndexFunc(fits(), func(f fit) bool { return f.name == name })
		if i < 0 {
			log.Fatalf("unknown fit %q: plb, lade or costs", name)
		}
		f := fits()[i]
		preset, err := f.with(nil)
		if err == nil {
			err = b.judge(f, "the preset", preset)
		}
		if err == nil && *again {
			err = b.repeat(f, *budget)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// repeat searches, with at most two runs on a formula, and judges what it found.
func (b *bench) repeat(f fit, budget int) error {
	quick := *b
	quick.maxSeeds = 2
	s := search{budget: budget, value: func(point []int) (float64, error) {
		x, err := f.with(point)
		if err != nil {
			return 0, err
		}
		ours, err := quick.evaluate(context.Background(), f.targets, x, true)
		value := objective(f.targets, ours)
		log.Printf("%s: steps %v: objective %.3f", f.name, point, value)
		return value, err
	}}
	for _, p := range f.parameters {
		s.low = append(s.low, int(math.Floor(stepsPerDouble*math.Log2(p.low/p.start))))
		s.high = append(s.high, int(math.Ceil(stepsPerDouble*math.Log2(p.high/p.start))))
	}
	if err := s.run(); err != nil {
		return err
	}
	found, err := f.with(s.best)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("found after %d evaluations, objective %.3f, no step is better: %v", len(s.known), s.least, s.complete)
	return b.judge(f, what, found)
}

// judge prints settings, and how far every number that they give is from the paper's.
func (b *bench) judge(f fit, what string, s settings) error {
	ours, err := b.evaluate(context.Background(), f.targets, s, false)
	if err != nil {
		return err
	}
	fmt.Printf("%s, %s:", f.name, what)
	for _, p := range f.parameters {
		fmt.Printf(" %s %.3g %s", p.name, p.get(s), p.unit)
	}
	fmt.Println()
	for i, t := range f.targets {
		fmt.Printf("%d %s %s (%s):", t.Procs(), t.Topology, t.Estimate, t.role())
		if ours[i] == nil {
			fmt.Println(" given up")
			continue
		}
		for _, d := range t.deviations(*ours[i]) {
			mark := ""
			if math.Abs(d.size) > 1 {
				mark = " (!)"
			}
			fmt.Printf(" %s%s", d.text, mark)
		}
		fmt.Println()
	}
	fmt.Printf("objective %.3f\n\n", objective(f.targets, ours))
	return nil
}
