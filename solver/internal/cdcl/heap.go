package cdcl

import "transat/solver/cnf"

// heap orders variables by score. A conflict raises the scores of its variables, by an amount that grows with time, so
// older conflicts count less (exponential VSIDS). Variables with a value may be missing.
type heap struct {
	score []float64 // by variable
	at    []int32   // by variable: place in order, from 1; 0: not there
	order []cnf.Var // a binary heap, its root at index 0
	bump  float64   // added to a score
}

const (
	scoreGrowth = 1 / 0.95
	mostScore   = 1e150
)

// emptied returns a heap of no variables in the memory of h.
func (h *heap) emptied() heap {
	return heap{score: h.score[:0], at: h.at[:0], order: h.order[:0], bump: 1}
}

func (h *heap) extend(vars int) {
	h.score, h.at = extended(h.score, vars+1), extended(h.at, vars+1)
}

// insert puts a variable in, if it is not there.
func (h *heap) insert(v cnf.Var) {
	if h.at[v] != 0 {
		return
	}
	h.order = append(h.order, v)
	h.at[v] = int32(len(h.order))
	h.up(len(h.order) - 1)
}

// raise adds to the score of a variable.
func (h *heap) raise(v cnf.Var) {
	if h.score[v] += h.bump; h.score[v] > mostScore {
		for i := range h.score {
			h.score[i] /= mostScore
		}
		h.bump /= mostScore
	}
	if h.at[v] != 0 {
		h.up(int(h.at[v]) - 1)
	}
}

// decay makes later conflicts count more than earlier ones.
func (h *heap) decay() { h.bump *= scoreGrowth }

// next removes and returns the open variable with the highest score, or returns 0.
func (h *heap) next(vals []int8) cnf.Var {
	for len(h.order) > 0 {
		v := h.pop()
		if vals[cnf.Pos(v).Code()] == 0 {
			return v
		}
	}
	return 0
}

func (h *heap) pop() cnf.Var {
	top, last := h.order[0], h.order[len(h.order)-1]
	h.order = h.order[:len(h.order)-1]
	h.at[top] = 0
	if top != last {
		h.order[0] = last
		h.at[last] = 1
		h.down(0)
	}
	return top
}

func (h *heap) up(i int) {
	v := h.order[i]
	for i > 0 {
		parent := (i - 1) / 2
		p := h.order[parent]
		if h.score[p] >= h.score[v] {
			break
		}
		h.order[i], h.at[p] = p, int32(i+1)
		i = parent
	}
	h.order[i], h.at[v] = v, int32(i+1)
}

func (h *heap) down(i int) {
	v := h.order[i]
	for {
		child := 2*i + 1
		if child >= len(h.order) {
			break
		}
		if child+1 < len(h.order) && h.score[h.order[child+1]] > h.score[h.order[child]] {
			child++
		}
		c := h.order[child]
		if h.score[v] >= h.score[c] {
			break
		}
		h.order[i], h.at[c] = c, int32(i+1)
		i = child
	}
	h.order[i], h.at[v] = v, int32(i+1)
}
