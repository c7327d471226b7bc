package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// matrix has a column for each clause of its first row, and, while it grows, the literals that could become further rows.
type matrix struct {
	columns []column
	cells   []cell // of one column after the other
	rows    []row
	counts  []int32   // by literal: living columns that it has a cell in
	seen    []uint32  // by literal: the stamp of the last column that it has a cell in
	stamp   uint32    // of a column
	choices []row     // literals that may become rows
	index   []int32   // by literal in choices: its place there
	places  []place   // of one literal after the other
	clause  []cnf.Lit // scratch
	ids     []int32   // scratch
}

// column is a quotient. It dies with the first row that has no cell in it.
type column struct {
	id         int32 // of its clause in the first row
	begin, end int32 // of its cells
	rows       int32 // that it has, when it dies
	last       int32 // the last row that was found to have a cell in it
}

// cell is a clause that has lit in place of the first row.
type cell struct {
	lit cnf.Lit
	id  int32
}

// place is a cell by its column.
type place struct{ column, id int32 }

// row is a factor, its cells, and the number of columns that it leaves.
type row struct {
	lit     cnf.Lit
	places  []place
	columns int
}

func newMatrix(lits int) matrix {
	return matrix{counts: make([]int32, lits), seen: make([]uint32, lits), index: make([]int32, lits)}
}

// extend makes room for the literals of one more variable.
func (m *matrix) extend() {
	m.counts, m.seen, m.index = append(m.counts, 0, 0), append(m.seen, 0, 0), append(m.index, 0, 0)
}

// reset empties the matrix.
func (m *matrix) reset() {
	for _, c := range m.cells {
		m.counts[c.lit.Code()] = 0
	}
	m.columns, m.cells, m.rows = m.columns[:0], m.cells[:0], m.rows[:0]
}

// transpose lists the cells by their literals, for those that have at least two.
func (a *adder) transpose() {
	m := &a.matrix
	m.stamp++
	m.choices = m.choices[:0]
	total := 0
	for _, c := range m.cells {
		if code := c.lit.Code(); m.counts[code] > 1 && m.seen[code] != m.stamp {
			m.seen[code], m.index[code] = m.stamp, int32(len(m.choices))
			m.choices = append(m.choices, row{lit: c.lit})
			total += int(m.counts[code])
		}
	}
	m.places = slices.Grow(m.places[:0], total)[:total]
	begin := 0
	for i := range m.choices {
		m.choices[i].places = m.places[begin:begin]
		begin += int(m.counts[m.choices[i].lit.Code()])
	}
	for i, c := range m.columns {
		for _, cell := range m.cells[c.begin:c.end] {
			if code := cell.lit.Code(); m.counts[code] > 1 {
				r := &m.choices[m.index[code]]
				r.places = append(r.places, place{int32(i), cell.id})
			}
		}
	}
	a.work(len(m.cells)/8 + 1)
}

// grow adds row after row.
func (a *adder) grow(first cnf.Lit) {
	m := &a.matrix
	if len(m.columns) < 2 {
		return
	}
	a.transpose()
	m.rows = append(m.rows, row{lit: first, columns: len(m.columns)})
	for !a.done() {
		at := a.next()
		if at < 0 {
			return
		}
		r := m.choices[at]
		n := int32(len(m.rows))
		for _, p := range r.places {
			m.columns[p.column].last = n
		}
		for i := range m.columns {
			switch c := &m.columns[i]; {
			case c.rows > 0:
			case c.last == n:
				r.columns++
			default:
				c.rows = n
				for _, cell := range m.cells[c.begin:c.end] {
					m.counts[cell.lit.Code()]--
				}
				a.work(int(c.end-c.begin) / 8)
			}
		}
		a.work(len(m.columns)/8 + 1)
		m.counts[r.lit.Code()] = 0
		m.rows = append(m.rows, r)
	}
}

// next returns the literal, by its place in choices, that leaves the most columns; -1 if there is none. Of several it is the one nearest to
// the first row, by the numbers of the variables: it stands for something similar.
func (a *adder) next() int {
	at, most, nearest := -1, int32(1), 0
	for i, r := range a.choices {
		n := a.counts[r.lit.Code()]
		if n < most || n < 2 {
			continue
		}
		far := int(r.lit.Var()) - int(a.rows[0].lit.Var())
		if far = max(far, -far); n > most || far < nearest {
			at, most, nearest = i, n, far
		}
	}
	a.work(len(a.choices)/16 + 1)
	return at
}

// best returns how many rows save the most clauses, and how many that are.
func (m *matrix) best() (rows, saved int) {
	for i, r := range m.rows {
		if s := (i+1)*r.columns - (i + 1) - r.columns; s > saved {
			rows, saved = i+1, s
		}
	}
	return rows, saved
}

// product returns the clauses of the first rows, row by row. It belongs to the matrix.
func (m *matrix) product(rows int) []int32 {
	columns := m.rows[rows-1].columns
	m.ids = slices.Grow(m.ids[:0], rows*columns)[:rows*columns]
	n := int32(0)
	for i := range m.columns {
		c := &m.columns[i]
		if c.last = -1; c.rows == 0 || int(c.rows) >= rows {
			c.last = n // its place among the columns that are left
			m.ids[n] = c.id
			n++
		}
	}
	for i, r := range m.rows[1:rows] {
		for _, p := range r.places {
			if at := m.columns[p.column].last; at >= 0 {
				m.ids[(i+1)*columns+int(at)] = p.id
			}
		}
	}
	return m.ids
}
