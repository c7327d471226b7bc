// Package families makes structured formulas of the kinds that solvers meet, for tests and measurements. Each family is a function of its
// size, and of a seed if it is random, and always gives the same formula.
//
// Begin with [Small] and [Large], tables of formulas that take milliseconds and seconds, and with [Tune] and [Held], tables of formulas
// with up to three million clauses. Nothing in the solver may be tuned on those of Held: that keeps a comparison on them honest. [Cubes]
// has formulas that are to be split. Command write puts them into files:
//
//	go run ./instances/families/write -set tune DIR
//
// # The families
//
//   - Arithmetic: [Adders], [SumMiter] (ripple-carry and conditional-sum adders), [Multipliers], [MultiplierMiter] (array and tree),
//     [Distributive], [Factoring], [ParityChain].
//   - Circuits: [CircuitMiter] (a random circuit and its rewriting), [Sorters] (two sorting networks).
//   - Model checking: [SequentialCircuit] (a random one), [Counter], [GrayCounter], [GrayAgainstBinary], [ShiftRegister], [DataPath],
//     [Queues], [Memories], [Arbiters], [Caches].
//   - Ciphers and hashes: [SHA1], [SHA256], [MD5], [Keystream]; and [Life], which runs backwards as well.
//   - Algebra: [Quasigroup], [QG5], [Orthogonal], [Sudoku].
//   - Ramsey theory: [Waerden], [Schur], [Ramsey], [Pythagorean].
//   - Points of a plane: [Polygons], and colours by distance: [Spindles], [DeGrey].
//   - Planning: [Tiles], [Agents], [JobShop], [Schedule], [Roster].
//   - Configuration: [Packages], [Product], [Knapsacks], [Registers], [Implications].
//   - Graphs: [Colouring], [Mycielski], [Tour], and proofs that are hard or easy to find: [Pigeons], [Parity], [ParityTorus], [Pebbles].
//   - [SortingNetwork] asks for a network that sorts.
//
// # In the source
//
// Formulas of gates come from the type circuit: circuit.go has its gates and numbers, gates.go gates of more inputs and bounds on how many
// literals are true. dice.go draws random numbers. The tests compare small members with enumerations, searches, libraries, or numbers
// that are known.
package families

import (
	"fmt"

	"transat/solver/cnf"
)

// Member is a formula of a family.
type Member struct {
	Name    string
	Verdict cnf.Verdict // Unknown if it is not known by construction
	Formula *cnf.Formula
}

// Small returns formulas of all families that take milliseconds.
func Small() []Member {
	return []Member{
		{"adder-8", cnf.Unsatisfiable, Adders(8)},
		{"multiplier-3", cnf.Unsatisfiable, Multipliers(3)},
		{"factoring-143", cnf.Satisfiable, Factoring(143, 4, 8)},
		{"factoring-prime-61", cnf.Unsatisfiable, Factoring(61, 3, 6)},
		{"parity-chain-sat-20", cnf.Satisfiable, ParityChain(20, true)},
		{"parity-chain-unsat-8", cnf.Unsatisfiable, ParityChain(8, false)},
		{"pigeons-pairwise-5", cnf.Unsatisfiable, Pigeons(5, 4, Pairwise)},
		{"pigeons-sequential-6", cnf.Unsatisfiable, Pigeons(6, 5, Sequential)},
		{"pigeons-binary-5", cnf.Unsatisfiable, Pigeons(5, 4, Binary)},
		{"pigeons-fit-6", cnf.Satisfiable, Pigeons(6, 6, Sequential)},
		{"colouring-planted-60", cnf.Satisfiable, Colouring(1, 60, 130, 3, true)},
		{"colouring-random-60", cnf.Unknown, Colouring(2, 60, 150, 3, false)},
		{"sudoku-2", cnf.Satisfiable, Sudoku(1, 2, 4)},
		{"sudoku-3", cnf.Satisfiable, Sudoku(1, 3, 40)},
		{"waerden-3-4-17", cnf.Satisfiable, Waerden(3, 4, 17)},
		{"waerden-3-4-18", cnf.Unsatisfiable, Waerden(3, 4, 18)},
		{"schur-3-13", cnf.Satisfiable, Schur(3, 13)},
		{"schur-3-14", cnf.Unsatisfiable, Schur(3, 14)},
		{"ramsey-3-4-8", cnf.Satisfiable, Ramsey(3, 4, 8)},
		{"ramsey-3-4-9", cnf.Unsatisfiable, Ramsey(3, 4, 9)},
		{"pythagorean-100", cnf.Satisfiable, Pythagorean(1, 100, 5)},
		{"polygons-5-8", cnf.Satisfiable, Polygons(8, 5, 0)},
		{"polygons-5-9", cnf.Unsatisfiable, Polygons(9, 5, 0)},
		{"spindles-2-3", cnf.Unsatisfiable, Spindles(2, 3)},
		{"counter-5-20", cnf.Unsatisfiable, Counter(5, 20, 21)},
		{"counter-5-21", cnf.Satisfiable, Counter(5, 21, 21)},
		{"shift-register-8-12", cnf.Satisfiable, ShiftRegister(8, 12, true)},
		{"schedule-12-3-4", cnf.Unknown, Schedule(1, 12, 3, 4)},
	}
}

