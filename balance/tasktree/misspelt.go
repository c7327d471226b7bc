package tasktree

import (
	"fmt"
	"strings"
)

// Files may have columns and keys of any other names, such as those of a solver's log. One that is nearly that of a column that is missing
// is a mistake: without its parents, a tree would be taken for a bag of tasks.

// meant returns the optional column that a name is nearly, or "" if there is none. Such a name begins with parent, or differs from a column
// in one letter that is missing, too much or another one, or in two neighbours that have changed places.
func meant(name string) string {
	name = strings.ToLower(name)
	for _, column := range []string{"parent", "load", "solution"} {
		if name != column && (oneEdit(name, column) || column == "parent" && strings.HasPrefix(name, column)) {
			return column
		}
	}
	return ""
}

// oneEdit reports whether one edit makes b of a.
func oneEdit(a, b string) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// misspelt is the error of a name that is nearly that of a column.
func misspelt(name, column string) error {
	return fmt.Errorf("unknown column %s; did you mean %s? Columns are %s; others are skipped if their names are unlike these", quote(name),
		column, Columns)
}
