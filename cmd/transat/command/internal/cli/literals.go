package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"transat/solver/cnf"
)

// ReadAssumptions reads the literals of --assume, such as 1,-2.
func ReadAssumptions(text string) (all []cnf.Lit, err error) {
	for word := range strings.FieldsFuncSeq(text, separators) {
		n, err := strconv.Atoi(word)
		if errors.Is(err, strconv.ErrRange) || n > int(cnf.MaxLitVar) || n < -int(cnf.MaxLitVar) {
			return nil, fmt.Errorf("--assume=%s: %q is out of range: want variables up to %d", text, word, cnf.MaxLitVar)
		}
		if err != nil || n == 0 {
			return nil, fmt.Errorf("--assume=%s: %q is no literal; want numbers of variables, negative for false ones, such as 1,-2", text, word)
		}
		all = append(all, cnf.FromDIMACS(n))
	}
	return all, nil
}

func separators(r rune) bool { return r == ',' || r == ' ' }

// ReadVariables reads the value of --project: numbers of variables and ranges of them. It returns each once, in order. There may be none,
// but the result is not nil.
func ReadVariables(text string) ([]cnf.Var, error) {
	all := []cnf.Var{}
	for word := range strings.FieldsFuncSeq(text, separators) {
		low, high, ranged := strings.Cut(word, "-")
		if !ranged {
			high = low
		}
		from, err := strconv.ParseUint(low, 10, 31)
		to, err2 := strconv.ParseUint(high, 10, 31)
		if err != nil || err2 != nil || from < 1 || to < from || to > cnf.MaxVars {
			return nil, fmt.Errorf("--project=%s: %q is no variable or range of them; want numbers such as 1-20,35", text, word)
		}
		for v := from; v <= to; v++ {
			all = append(all, cnf.Var(v))
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}
