package balancetest_test

import (
	"fmt"

	"transat/balance/balancetest"
)

// What a processor does that has run out of elements, and another that is asked for some.
func ExampleTranscript() {
	text, err := balancetest.Transcript(`
kinds request nothing
policy steal line 2
list 1 1 0.5 0.25
idle 0
deliver
loads
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// kinds request nothing
	// policy steal line 2
	// list 1 1 0.5 0.25
	// idle 0
	//   0: send 1 request
	// deliver
	//   1: transfer 1 to 0
	// loads
	//   1 0.75
}
