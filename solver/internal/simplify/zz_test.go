package simplify

import (
	"fmt"
	"os"
	"testing"
	"time"

	"transat/dimacs"
)

func TestZZ(t *testing.T) {
	f, err := os.Open(os.Getenv("F"))
	if err != nil {
		t.Skip()
	}
	g, err := dimacs.Read(f, dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := time.Now()
	r, err := Run(t.Context(), g, Options{Luck: true})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%v %+v refuted %v\n", time.Since(b), r.Stats, r.Refuted())
	if r.Formula != nil {
		fmt.Println(r.Formula.Len(), r.Formula.Literals())
	}
}
