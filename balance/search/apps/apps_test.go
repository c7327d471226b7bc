package apps

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/search"
	"transat/instances"
)

// application is a search whose answer is known, by hand and by the library.
type application struct {
	name    string
	want    int64 // the answer
	hand    func() (answer, nodes int64)
	library func(search.Options) (answer int64, r balance.Result, err error)
}

// The functions of the library, as an application has them. An answer is a number of solutions, 1 for a solution found, or a value.
func counted[E any](p search.Problem[E]) func(search.Options) (int64, balance.Result, error) {
	return func(o search.Options) (int64, balance.Result, error) {
		r, err := search.Count(context.Background(), p, o)
		return r.Solutions, machine(r), err
	}
}

func found[E any](p search.Problem[E]) func(search.Options) (int64, balance.Result, error) {
	return func(o search.Options) (int64, balance.Result, error) {
		r, err := search.Find(context.Background(), p, o)
		if !r.Found {
			return 0, machine(r), err
		}
		return 1, machine(r), err
	}
}

func maximised[E any](p search.Problem[E]) func(search.Options) (int64, balance.Result, error) {
	return func(o search.Options) (int64, balance.Result, error) {
		r, err := search.Maximise(context.Background(), p, o)
		return r.Value, machine(r), err
	}
}

// machine is what the machine says of a search, with the number of nodes that the search has visited.
func machine[E any](r search.Result[E]) balance.Result {
	r.Machine.Nodes = r.Nodes
	return r.Machine
}

// small are searches of at most some milliseconds, whose answers have been published or follow from a theorem.
func small(t testing.TB) []application {
	return []application{
		queens("queens-8", 8, 92),
		queens("queens-10", 10, 724),
		semigroups("semigroups-12", 12, 592),
		semigroups("semigroups-18", 18, 13467),
		uts(t, "uts-default", 1732),
		puzzle(t, "puzzle-korf-79", korf()[79].start, korf()[79].moves),
		puzzle(t, "puzzle-korf-12", korf()[12].start, korf()[12].moves),
		subgraph(t, "Petersen's graph has no Hamiltonian cycle", "cycle10", "kneser5-2", 0),
		subgraph(t, "but a cycle of length 9", "cycle9", "kneser5-2", 1),
		subgraph(t, "no triangle", "complete3", "kneser5-2", 0),
		subgraph(t, "no closed tour of a knight on 4x4", "cycle16", "knight4", 0),
		clique(t, "hamming6-2", 32),
		clique(t, "hamming6-4", 4),
		clique(t, "johnson8-2-4", 4),
		clique(t, "johnson8-4-4", 14),
		clique(t, "keller-full2", 2),
		clique(t, "keller-full3", 5),
		knapsack(t, "items24", 13549094),
		tour(t, "burma14", 3323),
	}
}

// large are searches of tenths of a second by hand, for benchmarks.
func large(t testing.TB) []application {
	return []application{
		queens("queens", 14, 365596),
		semigroups("semigroups", 30, 5646773),
		uts(t, "uts-t1", 4130071),
		puzzle(t, "puzzle", korf()[6].start, korf()[6].moves),
		subgraph(t, "subgraph", "cycle25", "knight5", 0),
		clique(t, "random-200-75-1", 21),
		oddKnapsack("knapsack", 27),
		tour(t, "gr17", 2085),
	}
}

func queens(name string, n int, want int64) application {
	return application{name, want, func() (int64, int64) { return handQueens(n) }, counted(&Queens{n})}
}

// semigroups has the number of those of the largest genus as its answer.
func semigroups(name string, genus int, want int64) application {
	return application{name, want, func() (int64, int64) {
		counts, nodes := handSemigroups(genus)
		return counts[genus], nodes
	}, counted(&Semigroups{genus})}
}

func uts(t testing.TB, name string, want int64) application {
	tree := openUTS(t, name)
	return application{name, want, func() (int64, int64) {
		nodes := handUTS(tree.UTS)
		return nodes, nodes
	}, func(o search.Options) (int64, balance.Result, error) {
		_, r, err := counted(tree)(o)
		return r.Nodes, r, err
	}}
}

func openUTS(t testing.TB, name string) UTS {
	set, err := instances.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return UTS{set.Instances[0].Tree}
}

func puzzle(t testing.TB, name, board string, want int) application {
	start, err := ParsePosition(board)
	if err != nil {
		t.Fatal(err)
	}
	return application{name, int64(want), func() (int64, int64) {
		moves, nodes := handPuzzle(start)
		return int64(moves), nodes
	}, func(o search.Options) (moves int64, sum balance.Result, err error) {
		for limit := start.Distance(); err == nil; limit += 2 {
			answer, r, failed := found(&Puzzle{start, limit})(o)
			sum.Add(r)
			sum.Time += r.Time
			if err = failed; answer > 0 {
				return int64(limit), sum, err
			}
		}
		return 0, sum, err
	}}
}

func graph(t testing.TB, name string) *Graph {
	g, err := NamedGraph(name)
	if err != nil || g == nil {
		t.Fatalf("%s: %v", name, err)
	}
	return g
}

// subgraph has 1 as its answer if the pattern is found.
func subgraph(t testing.TB, name, pattern, target string, want int64) application {
	s, err := NewSubgraph(graph(t, pattern), graph(t, target))
	if err != nil {
		t.Fatal(err)
	}
	return application{name, want, func() (int64, int64) {
		images, nodes := handSubgraph(s)
		return int64(min(1, len(images))), nodes
	}, found(s)}
}

