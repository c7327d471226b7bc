package instances_test

import (
	"fmt"

	"transat/instances"
)

func ExampleOpen() {
	set, err := instances.Open("350-1505-3/7")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Name, "has", f.Len(), "clauses over", f.Vars(), "variables")
	fmt.Println("the first:", f.Clause(0))
	// Output:
	// 350-1505-3/07 has 1505 clauses over 350 variables
	// the first: [-68 313 146]
}

func ExampleRandom() {
	f, err := instances.Random{Vars: 100, Clauses: 430, K: 3, Seed: 2026}.Formula()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Clause(0), f.Clause(429))
	// Output:
	// [90 -93 8] [-7 18 -60]
}

func ExampleParseSample() {
	sample, index, err := instances.ParseSample("400-2000-3/5")
	fmt.Println(sample, index, err)
	fmt.Println(sample.Name(index), "is", sample.Verdict(index))
	_, _, err = instances.ParseSample("400-2000")
	fmt.Println(err)
	// Output:
	// 400-2000-3 5 <nil>
	// 400-2000-3/05 is UNSATISFIABLE
	// sample 400-2000: want VARIABLES-CLAUSES-K or VARIABLES-CLAUSES-K/INDEX, such as 350-1505-3/07
}
