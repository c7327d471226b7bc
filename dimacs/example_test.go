package dimacs_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"transat/dimacs"
	"transat/solver/cnf"
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
	f := cnf.NewFormula(3)
	f.Add(cnf.Pos(1), cnf.Neg(2))
	f.Add(cnf.Pos(2), cnf.Pos(3))
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
	model := cnf.Model{1: true, 2: false, 3: true}
	fmt.Println("s SATISFIABLE")
	if err := dimacs.WriteModel(os.Stdout, model); err != nil {
		fmt.Println(err)
	}
	// Output:
	// s SATISFIABLE
	// v 1 -2 3 0
}

func ExampleDRATWriter() {
	w := dimacs.NewDRATWriter(os.Stdout, dimacs.ProofText)
	err := errors.Join(
		w.Add([]cnf.Lit{cnf.Pos(1)}),
		w.Delete([]cnf.Lit{cnf.Pos(1), cnf.Neg(2)}),
		w.Add(nil),
		w.Flush())
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 0
	// d 1 -2 0
	// 0
}

func ExampleProofReader() {
	const proof = "a\x02\x00" + "d\x02\x05\x00" + "a\x00"
	r, err := dimacs.NewProofReader("demo.drat", strings.NewReader(proof), dimacs.ProofOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Format())
	for {
		step, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(step.Pos, step.Deletion, step.Clause)
	}
	// Output:
	// drat-binary
	// byte 0 false [1]
	// byte 3 true [1 -2]
	// byte 7 false []
}

func ExampleReadModel() {
	f := cnf.NewFormula(3)
	f.Add(cnf.Pos(1), cnf.Neg(2))
	f.Add(cnf.Pos(2), cnf.Pos(3))
	for _, text := range []string{"s SATISFIABLE\nv 1 3 0\n", "s SATISFIABLE\nv 1 -3 0\n"} {
		model, err := dimacs.ReadModel("demo.out", strings.NewReader(text), f.Vars())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("without a value:", model.Missing())
		fmt.Println("wrong:", model.Check(f))
	}
	// Output:
	// without a value: [2]
	// wrong: <nil>
	// without a value: [2]
	// wrong: clause 2 (2 3) is not satisfied: 1 of its 2 literals have no value
}

func ExampleDetect() {
	for _, text := range []string{"p cnf 1 1\n1 0\n", "s SATISFIABLE\nv 1 0\n", "1 -2 3 0\n", "1 0\n0\n", "a\x02\x00a\x00"} {
		kind, _ := dimacs.Detect(strings.NewReader(text))
		fmt.Println(kind)
	}
	// Output:
	// formula
	// model
	// model
	// proof
	// proof
}