func clique(t testing.TB, name string, want int64) application {
	c := NewClique[[4]uint64](graph(t, name))
	return application{name, want, func() (int64, int64) {
		size, nodes := handClique(c)
		return int64(size), nodes
	}, maximised(c)}
}

func knapsack(t testing.TB, name string, want int64) application {
	f, err := os.Open("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	capacity, items, err := ReadItems(name, f)
	if err != nil {
		t.Fatal(err)
	}
	k := NewKnapsack(capacity, items)
	return application{name, want, func() (int64, int64) { return handKnapsack(k) }, maximised(k)}
}

// oddKnapsack has items of even weights, each worth its weight, and an odd capacity. The answer is one less than that, and a bound
// shows it only when most of the items are decided.
func oddKnapsack(name string, n int) application {
	random := rand.New(rand.NewPCG(1, 0))
	items := make([]KnapsackItem, n)
	var sum int64
	for i := range items {
		weight := 2 + 2*random.Int64N(500)
		items[i] = KnapsackItem{weight, weight}
		sum += weight
	}
	capacity := sum/4*2 + 1
	k := NewKnapsack(capacity, items)
	return application{name, capacity - 1, func() (int64, int64) { return handKnapsack(k) }, maximised(k)}
}

func tour(t testing.TB, name string, want int64) application {
	s := tourOf(t, name)
	return application{name, want, func() (int64, int64) {
		length, nodes := handTour(s)
		return int64(length), nodes
	}, func(o search.Options) (int64, balance.Result, error) {
		length, r, err := maximised(s)(o)
		return -length, r, err
	}}
}

func tourOf(t testing.TB, name string) *Tour {
	f, err := os.Open("testdata/" + name + ".tsp")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	distances, err := ReadCities(name, f)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewTour(distances)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The searches have the answers that are known, by hand and by the library. Both visit the same nodes.
func TestAnswers(t *testing.T) {
	for _, a := range small(t) {
		answer, nodes := a.hand()
		if answer != a.want {
			t.Errorf("%s by hand: got %d, want %d", a.name, answer, a.want)
		}
		got, r, err := a.library(search.Options{Procs: 1})
		if err != nil || got != a.want || r.Nodes != nodes {
			t.Errorf("%s: got %d after %d nodes, %v; want %d after %d", a.name, got, r.Nodes, err, a.want, nodes)
		}
		for _, o := range []search.Options{{Procs: 4}, {Procs: 4, Ordered: true}, {Procs: 3, Policy: "random-polling"}} {
			if got, _, err := a.library(o); err != nil || got != a.want {
				t.Errorf("%s, %+v: got %d, %v, want %d", a.name, o, got, err, a.want)
			}
		}
	}
}

// Every problem keeps its promises.
func TestChecks(t *testing.T) {
	start, err := NamedPosition("79")
	if err != nil {
		t.Fatal(err)
	}
	cycle, err := NewSubgraph(graph(t, "cycle9"), graph(t, "kneser5-2"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	items := make([]KnapsackItem, 40)
	for i := range items {
		items[i] = KnapsackItem{random.Int64N(1000), random.Int64N(1000)}
	}
	for name, err := range map[string]error{
		"queens":     check(&Queens{8}),
		"semigroups": check(&Semigroups{15}),
		"uts":        check(openUTS(t, "uts-t4")),
		"puzzle":     check(&Puzzle{start, 42}),
		"subgraph":   check(cycle),
		"clique":     check(NewClique[[1]uint64](graph(t, "keller-full3"))),
		"knapsack":   check(NewKnapsack(10_000, items)),
		"tour":       check(tourOf(t, "gr17")),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func check[E any](p search.Problem[E]) error {
	return search.Check(context.Background(), p, balance.TreeSample{Nodes: 1000})
}

// The moves of a solution lead from the start to the goal.
func TestMoves(t *testing.T) {
	for _, number := range []string{"12", "79"} {
		start, err := NamedPosition(number)
		if err != nil {
			t.Fatal(err)
		}
		for limit := start.Distance(); ; limit += 2 {
			r, err := search.Find(context.Background(), &Puzzle{start, limit}, search.Options{Procs: 2})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Found {
				continue
			}
			var board [16]uint64
			for i := range board {
				board[i] = start.tiles >> (4 * i) & 15
			}
			hole := int(start.hole)
			for _, m := range r.Node.Moves() {
				to := hole + map[rune]int{'U': -4, 'L': -1, 'D': 4, 'R': 1}[m]
				board[hole], board[to] = board[to], board[hole]
				hole = to
			}
			for i, tile := range board {
				if tile != uint64(i) || len(r.Node.Moves()) != limit {
					t.Fatalf("instance %s: %s leads to %v", number, r.Node.Moves(), board)
				}
			}
			break
		}
	}
}

// The file of a search has at most 60 lines of code. What reads its input and what makes it faster lie in other files.
func TestSearchesAreShort(t *testing.T) {
	for _, name := range []string{"queens", "semigroups", "uts", "puzzle", "subgraph", "clique", "knapsack", "tour"} {
		text, err := os.ReadFile(name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
		if lines > 60 {
			t.Errorf("%s.go has %d lines of code: want at most 60", name, lines)
		}
	}
}
