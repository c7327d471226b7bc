package dimacs_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"transat/dimacs"
	"transat/solver"
)

func ExampleReadFile() {
	f, err := dimacs.ReadFile("testdata/small.cnf.bz2", dimacs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Len(), "clauses over", f.Vars(), "variables")
	// Output:
	// 2 clauses over 3 variables
}

func ExampleRead() {
	const text = `c (x1 or not x2) and (x2 or x3)
p cnf 3 2
1 -2 0
2 3 0
`
	f, err := dimacs.Read(strings.NewReader(text), dimacs.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Vars(), "variables")
	for i := range f.Len() {
		fmt.Println(f.Clause(i))
	}
	// Output:
	// 3 variables
	// [1 -2]
	// [2 3]
}

func ExampleSyntaxError() {
	const text = "p cnf 3 2\n1 -2 0\n2 4 0\n"
	_, err := dimacs.Read(strings.NewReader(text), dimacs.Options{Name: "demo.cnf"})
	fmt.Println(err)
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Line, syntax.Col)
	}
	// Output:
	// demo.cnf:3:3: literal 4 is out of range: the header (line 1) declares 3 variables
	// 3 3
}

func ExampleWrite() {
	f := solver.NewFormula(3)
	f.Add(solver.Pos(1), solver.Neg(2))
	f.Add(solver.Pos(2), solver.Pos(3))
	if err := dimacs.Write(os.Stdout, f, "written by hand"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c written by hand
	// p cnf 3 2
	// 1 -2 0
	// 2 3 0
}

func ExampleWriteModel() {
	model := solver.Model{1: true, 2: false, 3: true}
	fmt.Println("s SATISFIABLE")
	if err := dimacs.WriteModel(os.Stdout, model); err != nil {
		fmt.Println(err)
	}
	// Output:
	// s SATISFIABLE
	// v 1 -2 3 0
}
