package instances

import (
	"embed"

	"transat/dimacs"
	"transat/solver/cnf"
)

//go:embed small/*.cnf
var smallFiles embed.FS

// small is the entry of a formula in folder small.
type small struct {
	name    string // of the file, without .cnf
	title   string
	source  string
	verdict cnf.Verdict
}

// smallFormulas lists folder small. This command generates its files from their definitions:
//
//	go test ./instances -run TestSmallFiles -update
func smallFormulas() []small {
	const ours = "made for this program"
	return []small{
		{"example", "three variables, four clauses, one model", ours, cnf.Satisfiable},
		{"units", "unit clauses that contradict each other", ours, cnf.Unsatisfiable},
		{"empty-clause", "an empty clause among others", ours, cnf.Unsatisfiable},
		{
			"php-5-4", "pigeonhole principle: 5 pigeons do not fit into 4 holes",
			"S. A. Cook, R. A. Reckhow, The relative efficiency of propositional proof systems, 1979", cnf.Unsatisfiable,
		},
		{
			"parity-3x3", "parity: a 3×3 torus has no edge set with an odd number of edges at each node",
			"G. S. Tseitin, On the complexity of derivation in propositional calculus, 1968", cnf.Unsatisfiable,
		},
		{"petersen-3", "3 colours suffice for the nodes of the Petersen graph", ours, cnf.Satisfiable},
		{
			"groetzsch-3", "3 colours do not suffice for the Grötzsch graph, though it has no triangle",
			"H. Grötzsch, Ein Dreifarbensatz für dreikreisfreie Netze auf der Kugel, 1959", cnf.Unsatisfiable,
		},
		{"queens-6", "6 queens on a board of 6×6, none attacking another; clauses of 2 and of 6 literals", ours, cnf.Satisfiable},
		{
			"waerden-3-3-9", "two colours of the numbers 1 to 9 without 3 equal ones at equal distances",
			"B. L. van der Waerden, Beweis einer Baudetschen Vermutung, 1927", cnf.Unsatisfiable,
		},
	}
}

func (s small) info() Info { return Info{Name: s.name, Title: s.title, Source: s.source, Size: 1} }

func (s small) instance() Instance {
	return Instance{Name: s.name, Verdict: s.verdict, formula: s.formula}
}

func (s small) formula() (*cnf.Formula, error) {
	name := s.file()
	file, err := smallFiles.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return dimacs.Read(file, dimacs.Options{Name: name})
}

func (s small) file() string { return "small/" + s.name + ".cnf" }
