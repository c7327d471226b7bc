package partition

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// content is what a graph is made of, for comparison.
type content struct {
	Weights, Sizes []int64
	Arcs           [][]Arc
}

func contentOf(g *Graph) content {
	c := content{Weights: g.weight, Sizes: g.size}
	for v := range g.Vertices() {
		c.Arcs = append(c.Arcs, append([]Arc{}, g.Arcs(v)...))
	}
	return c
}

// manual is the graph of the METIS manual (figure 3): seven vertices, eleven edges.
const manual = "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n"

func manualArcs(weights map[[2]int]int32) [][]Arc {
	ends := [][]int{{2, 3, 5}, {1, 3, 4}, {1, 2, 4, 5}, {2, 3, 6, 7}, {1, 3, 6}, {4, 5, 7}, {4, 6}}
	var all [][]Arc
	for v, to := range ends {
		var arcs []Arc
		for _, u := range to {
			w, ok := weights[[2]int{min(v+1, u), max(v+1, u)}]
			if !ok {
				w = 1
			}
			arcs = append(arcs, Arc{int32(u - 1), w})
		}
		all = append(all, arcs)
	}
	return all
}

func TestReadFormats(t *testing.T) {
	edges := map[[2]int]int32{
		{1, 2}: 1, {1, 3}: 2, {1, 5}: 1, {2, 3}: 2, {2, 4}: 1, {3, 4}: 2, {3, 5}: 3, {4, 6}: 2,
		{4, 7}: 5, {5, 6}: 2, {6, 7}: 6,
	}
	for _, tc := range []struct {
		name, text string
		want       content
	}{
		{"plain", manual, content{Ones(7), Ones(7), manualArcs(nil)}},
		{"comments, blanks, CR LF", "% one\r\n 7 \t11 0\r\n%two\n" + strings.Replace(manual[5:], "\n", " \r\n % three\n",
			3) + "\n\n% end", content{Ones(7), Ones(7), manualArcs(nil)}},
		{
			"communication", "7 11 001\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n",
			content{Ones(7), Ones(7), manualArcs(edges)},
		},
		{
			"weights and communication", "7 11 11 1\n4 5 1 3 2 2 1\n2 1 1 3 2 4 1\n5 5 3 4 2 2 2 1 2\n3 2 1 3 2 6 2 7 5\n1 1 1 3 3 6 " +
				"2\n6 5 2 4 2 7 6\n2 6 6 4 5\n",
			content{[]int64{4, 2, 5, 3, 1, 6, 2}, Ones(7), manualArcs(edges)},
		},
		{"sizes and weights", "2 1 110\n7 3 2\n0 4 1\n", content{[]int64{3, 4}, []int64{7, 0}, [][]Arc{{{1, 1}}, {{0, 1}}}}},
		{"a vertex alone", "1 0\n\n", content{Ones(1), Ones(1), [][]Arc{{}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, err := Read(strings.NewReader(tc.text), "f")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, contentOf(g)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", `f:1:1: missing header: the input ends without a line "VERTICES EDGES [FORMAT [WEIGHTS]]"`},
		{"only comments", "% a\n% b\n", `f:3:1: missing header: the input ends without a line "VERTICES EDGES [FORMAT [WEIGHTS]]"`},
		{"no number", "x 3\n", `f:1:1: unexpected "x": want the number of vertices`},
		{"half a header", "3\n", `f:1:2: the line ends early: want the number of edges`},
		{"no vertices", "0 0\n", `f:1:1: "0" is out of range: want the number of vertices from 1 to 2147483647`},
		{"format", "1 0 12\n\n", `f:1:5: unexpected "12" in the header: want a format of three digits 0 or 1`},
		{"two weights", "1 0 010 2\n1 1\n", `f:1:9: 2 weights a vertex: only one can be balanced`},
		{"long header", "1 0 0 1 5\n", `f:1:9: unexpected "5" after the header: want the end of the line`},
		{"vertices missing", "3 0\n\n", `f:3:1: the input ends after 1 vertices: the header (line 1) declares 3`},
		{"vertices too many", "1 0\n\n\n1\n", `f:4:1: unexpected "1": the header (line 1) declares 1 vertices, which are all there`},
		{"neighbour out of range", "2 1\n2\n3\n", `f:3:1: "3" is out of range: want the number of a vertex from 1 to 2`},
		{
			"far out of range", "2 1\n2\n99999999999999999999\n",
			`f:3:1: "99999999999999999999" is out of range: want the number of a vertex from 1 to 2`,
		},
		{"minus", "2 1\n2\n-1\n", `f:3:1: "-1" is out of range: want the number of a vertex from 1 to 2`},
		{"loop", "2 1\n2\n1 2\n", `f:3:3: vertex 2 is its own neighbour`},
		{"one way", "3 2\n2 3\n1\n\n", `f:2:3: vertex 1 has neighbour 3, but not the other way round`},
		{"one way back", "3 1\n\n1\n\n", `f:3:1: vertex 2 has neighbour 1, but not the other way round`},
		{"twice", "2 1\n2 2\n1 1\n", `f:2:3: neighbour 2 is there twice`},
		{"twice on one end", "2 1\n2\n1 1\n", `f:3:3: neighbour 1 is there twice`},
		{"communication differs", "2 1 1\n2 5\n1 6\n", `f:3:1: edge 2-1 has communication 6 here and 5 in line 2`},
		{"no communication", "2 1 1\n2 5\n1\n", `f:3:2: the line ends early: want the communication along an edge`},
		{"communication 0", "2 1 1\n2 0\n1 0\n", `f:2:3: "0" is out of range: want the communication along an edge from 1 to 2147483647`},
		{"edges", "% c\n2 2\n2\n1\n", `f:2:1: the header declares 2 edges: there are 1`},
		{"weightless", "2 0 10\n0\n0\n", `f:1:1: the weights of all 2 vertices are 0: want at least one that is not`},
		{"too heavy", "2 0 10\n9007199254740990\n9\n", `f:1:1: vertex 1: weight 9, size 1: want no negative numbers, and sums below 2^53`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tc.text), "f")
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

func TestReadErrorOfTheSource(t *testing.T) {
	lost := errors.New("lost the line")
	_, err := Read(io.MultiReader(strings.NewReader("3 1\n2\n"), iotest.ErrReader(lost)), "f")
	if !errors.Is(err, lost) || err.Error() != "f:3: lost the line" {
		t.Errorf("got %v", err)
	}
}

func TestParts(t *testing.T) {
	parts := []int{0, 2, 1, 2}
	var text strings.Builder
	if err := WriteParts(&text, parts); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("0\n2\n1\n2\n", text.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	again, err := ReadParts(strings.NewReader("% c\n\n"+text.String()), "f", 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(parts, again); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, tc := range []struct{ name, text, want string }{
		{"short", "0\n1\n", "f:3:1: the input ends after 2 vertices: the graph has 3"},
		{"long", "0\n1\n0\n0\n", `f:4:1: unexpected "0": the graph has 3 vertices, which are all there`},
		{"part", "0\n2\n0\n", `f:2:1: "2" is out of range: want a part from 0 to 1`},
		{"two", "0 1\n", `f:1:3: unexpected "1" after a part: want the end of the line`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ReadParts(strings.NewReader(tc.text), "f", 3, 2)
			if err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// randomGraph draws a small graph.
func randomGraph(t *rapid.T) *Graph {
	n := rapid.IntRange(1, 30).Draw(t, "vertices")
	weights := rapid.SliceOfN(rapid.Int64Range(0, 9), n, n).Draw(t, "weights")
	sizes := rapid.SliceOfN(rapid.Int64Range(0, 9), n, n).Draw(t, "sizes")
	weights[0]++
	pairs := rapid.SliceOfNDistinct(rapid.IntRange(0, n*n-1), 0, 3*n, func(i int) [2]int {
		return [2]int{min(i/n, i%n), max(i/n, i%n)}
	}).Draw(t, "edges")
	var edges []Edge
	for _, i := range pairs {
		if i/n != i%n {
			edges = append(edges, Edge{i / n, i % n, rapid.Int32Range(1, 5).Draw(t, "communication")})
		}
	}
	g, err := NewGraph(weights, sizes, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRoundTrip(t, randomGraph(t)) })
}

func checkRoundTrip(t rapid.TB, g *Graph) {
	t.Helper()
	var text bytes.Buffer
	if err := Write(&text, g); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&text, "f")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contentOf(g), contentOf(again)); diff != "" {
		t.Fatalf("-written +read\n%s", diff)
	}
}

// FuzzRead feeds Read with anything. It must answer with a graph or a *SyntaxError, the same however
// the input is cut, and a graph must survive being written and read.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", manual, "2 1 111 1\n1 2 2 3\n4 5 1 3\n", "% c\r\n2 1\r\n2\r\n1", "1 0\n", "99999999 99999999 11\n1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Read(bytes.NewReader(data), "f")
		_, errAgain := Read(iotest.OneByteReader(bytes.NewReader(data)), "f")
		if diff := cmp.Diff(err, errAgain); diff != "" {
			t.Fatalf("-at once +byte by byte\n%s", diff)
		}
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v, want a *SyntaxError", err)
			}
			return
		}
		checkRoundTrip(t, g)
	})
}