// Large returns formulas of all families on which engines can be compared: a good engine needs a hundredth of a second to some ten
// seconds for most of them.
func Large() []Member {
	var all []Member
	add := func(verdict cnf.Verdict, f *cnf.Formula, format string, args ...any) {
		all = append(all, Member{fmt.Sprintf(format, args...), verdict, f})
	}
	for _, n := range []int{16, 32, 64, 128} {
		add(cnf.Unsatisfiable, Adders(n), "adder-%d", n)
	}
	for _, n := range []int{4, 5, 6, 7} {
		add(cnf.Unsatisfiable, Multipliers(n), "multiplier-%d", n)
	}
	add(cnf.Satisfiable, Factoring(1022117, 10, 20), "factoring-1022117")
	add(cnf.Satisfiable, Factoring(268140589, 14, 28), "factoring-268140589")
	add(cnf.Satisfiable, Factoring(4292870399, 16, 32), "factoring-4292870399")
	add(cnf.Unsatisfiable, Factoring(1048573, 10, 20), "factoring-prime-1048573")
	add(cnf.Unsatisfiable, Factoring(16777213, 12, 24), "factoring-prime-16777213")
	for _, n := range []int{40, 100, 300} {
		add(cnf.Satisfiable, ParityChain(n, true), "parity-sat-%d", n)
	}
	for _, n := range []int{12, 14, 16} {
		add(cnf.Unsatisfiable, ParityChain(n, false), "parity-unsat-%d", n)
	}
	for _, n := range []int{8, 9, 10} {
		add(cnf.Unsatisfiable, Pigeons(n, n-1, Pairwise), "pigeons-pairwise-%d", n)
		add(cnf.Unsatisfiable, Pigeons(n, n-1, Sequential), "pigeons-sequential-%d", n)
		add(cnf.Unsatisfiable, Pigeons(n, n-1, Binary), "pigeons-binary-%d", n)
	}
	add(cnf.Satisfiable, Pigeons(40, 40, Sequential), "pigeons-fit-40")
	for seed := range uint64(3) {
		add(cnf.Satisfiable, Colouring(seed, 500, 1100, 3, true), "colouring-planted-500-%d", seed)
		add(cnf.Unknown, Colouring(seed, 250, 570, 3, false), "colouring-random-250-%d", seed)
		add(cnf.Unknown, Colouring(seed, 120, 1050, 6, false), "colouring-6-120-%d", seed)
	}
	for _, n := range []int{4, 5} {
		add(cnf.Satisfiable, Sudoku(1, n, n*n*n*n/2), "sudoku-%d", n)
	}
	add(cnf.Satisfiable, Waerden(3, 9, 76), "waerden-3-9-76")
	add(cnf.Unsatisfiable, Waerden(3, 9, 77), "waerden-3-9-77")
	add(cnf.Satisfiable, Waerden(4, 5, 54), "waerden-4-5-54")
	add(cnf.Unsatisfiable, Waerden(4, 5, 55), "waerden-4-5-55")
	add(cnf.Unsatisfiable, Counter(10, 60, 61), "counter-10-60")
	add(cnf.Satisfiable, Counter(10, 90, 90), "counter-10-90")
	add(cnf.Satisfiable, ShiftRegister(24, 60, true), "shift-register-24-60")
	add(cnf.Satisfiable, ShiftRegister(32, 100, true), "shift-register-32-100")
	for seed := range uint64(3) {
		add(cnf.Unknown, Schedule(seed, 60, 5, 14), "schedule-60-5-14-%d", seed)
		add(cnf.Unknown, Schedule(seed, 60, 5, 12), "schedule-60-5-12-%d", seed)
	}
	return all
}
