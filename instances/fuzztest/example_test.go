package fuzztest_test

import (
	"fmt"

	"transat/instances/fuzztest"
)

// One change at place 6: five bytes go, and five others come.
func ExampleEdited() {
	edits := "\x00\x06\x05\x05p dnf"
	fmt.Printf("%q\n", fuzztest.Edited("c one\np cnf 1 1\n", []byte(edits)))
	// Output: "c one\np dnf 1 1\n"
}
