// Package suggest finds the name that was probably meant.
//
// Nearest compares by edit distance: insertions, deletions, replacements and swaps of neighbouring
// characters count one each. Characters missing at the end of the name cost nothing as long as what
// is there looks like the beginning of a candidate, so that "liqid" finds "liquid-c5".
package suggest

import (
	"fmt"
	"strings"
)

// Error tells a person that a name is not among the known ones; *balance.UnknownError and *instances.UnknownError tell
// programs.
type Error struct {
	Kind    string // what the name should have been, such as "policy"
	Name    string // what was given
	Nearest string // the known name next to it, "" if none is near
	Hint    string // how to see all names, "" if nothing does
}

// Unknown returns the error for a name that is not among known.
func Unknown(kind, name string, known []string, hint string) *Error {
	return &Error{Kind: kind, Name: name, Nearest: Nearest(name, known), Hint: hint}
}

func (e *Error) Error() string {
	text := fmt.Sprintf("unknown %s %q", e.Kind, e.Name)
	if e.Nearest != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Nearest)
	}
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

// Nearest returns the candidate next to name, the first of several equally near ones, or "" if none is near: more than
// a third of name would have to change. The third is rounded up only if the first letters agree: half of nope is in
// cores, and yet that is not what was meant. The dashes of flags are no letters.
func Nearest(name string, candidates []string) string {
	given := []rune(strings.TrimLeft(name, "-"))
	if len(given) < 2 { // one letter is near to everything that begins with it
		return ""
	}
	best, bestHead, bestWhole := "", (len(given)+2)/3+1, 0
	for _, c := range candidates {
		letters := []rune(strings.TrimLeft(c, "-"))
		head, whole := distances(given, letters)
		if head > max(1, len(given)/3) && (len(letters) == 0 || letters[0] != given[0]) {
			continue
		}
		if head < bestHead || head == bestHead && best != "" && whole < bestWhole {
			best, bestHead, bestWhole = c, head, whole
		}
	}
	return best
}

// shortestHead keeps a name of a letter or two from matching the empty beginning of everything.
const shortestHead = 2

// distances returns the edit distance from a to the beginning of b that is next to it, and to all
// of b, in O(len(a)·len(b)).
func distances(a, b []rune) (head, whole int) {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	last := rows[len(a)]
	head = last[len(b)]
	for j := min(shortestHead, len(b)); j < len(b); j++ {
		head = min(head, last[j])
	}
	return head, last[len(b)]
}
