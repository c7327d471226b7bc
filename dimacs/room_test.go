package dimacs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The room for a formula that begins with short clauses is right after the first buffer, for the length of the text is known.
func TestRoomForShortClausesFirst(t *testing.T) {
	const half = 15_000
	text := fmt.Sprintf("p cnf 1000 %d\n", 2*half) + strings.Repeat("9 -8 0\n", half) +
		strings.Repeat("901 902 903 904 905 906 -907 0\n", half)
	name := filepath.Join(t.TempDir(), "short-first.cnf")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	asked := 0
	f, err := ReadFile(name, Options{Room: func(int64) error { asked++; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	if asked > 2 || f.Literals() != 9*half {
		t.Errorf("%d literals, and room was asked for %d times", f.Literals(), asked)
	}
}
