package families

import (
	"fmt"
	"slices"
	"testing"

	"transat/solver/cnf"
)

// layers returns the states that can be reached in exactly the given number of steps.
func layers[state comparable](from state, steps int, next func(state) []state) map[state]bool {
	now := map[state]bool{from: true}
	for range steps {
		then := map[state]bool{}
		for s := range now {
			for _, to := range next(s) {
				then[to] = true
			}
		}
		now = then
	}
	return now
}

func TestSequentialCircuitReachesWhatASearchReaches(t *testing.T) {
	for seed := range uint64(3) {
		m := SequentialCircuit{Seed: seed, Latches: 3, Inputs: 2, Gates: 14}
		n := m.netlist()
		for _, steps := range []int{0, 1, 3} {
			there := layers(0, steps, func(s int) (to []int) {
				for in := range 4 {
					to = append(to, ofBools(n.run(append(bools(s, 3), bools(in, 2)...))))
				}
				return to
			})
			for goal := range 8 {
				wantVerdict(t, fmt.Sprint(seed, steps, goal), verdict(there[goal]), m.Reach(steps, bools(goal, 3)))
			}
		}
	}
	m := SequentialCircuit{Seed: 9, Latches: 10, Inputs: 4, Gates: 60}
	wantVerdict(t, "what a run reached", cnf.Satisfiable, m.Reach(5, m.Goal(5, 10)))
}

func TestGrayCounterCounts(t *testing.T) {
	for goal := range uint64(8) {
		for _, steps := range []int{0, 3, 6, 9} {
			there := layers(uint64(0), steps, func(n uint64) []uint64 { return []uint64{n, (n + 1) % 8} })
			wantVerdict(t, fmt.Sprint(goal, steps), verdict(there[goal]), GrayCounter(3, steps, goal))
		}
	}
}

func TestDataPathOperates(t *testing.T) {
	c := newCircuit()
	zero := c.never()
	start := [registers]uint64{5, 3, 6, 1}
	var state [registers][]cnf.Lit
	for r := range state {
		state[r] = constant(zero, 3, start[r])
	}
	c.instruction(&state)
	want, got := map[[registers]uint64]bool{}, map[[registers]uint64]bool{}
	for operation := range operations {
		for i := range registers {
			for j := range registers {
				s := start
				s[i] = operate(operation, s[i], s[j], 3)
				want[s] = true
			}
		}
	}
	count := models(t, c.f, nil, func(m cnf.Model) {
		var s [registers]uint64
		for r := range s {
			s[r] = uint64(number(m, state[r]))
		}
		got[s] = true
	})
	if count != operations*registers*registers || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d models, with %v; want %v", count, got, want)
	}
	wantVerdict(t, "what a run made", cnf.Satisfiable, DataPath(1, 8, 4, false))
}

func TestTilesMoveAsASearchDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	next := func(s string) (to []string) {
		for _, step := range gridSteps(3, 2) {
			if s[step[0]] == 0 {
				b := []byte(s)
				b[step[0]], b[step[1]] = b[step[1]], b[step[0]]
				to = append(to, string(b))
			}
		}
		return to
	}
	for seed := range uint64(3) {
		var start []byte
		for _, tile := range randomTiles(newDice(seed, 11), 3, 2) {
			start = append(start, byte(tile))
		}
		for _, moves := range []int{1, 6, 9, 12, 15, 16} {
			there := layers(string(start), moves, next)
			wantVerdict(t, fmt.Sprint(seed, moves), verdict(there["\x00\x01\x02\x03\x04\x05"]), Tiles(seed, 3, 2, moves))
		}
	}
	if there := len(layers("\x00\x01\x02\x03\x04\x05", 40, next)); there != 180 { // half of the 360 positions, as moves are even in number
		t.Errorf("%d positions after 40 moves", there)
	}
}

func TestAgentsMoveAsASearchDoes(t *testing.T) {
	const side, walls, agents = 3, 2, 3
	verdicts := map[bool]int{}
	for seed := range uint64(6) {
		d := newDice(seed, 12)
		cells := d.perm(side * side)[walls:]
		targets := d.perm(len(cells))
		var start, goal [agents]int
		for a := range agents {
			start[a], goal[a] = cells[a], cells[targets[a]]
		}
		next := func(s [agents]int) (all [][agents]int) {
			var move func(a int, now [agents]int)
			move = func(a int, now [agents]int) {
				if a == agents {
					all = append(all, now)
					return
				}
				for _, step := range append(gridSteps(side, side), [2]int{s[a], s[a]}) {
					if step[0] != s[a] || !slices.Contains(cells, step[1]) {
						continue
					}
					clash := false
					for b := range a {
						clash = clash || now[b] == step[1] || now[b] == s[a] && s[b] == step[1]
					}
					if !clash {
						now[a] = step[1]
						move(a+1, now)
					}
				}
			}
			move(0, s)
			return all
		}
		for _, steps := range []int{2, 4, 6} {
			there := layers(start, steps, next)[goal]
			verdicts[there]++
			wantVerdict(t, fmt.Sprint(seed, steps), verdict(there), Agents(seed, side, walls, agents, steps))
		}
	}
	if len(verdicts) != 2 {
		t.Errorf("all have one verdict: %v", verdicts)
	}
}

func TestShiftQueueIsAQueue(t *testing.T) {
	const room, n, steps = 4, 3, 40
	d := newDice(1, 1)
	c := newCircuit()
	zero := c.never()
	q := shiftQueue{repeat(zero, room), make([][]cnf.Lit, room)}
	for i := range q.words {
		q.words[i] = constant(zero, n, 0)
	}
	var shown [][]cnf.Lit
	var want []int
	var queue []int
	for range steps {
		add, drop, word := d.flip(), d.below(3) == 0, d.below(1<<n)
		p := push{c.input(), c.input(), c.inputs(n)}
		c.is(append([]cnf.Lit{p.add, p.drop}, p.word...), uint64(ofBools([]bool{add, drop})+word<<2))
		shown = append(shown, q.step(c, p, zero))
		now := ofBools([]bool{len(queue) == 0, len(queue) == room})
		if len(queue) > 0 {
			now += queue[0] << 2
		}
		want = append(want, now)
		full := len(queue) == room
		if drop && len(queue) > 0 {
			queue = queue[1:]
		}
		if add && !full {
			queue = append(queue, word)
		}
	}
	verdict, m := decide(t, c.f)
	if verdict != cnf.Satisfiable {
		t.Fatal(verdict)
	}
	for i, s := range shown {
		if number(m, s) != want[i] {
			t.Errorf("step %d shows %b, want %b", i, number(m, s), want[i])
		}
	}
}
