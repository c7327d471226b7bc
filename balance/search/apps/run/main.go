// Run runs the searches of package apps on all cores of this computer:
//
//	go run transat/balance/search/apps/run queens 14
//	go run transat/balance/search/apps/run puzzle 79                            # an instance of Korf's, or a board of 16 numbers
//	go run transat/balance/search/apps/run clique brock200_4.clq                # or a graph with a name: hamming8-4, random-200-75-1
//	go run transat/balance/search/apps/run -cores=1 subgraph cycle9 kneser5-2
//
// Without a search, it lists all of them.
//
// A program of your own is shorter: package transat/cmd/transat/command/program makes one of a problem, with checkpoints and for many
// computers (`transat help search`). This one is a loop over package search, since iterative deepening is a sequence of problems, and what
// lies below balance imports nothing of cmd.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"time"

	"transat/balance/search/apps"
	"transat/instances"
)

// application is a search that can be run by its name.
type application struct {
	name, input, what string
	run               func(s *settings, input []string) error
	inputs            int
}

// applications is the table of all of them.
func applications() []application {
	return []application{
		{"queens", "N", "counts the ways to place N queens, N at most 32", queens, 1},
		{"semigroups", "GENUS", "counts the numerical semigroups of a genus", semigroups, 1},
		{"uts", "TREE", "counts the nodes of a tree: uts-t1, or uts-t1/8, cut at depth 8", uts, 1},
		{"puzzle", "BOARD", "solves a 15-puzzle: a number of Korf's table, or 16 numbers in quotes, 0 the hole", puzzle, 1},
		{"subgraph", "PATTERN TARGET", "finds a graph in another; each is a DIMACS file or a name", subgraph, 2},
		{"clique", "GRAPH", "finds a largest clique; a DIMACS file or a name", clique, 1},
		{"knapsack", "FILE", "packs items: lines ITEMS CAPACITY, and then PROFIT WEIGHT", knapsack, 1},
		{"tour", "FILE", "finds a shortest tour; a file of TSPLIB", tour, 1},
		{"liquid", "BOARD", "solves a puzzle on the simulated MasPar under the Liquid model and others, and prints a table", liquid, 1},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, errors io.Writer) error {
	s := &settings{ctx: ctx, out: out}
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.SetOutput(errors)
	flags.IntVar(&s.cores, "cores", 0, "how many cores search; 0 is all")
	flags.StringVar(&s.policy, "policy", "", "how they share the search, as in transat list policies (default: what suits)")
	flags.IntVar(&s.side, "side", 128, "of the torus of the simulated MasPar: it has side·side processors")
	flags.BoolVar(&s.ordered, "ordered", false, "the answer that one core finds")
	flags.Usage = func() { usage(errors, flags) }
	if err := flags.Parse(args); err != nil {
		if err == flag.ErrHelp {
			return nil
		}
		return err
	}
	if flags.NArg() == 0 {
		usage(out, flags)
		return nil
	}
	for _, a := range applications() {
		if a.name != flags.Arg(0) {
			continue
		}
		input := flags.Args()[1:]
		if len(input) != a.inputs {
			return fmt.Errorf("%s: %d arguments: want %s %s", a.name, len(input), a.name, a.input)
		}
		return a.run(s, input)
	}
	return fmt.Errorf("unknown search %q: run without arguments lists all", flags.Arg(0))
}

func usage(out io.Writer, flags *flag.FlagSet) {
	fmt.Fprintln(out, "Usage: run [-cores=N] [-policy=NAME] [-ordered] [-side=N] SEARCH INPUT")
	for _, a := range applications() {
		fmt.Fprintf(out, "  %-26s %s\n", a.name+" "+a.input, a.what)
	}
	fmt.Fprintln(out, "Graphs with names:")
	for _, name := range apps.GraphNames() {
		fmt.Fprintf(out, "  %s\n", name)
	}
}

// number reads a whole number in a range.
func number(what, text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s %q: want a whole number from %d to %d", what, text, least, most)
	}
	return n, nil
}

func queens(s *settings, input []string) error {
	n, err := number("queens", input[0], 1, 32)
	if err != nil {
		return err
	}
	ways, err := count(s, &apps.Queens{N: n})
	if err == nil {
		fmt.Fprintf(s.out, "%d ways to place %d queens", ways, n)
	}
	return s.end(err)
}

