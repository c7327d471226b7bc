package apps

import (
	"bufio"
	"fmt"
	"io"
	"iter"
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

// ReadItems reads what may go into a knapsack: a line "ITEMS CAPACITY", and a line "PROFIT WEIGHT" for every item. It may be compressed.
func ReadItems(name string, r io.Reader) (capacity int64, items []Item, err error) {
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
			item := Item{w.number(line[0], "profit", 0, most), w.number(line[1], "weight", 0, most)}
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

// ParsePosition reads a position of the 15-puzzle: what lies on the 16 fields, row by row, 0 for the hole. The hole's place in the goal is
// the first field. Half of all positions have no way to the goal: for these it returns an error.
func ParsePosition(text string) (Position, error) {
	p := Position{last: none}
	fields := strings.Fields(text)
	if len(fields) != 16 {
		return p, fmt.Errorf("%d numbers: want 16, what lies on each field of the board, 0 for the hole", len(fields))
	}
	var at [16]int
	seen, odd := 0, false
	for i, f := range fields {
		tile, err := strconv.Atoi(f)
		switch {
		case err != nil || tile < 0 || tile > 15:
			return p, fmt.Errorf("field %d: %q: want a number from 0 to 15", i+1, f)
		case seen>>tile&1 != 0:
			return p, fmt.Errorf("field %d: %d for the second time", i+1, tile)
		}
		seen |= 1 << tile
		at[i] = tile
		p.tiles |= uint64(tile) << (4 * i)
		p.distance += apart[tile][i]
		for _, before := range at[:i] {
			odd = odd != (before > tile)
		}
		if tile == 0 {
			p.hole = uint8(i)
		}
	}
	if odd != ((p.hole/4+p.hole%4)%2 != 0) { // a move is one exchange of two fields, and one step of the hole
		return p, fmt.Errorf("no moves lead from here to 0 1 2 … 15, as from half of all boards")
	}
	return p, nil
}

// Moves returns the way from the start to p: U, L, D or R for every move, the way the hole goes.
func (p Position) Moves() string {
	var b strings.Builder
	for i := range p.moves {
		b.WriteByte("ULDR"[p.path[i/32]>>(i%32*2)&3])
	}
	return b.String()
}
