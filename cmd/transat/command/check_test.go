package command

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// proves solves a formula with a proof and checks it, forward and backward. It returns false if the
// formula is satisfiable.
func proves(t *testing.T, formula, flags string) bool {
	t.Helper()
	code, stdout, stderr := transatHere(t, t.Context(), fmt.Sprintf("solve --proof=p %s %s", flags, formula))
	if code == cli.Satisfiable {
		return false
	}
	if code != cli.Unsatisfiable {
		t.Fatalf("%s: exit code %d, stdout %q, stderr %q", formula, code, stdout, stderr)
	}
	directions := []string{"", "--forward"}
	if strings.Contains(flags, "lrat") {
		directions = directions[:1]
	}
	for _, direction := range directions {
		code, stdout, stderr = transatHere(t, t.Context(), fmt.Sprintf("check %s %s p", direction, formula))
		if code != cli.OK || !strings.HasSuffix(stdout, "\ns VERIFIED\n") {
			t.Fatalf("solve %s %s, check %s: exit code %d, stdout %q, stderr %q", flags, formula, direction, code, stdout, stderr)
		}
	}
	return true
}

func TestProofsOfRandomFormulasAreVerified(t *testing.T) {
	t.Chdir(t.TempDir())
	samples := []string{"15-80-3", "10-110-4", "8-180-5", "12-25-2"}
	proved, n := 0, 40
	switch {
	case testing.Short():
		n = 20
	case os.Getenv("TRANSAT_TEST_MORE") != "":
		n = 100
	}
	for i := range n {
		formula := fmt.Sprintf("%s/%d", samples[i%len(samples)], 1+i/len(samples))
		proofs := 0
		for _, flags := range []string{"", "--proof-format=drat-binary --rule=boehm", "--engine=cdcl", "--proof-format=lrat"} {
			if proves(t, formula, flags) {
				proofs++
			}
		}
		if proofs != 0 && proofs != 4 {
			t.Errorf("%s: %d of 4 searches find it unsatisfiable", formula, proofs)
		}
		proved += proofs / 4
	}
	if proved < n/4 {
		t.Errorf("only %d of %d formulas are unsatisfiable", proved, n)
	}
}

func TestProofOfALargerFormulaIsVerified(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, flags := range []string{"", "--proof-format=drat-binary"} {
		if !proves(t, "150-645-3/1", flags) {
			t.Error("150-645-3/1 should be unsatisfiable")
		}
	}
}

func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := transat(t, ctx, "check php-5-4 -")
	if code != cli.Interrupted || stdout != "c interrupted\ns UNKNOWN\n" || stderr != "" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}
