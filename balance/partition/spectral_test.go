package partition

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
)

func TestSpectralBisectionFindsTheKnownCut(t *testing.T) {
	path := func(n int) *Graph { return gridMesh(n, 1).Graph() }
	twoPieces, err := NewGraph(Ones(6), nil, []Edge{{0, 2, 1}, {2, 4, 1}, {1, 3, 1}, {3, 5, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name       string
		graph      *Graph
		parts, cut int
	}{
		{"grid 12x8", gridMesh(12, 8).Graph(), 2, 8},
		{"grid 20x6, 4 parts", gridMesh(20, 6).Graph(), 4, 18},
		{"grid 30x8, 3 parts", gridMesh(30, 8).Graph(), 3, 16},
		{"triangles 24x10", triangleMesh(24, 10).Graph(), 2, 10},
		{"path of 100", path(100), 2, 1},
		{"path of 5000, 8 parts", path(5000), 8, 7},
		{"path of 17, 5 parts", path(17), 5, 4},
		{"two pieces", twoPieces, 2, 0},
		{"more parts than vertices", path(3), 8, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := &Problem{Graph: tc.graph, Parts: tc.parts, Mu: 1, Dimension: 2}
			parts, err := p.Spectral(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			q := p.Quality(parts)
			mean := float64(tc.graph.Vertices()) / float64(tc.parts)
			if q.Cut != tc.cut || q.Imbalance > math.Ceil(mean)/mean+1e-9 {
				t.Errorf("cut %d, imbalance %v; want %d, %v", q.Cut, q.Imbalance, tc.cut, math.Ceil(mean)/mean)
			}
		})
	}
}

// The Laplacian of a grid of w×h has the eigenvalues 4 sin²(πi/2w) + 4 sin²(πj/2h).
func TestLowestEigenvalues(t *testing.T) {
	for _, size := range [][2]int{{7, 5}, {12, 9}, {30, 17}, {60, 41}} {
		w, h := size[0], size[1]
		t.Run(fmt.Sprint(w, "x", h), func(t *testing.T) {
			g := gridMesh(w, h).Graph()
			all := make([]int, g.Vertices())
			index := make([]int32, len(all))
			for v := range all {
				all[v], index[v] = v, -1
			}
			n := newNetwork(g, all, index)
			vectors := n.lowest(2, rand.New(rand.NewPCG(1, 1)))
			for k, side := range []int{w, h} {
				want := 4 * math.Pow(math.Sin(math.Pi/2/float64(side)), 2)
				x, y := vectors[k], make([]float64, len(all))
				n.apply(y, x, make([]float64, len(all)))
				got := floats.Dot(x, y) / floats.Dot(x, x)
				if math.Abs(got/want-1) > 0.01 {
					t.Errorf("eigenvalue %d: %v, want %v", k+2, got, want)
				}
			}
		})
	}
}

func TestCoarseningKeepsMassAndLinks(t *testing.T) {
	g := triangleMesh(9, 7).Graph()
	all := make([]int, g.Vertices())
	index := make([]int32, len(all))
	for v := range all {
		all[v], index[v] = v, -1
	}
	n := newNetwork(g, all, index)
	coarse, into := n.coarsen()
	if coarse.size() > n.size()*2/3 {
		t.Errorf("%d vertices of %d are left", coarse.size(), n.size())
	}
	if got := floats.Sum(coarse.mass); got != float64(n.size()) {
		t.Errorf("mass %v, want %d", got, n.size())
	}
	between := 0.0
	for v := range n.size() {
		for _, l := range n.at(v) {
			if into[v] != into[l.to] {
				between += l.weight
			}
		}
	}
	if got := floats.Sum(coarse.sum); got != between {
		t.Errorf("links weigh %v, want %v", got, between)
	}
}

func TestSpectralKeepsTheNamesOfHomes(t *testing.T) {
	p := &Problem{Graph: gridMesh(12, 4).Graph(), Parts: 3, Dimension: 2}
	parts, err := p.Spectral(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range parts {
		p.Home = append(p.Home, []int{2, 0, 1}[q])
	}
	again, err := p.Spectral(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.Home, again); diff != "" {
		t.Errorf("-home +again:\n%s", diff)
	}
}
