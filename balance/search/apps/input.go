package apps

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"transat/dimacs"
)

// words reads the words of a text, line by line, with their places. The first error ends it.
type words struct {
	name string
	line int
	text string // of the line
	err  error
}

// word is a word of a line, with its column, from 1.
type word struct {
	text string
	col  int
}

// read goes through the lines that have words.
func (w *words) read(r io.Reader) iter.Seq[[]word] {
	return func(yield func([]word) bool) {
		text, err := dimacs.Decompress(r)
		if err != nil {
			w.err = fmt.Errorf("%s: %w", w.name, err)
			return
		}
		defer text.Close()
		lines := bufio.NewScanner(text)
		lines.Buffer(nil, 1<<20)
		var found []word
		for lines.Scan() {
			w.line++
			w.text = lines.Text()
			found = found[:0]
			at := 0
			for _, f := range strings.Fields(w.text) {
				at += strings.Index(w.text[at:], f)
				found = append(found, word{f, at + 1})
				at += len(f)
			}
			if len(found) > 0 && !yield(found) || w.err != nil {
				return
			}
		}
		w.line++
		if err := lines.Err(); err != nil {
			w.fail(1, "%v", err)
		}
	}
}

// fail keeps the first error.
func (w *words) fail(col int, format string, args ...any) {
	if w.err == nil {
		w.err = &dimacs.SyntaxError{Name: w.name, Line: w.line, Col: col, Msg: fmt.Sprintf(format, args...)}
	}
}

// number reads a whole number in a range.
func (w *words) number(x word, what string, least, most int64) int64 {
	n, err := strconv.ParseInt(x.text, 10, 64)
	if err != nil || n < least || n > most {
		w.fail(x.col, "%s %q: want a whole number from %d to %d", what, x.text, least, most)
		return least
	}
	return n
}

// MaxVertices is the largest number of vertices that ReadGraph takes.
const MaxVertices = 4096

// ReadGraph reads a graph in the DIMACS form: a line "p edge VERTICES EDGES", and a line "e U V" for every edge. Vertices count from 1.
// It may be compressed. The number of edges is not checked, since some files count both directions, and others one.
func ReadGraph(name string, r io.Reader) (*Graph, error) {
	var g *Graph
	w := &words{name: name}
	for line := range w.read(r) {
		switch kind := line[0]; {
		case strings.HasPrefix(kind.text, "c"):
		case kind.text == "p" && g != nil:
			w.fail(1, "a second header")
		case kind.text == "p" && len(line) == 4:
			g = NewGraph(int(w.number(line[2], "the number of vertices", 1, MaxVertices)))
		case kind.text == "e" && g == nil:
			w.fail(1, "an edge before the header: want p edge VERTICES EDGES first")
		case kind.text == "e" && len(line) == 3:
			u := w.number(line[1], "vertex", 1, int64(g.n))
			g.Join(int(u-1), int(w.number(line[2], "vertex", 1, int64(g.n))-1))
		default:
			w.fail(kind.col, "%q: want c COMMENT, p edge VERTICES EDGES, or e U V", w.text)
		}
	}
	if g == nil {
		w.fail(1, "no header: want p edge VERTICES EDGES")
	}
	return g, w.err
}

// KnapsackItem is what a knapsack may hold. Both numbers are at least 0.
type KnapsackItem struct{ Profit, Weight int64 }

// ReadItems reads what may go into a knapsack: a line "ITEMS CAPACITY", and a line "PROFIT WEIGHT" for every item. It may be
// compressed.
func ReadItems(name string, r io.Reader) (capacity int64, items []KnapsackItem, err error) {
	const most = 1<<31 - 1
	w := &words{name: name}
	count := -1
	var profits, weights int64
	for line := range w.read(r) {
		switch {
		case len(line) != 2:
			w.fail(line[0].col, "%d words: want 2, ITEMS CAPACITY first, and then PROFIT WEIGHT", len(line))
		case count < 0:
			count = int(w.number(line[0], "the number of items", 1, MaxItems))
			capacity = w.number(line[1], "the capacity", 0, most)
		case len(items) == count:
			w.fail(1, "another item: the first line says %d", count)
		default:
			item := KnapsackItem{w.number(line[0], "profit", 0, most), w.number(line[1], "weight", 0, most)}
			if profits, weights = profits+item.Profit, weights+item.Weight; max(profits, weights) > most {
				w.fail(1, "the sums of profits and weights: want at most %d each", most)
			}
			items = append(items, item)
		}
	}
	if len(items) < count || count < 0 {
		w.fail(1, "the file ends after %d items: want ITEMS CAPACITY first, and that many items", len(items))
	}
	return capacity, items, w.err
}

// mostProfitable orders items, the most profitable by weight first, and returns their numbers.
func mostProfitable(items []KnapsackItem) []int {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { // a/b > c/d as a·d > c·b
		return cmp.Compare(items[j].Profit*items[i].Weight, items[i].Profit*items[j].Weight)
	})
	return order
}