func semigroups(s *settings, input []string) error {
	genus, err := number("genus", input[0], 0, apps.MaxGenus)
	if err != nil {
		return err
	}
	n, err := count(s, &apps.Semigroups{Genus: genus})
	if err == nil {
		fmt.Fprintf(s.out, "%d numerical semigroups of genus %d", n, genus)
	}
	return s.end(err)
}

func uts(s *settings, input []string) error {
	set, err := instances.Open(input[0])
	if err != nil {
		return err
	}
	tree := set.Instances[0].Tree
	if tree == nil {
		return fmt.Errorf("%s is no tree: want uts-t1 or another that transat list instances shows", input[0])
	}
	_, err = count(s, apps.UTS{UTS: tree})
	if err == nil {
		fmt.Fprintf(s.out, "%s has %d nodes", input[0], s.nodes)
	}
	return s.end(err)
}

func puzzle(s *settings, input []string) error {
	start, err := apps.NamedPosition(input[0])
	if err != nil {
		return err
	}
	for limit := start.Distance(); ; limit += 2 {
		goal, found, err := find(s, &apps.Puzzle{Start: start, Limit: limit})
		if err != nil {
			return s.end(err)
		}
		if found {
			fmt.Fprintf(s.out, "%d moves: %s", limit, goal.Moves())
			return s.end(nil)
		}
	}
}

func subgraph(s *settings, input []string) error {
	pattern, err := graph(input[0])
	if err != nil {
		return err
	}
	target, err := graph(input[1])
	if err != nil {
		return err
	}
	problem, err := apps.NewSubgraph(pattern, target)
	if err != nil {
		return err
	}
	a, found, err := find(s, problem)
	switch {
	case err != nil:
	case found:
		fmt.Fprintf(s.out, "the images of the pattern's vertices: %v", plusOne(problem.Images(a)))
	default:
		fmt.Fprint(s.out, "the target has no such subgraph")
	}
	return s.end(err)
}

// graph opens a file, or makes the graph of a name.
func graph(name string) (*apps.Graph, error) {
	if g, err := apps.NamedGraph(name); g != nil || err != nil {
		return g, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return apps.ReadGraph(name, f)
}

// plusOne counts vertices, items and cities from 1, as their files do.
func plusOne[N int | uint8](numbers []N) []N {
	for i := range numbers {
		numbers[i]++
	}
	return numbers
}

func clique(s *settings, input []string) error {
	g, err := graph(input[0])
	switch {
	case err != nil:
		return err
	case g.Vertices() <= 256:
		return cliqueOf(s, apps.NewClique[[4]uint64](g))
	case g.Vertices() <= 1024:
		return cliqueOf(s, apps.NewClique[[16]uint64](g))
	}
	return cliqueOf(s, apps.NewClique[[64]uint64](g))
}

func cliqueOf[S apps.VertexSet](s *settings, c *apps.Clique[S]) error {
	best, size, err := maximise(s, c)
	if err == nil {
		fmt.Fprintf(s.out, "a clique of %d vertices: %v", size, plusOne(c.Vertices(best)))
	}
	return s.end(err)
}

func knapsack(s *settings, input []string) error {
	f, err := os.Open(input[0])
	if err != nil {
		return err
	}
	defer f.Close()
	capacity, items, err := apps.ReadItems(input[0], f)
	if err != nil {
		return err
	}
	k := apps.NewKnapsack(capacity, items)
	best, profit, err := maximise(s, k)
	if err == nil {
		fmt.Fprintf(s.out, "a profit of %d, with the items %v", profit, plusOne(k.Items(best)))
	}
	return s.end(err)
}

func tour(s *settings, input []string) error {
	f, err := os.Open(input[0])
	if err != nil {
		return err
	}
	defer f.Close()
	distances, err := apps.ReadCities(input[0], f)
	if err != nil {
		return err
	}
	t, err := apps.NewTour(distances)
	if err != nil {
		return err
	}
	best, length, err := maximise(s, t)
	if err == nil {
		fmt.Fprintf(s.out, "a tour of length %d: %v", -length, plusOne(t.Cities(best)))
	}
	return s.end(err)
}

// settings are how a search is run, and what it came to.
type settings struct {
	ctx     context.Context
	out     io.Writer
	cores   int
	policy  string
	ordered bool
	side    int

	nodes int64
	took  time.Duration
}

// end prints how long a search took, behind its answer.
func (s *settings) end(err error) error {
	if err == nil {
		fmt.Fprintf(s.out, "\n%d nodes in %.2f s\n", s.nodes, s.took.Seconds())
	}
	return err
}
