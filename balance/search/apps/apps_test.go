package apps

import (
	"math/rand/v2"
	"os"
	"testing"

	"transat/instances"
)

// application is a search whose answer is known, by hand and by the library.
type application struct {
	name string
	want int64 // the answer
	hand func() (answer, nodes int64)
}

// small are searches of at most some milliseconds, whose answers have been published or follow from a theorem.
func small(t testing.TB) []application {
	return []application{
		queens("queens-8", 8, 92),
		queens("queens-10", 10, 724),
		semigroups("semigroups-12", 12, 592),
		semigroups("semigroups-18", 18, 13467),
		uts(t, "uts-default", 1732),
		puzzle(t, "puzzle-korf-79", korf[79].start, korf[79].moves),
		puzzle(t, "puzzle-korf-12", korf[12].start, korf[12].moves),
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
		queens("queens", 13, 73712),
		semigroups("semigroups", 26, 770832),
		uts(t, "uts-t1", 4130071),
		puzzle(t, "puzzle", korf[2].start, korf[2].moves),
		subgraph(t, "subgraph", "cycle25", "knight5", 0),
		clique(t, "random-200-75-1", 21),
		oddKnapsack("knapsack", 27),
		tour(t, "gr17", 2085),
	}
}

func queens(name string, n int, want int64) application {
	return application{name, want, func() (int64, int64) { return handQueens(n) }}
}

// semigroups has the number of those of the largest genus as its answer.
func semigroups(name string, genus int, want int64) application {
	return application{name, want, func() (int64, int64) {
		counts, nodes := handSemigroups(genus)
		return counts[genus], nodes
	}}
}

func uts(t testing.TB, name string, want int64) application {
	tree := openUTS(t, name)
	return application{name, want, func() (int64, int64) {
		nodes := handUTS(tree.UTS)
		return nodes, nodes
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
	}}
}

func clique(t testing.TB, name string, want int64) application {
	c := NewClique[[4]uint64](graph(t, name))
	return application{name, want, func() (int64, int64) {
		size, nodes := handClique(c)
		return int64(size), nodes
	}}
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
	return application{name, want, func() (int64, int64) { return handKnapsack(k) }}
}

// oddKnapsack has items of even weights, each worth its weight, and an odd capacity. The answer is one less than that, and a bound shows it
// only when most of the items are decided.
func oddKnapsack(name string, n int) application {
	random := rand.New(rand.NewPCG(1, 0))
	items := make([]Item, n)
	var sum int64
	for i := range items {
		weight := 2 + 2*random.Int64N(500)
		items[i] = Item{weight, weight}
		sum += weight
	}
	capacity := sum/4*2 + 1
	k := NewKnapsack(capacity, items)
	return application{name, capacity - 1, func() (int64, int64) { return handKnapsack(k) }}
}

func tour(t testing.TB, name string, want int64) application {
	s := tourOf(t, name)
	return application{name, want, func() (int64, int64) {
		length, nodes := handTour(s)
		return int64(length), nodes
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

// The searches have the answers that are known, by hand and by the library, and both visit the same number of nodes.
func TestAnswers(t *testing.T) {
	for _, a := range small(t) {
		answer, nodes := a.hand()
		if answer != a.want {
			t.Errorf("%s by hand: got %d, want %d (%d nodes)", a.name, answer, a.want, nodes)
		}
	}
}
