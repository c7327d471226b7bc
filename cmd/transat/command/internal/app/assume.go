package app

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"transat/solver"
)

// ReadAssumptions reads the literals of --assume, such as 1,-2.
func ReadAssumptions(text string) (all []solver.Lit, err error) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(word)
		if errors.Is(err, strconv.ErrRange) || n > int(solver.MaxVar) || n < -int(solver.MaxVar) {
			return nil, fmt.Errorf("--assume=%s: %q is out of range: want variables up to %d", text, word, solver.MaxVar)
		}
		if err != nil || n == 0 {
			return nil, fmt.Errorf("--assume=%s: %q is no literal; want numbers of variables, negative for false ones, such as 1,-2", text, word)
		}
		all = append(all, solver.FromDIMACS(n))
	}
	return all, nil
}
