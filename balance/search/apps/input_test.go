package apps

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadGraph(t *testing.T) {
	text := "c a triangle, and a fourth vertex\np edge 4 4\ne 1 2\ne 2 1\ne 3 1\n\ne 2 3\r\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, input := range []string{text, packed.String()} {
		g, err := ReadGraph("triangle.clq", strings.NewReader(input))
		if err != nil {
			t.Fatal(err)
		}
		var degrees []int
		for v := range g.Vertices() {
			degrees = append(degrees, g.Degree(v))
		}
		if diff := cmp.Diff([]int{2, 2, 2, 0}, degrees); diff != "" || !g.Edge(0, 2) || g.Edge(0, 3) {
			t.Errorf("degrees (-want +got):\n%s", diff)
		}
	}
}

// Each wrong input is refused in one line, with its place, what was found, and what is allowed.
func TestReadErrors(t *testing.T) {
	graph := func(text string) error { _, err := ReadGraph("x", strings.NewReader(text)); return err }
	items := func(text string) error { _, _, err := ReadItems("x", strings.NewReader(text)); return err }
	cities := func(text string) error { _, err := ReadCities("x", strings.NewReader(text)); return err }
	position := func(text string) error { _, err := ParsePosition(text); return err }
	named := func(text string) error { _, err := NamedGraph(text); return err }
	for _, c := range []struct {
		read func(string) error
		text string
		want string
	}{
		{graph, "", "x:1:1: no header: want p edge VERTICES EDGES"},
		{graph, "e 1 2\n", "x:1:1: an edge before the header: want p edge VERTICES EDGES first"},
		{graph, "p edge 3 1\ne 1 4\n", `x:2:5: vertex "4": want a whole number from 1 to 3`},
		{graph, "p edge 3 1\n  e 0 1\n", `x:2:5: vertex "0": want a whole number from 1 to 3`},
		{graph, "p edge 1000000000 1\n", `x:1:8: the number of vertices "1000000000": want a whole number from 1 to 4096`},
		{graph, "p edge 3 1\np edge 3 1\n", "x:2:1: a second header"},
		{graph, "p edge 3\n", `x:1:1: "p edge 3": want c COMMENT, p edge VERTICES EDGES, or e U V`},
		{graph, "p edge 3 1\ne 1 2 3\n", `x:2:1: "e 1 2 3": want c COMMENT, p edge VERTICES EDGES, or e U V`},
		{graph, "\x1f\x8b\x08", "x: "},

		{items, "", "x:1:1: the file ends after 0 items: want ITEMS CAPACITY first, and that many items"},
		{items, "2 10\n1 2\n", "x:3:1: the file ends after 1 items: want ITEMS CAPACITY first, and that many items"},
		{items, "1 10\n1 2\n3 4\n", "x:3:1: another item: the first line says 1"},
		{items, "1 10\n1 -2\n", `x:2:3: weight "-2": want a whole number from 0 to 2147483647`},
		{items, "2 10\n1 2147483647\n0 1\n", "x:3:1: the sums of profits and weights: want at most 2147483647 each"},
		{items, "257 10\n", `x:1:1: the number of items "257": want a whole number from 1 to 256`},
		{items, "1 10 3\n", "x:1:1: 3 words: want 2, ITEMS CAPACITY first, and then PROFIT WEIGHT"},

		{cities, "", "x:1:1: no number of cities: want DIMENSION : CITIES"},
		{cities, "DIMENSION: 33\n", `x:1:12: the number of cities "33": want a whole number from 2 to 32`},
		{cities, "1 2 3\n", `x:1:1: "1": want KEY : VALUE, or the name of a section`},
		{cities, "DIMENSION: 2\nNODE_COORD_SECTION\n1 2 3\n2 4 5\n", `x:5:1: EDGE_WEIGHT_TYPE "": want EXPLICIT, EUC_2D, CEIL_2D, ATT or GEO`},
		{
			cities, "DIMENSION: 2\nEDGE_WEIGHT_TYPE: ATT\nNODE_COORD_SECTION\n1 2 3\n",
			"x:5:1: 3 numbers in NODE_COORD_SECTION: want CITY X Y for each of 2 cities",
		},
		{
			cities, "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2\n",
			"x:6:1: 2 distances: want 3 for 3 cities",
		},
		{
			cities, "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n-1\n",
			"x:6:1: the distance of cities 1 and 2 is -1: want at least 0",
		},
		{cities, "DIMENSION: 2\nNODE_COORD_SECTION\n1 NaN 3\n", `x:3:3: "NaN": want a number of at most 1048576`},

		{position, "1 2 3", "3 numbers: want 16, what lies on each field of the board, 0 for the hole"},
		{position, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 16", `field 16: "16": want a number from 0 to 15`},
		{position, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 14", "field 16: 14 for the second time"},
		{position, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14", "no moves lead from here to 0 1 2 … 15, as from half of all boards"},

		{named, "hamming8", "hamming8: want hammingBITS-DISTANCE"},
		{named, "hamming20-2", `hamming20-2: "20" in hammingBITS-DISTANCE: want a whole number from 1 to 12`},
		{named, "johnson16-8-2", "johnson16-8-2 has 12870 vertices: want 1 to 4096"},
	} {
		err := c.read(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	if g, err := NamedGraph("brock200_4.clq"); g != nil || err != nil {
		t.Errorf("a file's name is that of a graph: %v", err)
	}
}

// The distances of a matrix are the same in every order that TSPLIB has.
func TestReadCitiesOrders(t *testing.T) {
	want := [][]int32{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}
	for format, numbers := range map[string]string{
		"FULL_MATRIX": "0 1 2 1 0 3 2 3 0", "UPPER_ROW": "1 2 3", "LOWER_ROW": "1 2 3",
		"UPPER_DIAG_ROW": "0 1 2 0 3 0", "LOWER_DIAG_ROW": "0 1 0 2 3 0",
	} {
		got, err := ReadCities("x", strings.NewReader(
			"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "+format+"\nEDGE_WEIGHT_SECTION\n"+numbers+"\nEOF\n"))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", format, err, diff)
		}
	}
}

// Points of the plane, at a distance of 5, or 4.5.
func TestReadCitiesPlanes(t *testing.T) {
	for kind, want := range map[string]int32{"EUC_2D": 5, "CEIL_2D": 5, "ATT": 2} {
		got, err := ReadCities("x", strings.NewReader("DIMENSION : 2\nEDGE_WEIGHT_TYPE : "+kind+"\nNODE_COORD_SECTION\n1 0 0\n2 3 4\nEOF\n"))
		if err != nil || got[0][1] != want {
			t.Errorf("%s: got %v, %v, want %d", kind, got, err, want)
		}
	}
}

// Whatever the bytes, a reader returns a problem that can be searched, or an error of one line.
func FuzzReaders(f *testing.F) {
	for _, seed := range []string{
		"p edge 3 2\ne 1 2\ne 2 3\n", "2 3\n4 5\n6 7\n", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "hamming6-4", "kneser5-2", "79",
		"DIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 1.30 2\n2 1.30 2\nEOF\n",
		"DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, graphErr := ReadGraph("x", strings.NewReader(text))
		if graphErr == nil && g.Vertices() <= 64 {
			NewClique[[1]uint64](g).Children(NewClique[[1]uint64](g).Root(), nil)
		}
		capacity, items, itemsErr := ReadItems("x", strings.NewReader(text))
		if itemsErr == nil {
			if k := NewKnapsack(capacity, items); k.Bound(k.Root()) < 0 {
				t.Errorf("a bound of %d", k.Bound(k.Root()))
			}
		}
		distances, citiesErr := ReadCities("x", strings.NewReader(text))
		if citiesErr == nil {
			tour, err := NewTour(distances)
			if err != nil {
				t.Fatal(err)
			}
			if root := tour.Root(); root.bound < 0 {
				t.Errorf("a bound of %d", root.bound)
			}
		}
		_, positionErr := NamedPosition(text)
		var namedErr error
		if len(text) < 9 { // longer names may stand for large graphs
			_, namedErr = NamedGraph(text)
		}
		for _, err := range []error{graphErr, itemsErr, citiesErr, positionErr, namedErr} {
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
		}
	})
}
