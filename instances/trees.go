package instances

import "embed"

//go:embed trees
var treeFiles embed.FS

// TreeFile is a search tree, or a bag of tasks, that another program has measured, as a file that package transat/balance/tasktree reads,
// or one with cubes and their seconds in the format iCNF; compressed or not.
type TreeFile struct {
	name, title, source string
	file                string // in folder trees
}

// treeFileList lists folder trees. The trees of Gecode came from Gecode 6.2.0, one thread, through `transat record --listen`, from a
// program that searches with its DFS and BAB, a tracer that sends nodes with Gecode's own class CPProfiler::Connector, and these models:
//
//	queens   q[i] in 0..7, distinct(q), distinct(q[i]+i), distinct(q[i]-i), branching on q[0], q[1], … by the smallest value
//	golomb   m[0] = 0 < m[1] < … < m[7], all m[j]-m[i] distinct (bounds consistency), first difference below the last,
//	         least m[7] wanted, branching on m[0], m[1], … by the smallest value
//	jobshop  10 jobs of 5 steps, one on each of 5 machines in an order drawn for the job, times from 1 to 20 drawn as well; the start of
//	         each step from 0 on, unary for each machine, least end wanted, branching on the order of each two steps of a machine,
//	         machine by machine, first before second tried first
//
// The tree of SCIP 11.0.0, built without an LP solver, is that of one knapsack with two weights and 17 things, weights from 100 to 1000, a
// third of the sums as capacities, and values within 50 of the first weight, at random; written with visual/vbcfilename, less its lines of
// information.
//
// The tree of SYMPHONY 5.6.17 (coinor-symphony) is the branch and bound for 5 knapsacks at once: 30 things, weights from 10 to 100, each
// knapsack holds half of all weights, values are mean weights and up to 20 more, all at random. SYMPHONY wrote it with the parameter
// vbc_emulation 1. Its log puts children before their parents, and has other colours than SCIP's, so a script made JSON Lines of it: work
// is 1 for each node that SYMPHONY analysed, and 0 for each that it cut off unseen.
//
// The cubes split the formula 300-1300-3/3 by six decisions, each for the variable that occurs most often, with clauses of two counted five
// times; CaDiCaL 1.5.3 refuted the formula under each. Their times are CPU seconds of a process for each cube.
//
// go-tests has the seconds in the output of `go test ./...` of this program on two cores.
func treeFileList() []TreeFile {
	return []TreeFile{
		{
			"gecode-queens", "the search of a constraint solver for all ways to place 8 queens", "Gecode 6.2.0, recorded for this program",
			"gecode-queens.tree",
		},
		{
			"gecode-golomb", "its branch and bound for the shortest ruler with 8 marks and different distances",
			"Gecode 6.2.0, recorded for this program", "gecode-golomb.tree",
		},
		{
			"gecode-jobshop", "its branch and bound for the shortest schedule of 10 jobs on 5 machines",
			"Gecode 6.2.0, recorded for this program", "gecode-jobshop.tree",
		},
		{
			"scip-knapsack", "the branch and bound of a MIP solver for a knapsack with two weights, in seconds",
			"SCIP 11.0.0, recorded for this program", "scip-knapsack.vbc.gz",
		},
		{
			"symphony", "the branch and bound of a MIP solver for 5 knapsacks at once, with 30 things",
			"SYMPHONY 5.6.17, recorded for this program", "symphony.jsonl.gz",
		},
		{
			"cadical-cubes", "cube and conquer: the seconds that a SAT solver took for each of 64 cubes",
			"CaDiCaL 1.5.3, measured for this program", "cadical-cubes.icnf.gz",
		},
		{"go-tests", "a bag of tasks: the tests of the packages of this program, in seconds", "measured for this program", "go-tests.csv"},
	}
}

// Name is the name for [Open].
func (t TreeFile) Name() string { return t.name }

// Data returns the file.
func (t TreeFile) Data() []byte {
	data, err := treeFiles.ReadFile("trees/" + t.file)
	if err != nil {
		panic(err) // it is part of the program
	}
	return data
}

func (t TreeFile) info() Info { return Info{Name: t.name, Title: t.title, Source: t.source} }
