package reproduce

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Rows are kept in whole groups: all without an error, the finished ones of what was interrupted, none after any other error.
func TestWholeKeepsTheGroupsThatAreFinished(t *testing.T) {
	stopped, broken := context.Canceled, errors.New("broken")
	outputs := []int{1, 2, 3, 4, 5, 6}
	all := []bool{true, true, true, true, true, true}
	for _, c := range []struct {
		name     string
		err      error
		finished []bool
		want     [][]int
	}{
		{"done", nil, all, [][]int{{1, 2}, {3, 4}, {5, 6}}},
		{"interrupted", stopped, []bool{true, true, true, false, true, true}, [][]int{{1, 2}, {5, 6}}},
		{"the first and the last one", stopped, []bool{false, true, true, true, true, false}, [][]int{{3, 4}}},
		{"failed", errors.Join(broken), all, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Whole(outputs, 2, interrupted(c.err, c.finished))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
