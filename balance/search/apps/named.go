package apps

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
)

// family is a kind of graphs that numbers define, as in johnson8-2-4.
type family struct {
	name, numbers string // as the user is told
	least, most   []int
	make          func(n []int) (vertices int, edge edges)
}

// edges reports whether two vertices are neighbours.
type edges func(u, v int) bool

// families are the graphs with names. The first three are those of DIMACS' challenge that a formula defines, with their names there.
func families() []family {
	return []family{
		{"hamming", "BITS-DISTANCE", []int{1, 1}, []int{12, 12}, func(n []int) (int, edges) {
			return 1 << n[0], func(u, v int) bool { return bits.OnesCount(uint(u^v)) >= n[1] }
		}},
		{"johnson", "BITS-ONES-DISTANCE", []int{1, 0, 1}, []int{16, 16, 16}, func(n []int) (int, edges) {
			var words []uint
			for w := range uint(1) << n[0] {
				if bits.OnesCount(w) == n[1] {
					words = append(words, w)
				}
			}
			return len(words), func(u, v int) bool { return bits.OnesCount(words[u]^words[v]) >= n[2] }
		}},
		{"keller-full", "DIGITS", []int{1}, []int{6}, func(n []int) (int, edges) {
			return 1 << (2 * n[0]), func(u, v int) bool { // vectors of digits 0 to 3: two differ, and one of them by 2
				differ, opposite := 0, false
				for ; u|v != 0; u, v = u>>2, v>>2 {
					if d := (u - v) & 3; d != 0 {
						differ, opposite = differ+1, opposite || d == 2
					}
				}
				return differ >= 2 && opposite
			}
		}},
		{"random", "VERTICES-PERCENT-SEED", []int{1, 0, 0}, []int{MaxVertices, 100, 1 << 30}, func(n []int) (int, edges) {
			random := rand.New(rand.NewPCG(uint64(n[2]), 0))
			return n[0], func(u, v int) bool { return random.IntN(100) < n[1] }
		}},
		{"spread", "VERTICES-PERCENT-PERCENT-SEED", []int{1, 0, 0, 0}, []int{MaxVertices, 100, 100, 1 << 30}, func(n []int) (int, edges) {
			random := rand.New(rand.NewPCG(uint64(n[3]), 0)) // degrees more apart than random's, as those of DIMACS' p_hat
			own := make([]float64, n[0])
			for v := range own {
				own[v] = float64(n[1]) + random.Float64()*float64(n[2]-n[1])
			}
			return n[0], func(u, v int) bool { return 200*random.Float64() < own[u]+own[v] }
		}},
		{"complete", "VERTICES", []int{1}, []int{MaxVertices}, func(n []int) (int, edges) {
			return n[0], func(u, v int) bool { return true }
		}},
		{"cycle", "VERTICES", []int{3}, []int{MaxVertices}, func(n []int) (int, edges) {
			return n[0], func(u, v int) bool { return v-u == 1 || v-u == n[0]-1 }
		}},
		{"knight", "SIDE", []int{1}, []int{64}, func(n []int) (int, edges) { // the moves of a knight on a board
			return n[0] * n[0], func(u, v int) bool {
				rows, columns := v/n[0]-u/n[0], v%n[0]-u%n[0]
				return rows*rows+columns*columns == 5
			}
		}},
		{"kneser", "SET-SUBSET", []int{1, 1}, []int{16, 16}, func(n []int) (int, edges) {
			var sets []uint
			for s := range uint(1) << n[0] {
				if bits.OnesCount(s) == n[1] {
					sets = append(sets, s)
				}
			}
			return len(sets), func(u, v int) bool { return sets[u]&sets[v] == 0 } // kneser5-2 is Petersen's graph
		}},
	}
}

// NamedGraph returns a graph that its name defines, such as hamming8-4; or nil if the name is of no family.
func NamedGraph(name string) (*Graph, error) {
	for _, f := range families() {
		rest, ok := strings.CutPrefix(name, f.name)
		if rest = strings.TrimPrefix(rest, "-"); !ok || rest == "" || rest[0] < '0' || rest[0] > '9' {
			continue
		}
		texts := strings.Split(rest, "-")
		if len(texts) != len(f.least) {
			return nil, fmt.Errorf("%s: want %s%s", name, f.name, f.numbers)
		}
		numbers := make([]int, len(texts))
		for i, text := range texts {
			n, err := strconv.Atoi(text)
			if err != nil || n < f.least[i] || n > f.most[i] {
				return nil, fmt.Errorf("%s: %q in %s%s: want a whole number from %d to %d",
					name, text, f.name, f.numbers, f.least[i], f.most[i])
			}
			numbers[i] = n
		}
		vertices, edge := f.make(numbers)
		if vertices == 0 || vertices > MaxVertices {
			return nil, fmt.Errorf("%s has %d vertices: want 1 to %d", name, vertices, MaxVertices)
		}
		return GraphOf(vertices, edge), nil
	}
	return nil, nil
}

// GraphNames lists the names that NamedGraph knows, with their numbers.
func GraphNames() (names []string) {
	for _, f := range families() {
		names = append(names, f.name+f.numbers)
	}
	return names
}
