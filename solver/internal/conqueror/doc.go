// Package conqueror has another program decide a formula under cubes: any solver that reads a CNF file, answers as in the SAT
// competitions (lines "s" and "v", exit code 10 or 20), and perhaps writes a proof.
//
//	kissat -q --no-binary {cnf} {proof}
//
// # The idea
//
// For each cube the program gets a file with the formula and the literals of the cube as unit clauses. It is not believed: models are
// checked, and so are proofs, by package drat: by their hints (hinted.go), or if there are none that show it, backward. Both leave the
// core lemmas. A core lemma C that follows by propagation from the formula and the cube x∧y gives the lemma C∨¬x∨¬y of the formula
// alone, so the proofs of all cubes can be joined. Lemmas that define new variables (RAT) cannot, and are refused.
//
// A program that says UNKNOWN, or nothing but comments with the exit code 0, has given up by a limit of its own: that is no fault.
//
// Every answer that is no good is an error that says why, and the caller may decide the cube in another way. The program gets a
// folder for its files, which goes when the [Solver] is closed, and a time limit; it is killed with all that it has started when that
// is over, when its context ends, or when it writes too much. On Unix a shell in the same process group waits until
// this process is gone, and then kills the group.
//
// solver.go is one call, run.go the run of the program and what it says, command.go the command line, process_unix.go and
// process_other.go how a process ends.
package conqueror
