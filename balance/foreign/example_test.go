package foreign_test

import (
	"fmt"

	"transat/balance/foreign"
)

// The name of a file must not print a line of its own, such as a verdict.
func ExampleText() {
	fmt.Println("reading", foreign.Text("a.cnf\ns SATISFIABLE"))
	fmt.Println("reading", foreign.Text("größe-5.cnf"))
	// Output:
	// reading a.cnf\ns SATISFIABLE
	// reading größe-5.cnf
}
