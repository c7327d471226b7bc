package families

import (
	"transat/solver/cnf"
)

// Tiles says that a random position of the sliding puzzle with width times height cells can be solved in exactly the given number of
// moves. There are the position, cell by cell, at all times, and the moves between them.
func Tiles(seed uint64, width, height, moves int) *cnf.Formula {
	d := newDice(seed, 11)
	n := width * height
	c := newCircuit()
	zero := c.never()
	now := make([][]cnf.Lit, n) // by cell: which tile is there, the blank being tile 0
	for cell, tile := range randomTiles(d, width, height) {
		now[cell] = repeat(zero, n)
		now[cell][tile] = zero.Not()
	}
	for range moves {
		next := make([][]cnf.Lit, n)
		for cell := range next {
			next[cell] = c.inputs(n)
			c.exactlyOne(next[cell]...)
		}
		var all []cnf.Lit
		for _, step := range gridSteps(width, height) {
			move := c.input()
			all = append(all, move)
			from, to := step[0], step[1] // of the blank
			c.f.Add(move.Not(), now[from][0])
			c.f.Add(move.Not(), next[to][0])
			for tile := 1; tile < n; tile++ {
				c.f.Add(move.Not(), now[to][tile].Not(), next[from][tile])
			}
			for cell := range n {
				if cell == from || cell == to {
					continue
				}
				for tile := 1; tile < n; tile++ {
					c.f.Add(move.Not(), now[cell][tile].Not(), next[cell][tile])
				}
			}
		}
		c.exactlyOne(all...)
		now = next
	}
	for cell := range now {
		c.f.Add(now[cell][cell])
	}
	return c.f
}

// gridSteps lists the pairs of cells that are neighbours in a grid.
func gridSteps(width, height int) (steps [][2]int) {
	for cell := range width * height {
		if cell%width+1 < width {
			steps = append(steps, [2]int{cell, cell + 1}, [2]int{cell + 1, cell})
		}
		if cell/width+1 < height {
			steps = append(steps, [2]int{cell, cell + width}, [2]int{cell + width, cell})
		}
	}
	return steps
}

// randomTiles returns a random position that can be solved: the tiles by cell.
func randomTiles(d dice, width, height int) []int {
	tiles := d.perm(width * height)
	odd := false // whether the permutation is odd
	seen := make([]bool, len(tiles))
	for i := range tiles {
		for j := tiles[i]; !seen[i] && j != i; j = tiles[j] {
			seen[j] = true
			odd = !odd
		}
	}
	for cell, tile := range tiles {
		if tile == 0 && (cell%width+cell/width)%2 == 1 {
			odd = !odd
		}
	}
	if odd { // then exchange two tiles that are no blank
		a, b := 0, 1
		for tiles[a] == 0 || tiles[b] == 0 {
			a, b = a+1, b+1
		}
		tiles[a], tiles[b] = tiles[b], tiles[a]
	}
	return tiles
}

// Agents says that agents on a square grid, some cells of which are walls, get from random places to others in the given number of steps.
// In a step an agent stays or goes to a neighbour; two are never in the same place, and never change places. An agent has variables only
// for the places that it can be in at a time.
func Agents(seed uint64, side, walls, agents, steps int) *cnf.Formula {
	d := newDice(seed, 12)
	cells := d.perm(side * side)[walls:] // without walls, in random order
	free := make([]bool, side*side)
	for _, cell := range cells {
		free[cell] = true
	}
	next := make([][]int, side*side)
	for _, step := range gridSteps(side, side) {
		if free[step[0]] && free[step[1]] {
			next[step[0]] = append(next[step[0]], step[1])
		}
	}
	targets := d.perm(len(cells))
	c := newCircuit()
	at := make([]map[int]cnf.Lit, agents*(steps+1)) // by agent and time, then by cell
	for a := range agents {
		from, to := distances(next, cells[a]), distances(next, cells[targets[a]])
		for t := range steps + 1 {
			here := map[int]cnf.Lit{}
			var all []cnf.Lit
			for _, cell := range cells {
				if from[cell] <= t && to[cell] <= steps-t {
					here[cell] = c.input()
					all = append(all, here[cell])
				}
			}
			c.exactlyOne(all...)
			at[a*(steps+1)+t] = here
		}
		for t := range steps {
			now, then := at[a*(steps+1)+t], at[a*(steps+1)+t+1]
			for _, cell := range cells {
				if l, ok := now[cell]; ok {
					some := []cnf.Lit{l.Not()}
					for _, to := range append(next[cell], cell) {
						if m, ok := then[to]; ok {
							some = append(some, m)
						}
					}
					c.f.Add(some...)
				}
			}
		}
	}
	for t := range steps + 1 {
		for _, cell := range cells {
			var all []cnf.Lit
			for a := range agents {
				if l, ok := at[a*(steps+1)+t][cell]; ok {
					all = append(all, l)
				}
			}
			Pairwise(c.f, all)
			for a := range agents {
				for b := range agents {
					for _, to := range next[cell] {
						if a != b && t < steps {
							c.noSwap(at[a*(steps+1)+t], at[a*(steps+1)+t+1], at[b*(steps+1)+t], at[b*(steps+1)+t+1], cell, to)
						}
					}
				}
			}
		}
	}
	return c.f
}

// noSwap forbids that one agent goes from one cell to another, and a second one goes back.
func (c *circuit) noSwap(a, aNext, b, bNext map[int]cnf.Lit, from, to int) {
	lits := make([]cnf.Lit, 4)
	for i, m := range []map[int]cnf.Lit{a, aNext, b, bNext} {
		l, ok := m[[]int{from, to, to, from}[i]]
		if !ok {
			return
		}
		lits[i] = l.Not()
	}
	c.f.Add(lits...)
}

// distances returns the number of steps from a node to each, or more than there can be.
func distances(next [][]int, from int) []int {
	far := make([]int, len(next))
	for i := range far {
		far[i] = len(next) + 1
	}
	far[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, node := range next[queue[0]] {
			if far[node] > far[queue[0]]+1 {
				far[node] = far[queue[0]] + 1
				queue = append(queue, node)
			}
		}
	}
	return far
}
