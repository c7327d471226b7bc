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
	all := func(int) bool { return true }
	for _, c := range []struct {
		name     string
		errs     []error
		finished func(int) bool
		want     [][]int
	}{
		{"done", make([]error, 6), all, [][]int{{1, 2}, {3, 4}, {5, 6}}},
		{"interrupted", []error{nil, nil, nil, stopped, nil, nil}, all, [][]int{{1, 2}, {5, 6}}},
		{"without a result", []error{nil, nil, nil, nil, nil, stopped}, func(i int) bool { return i != 0 }, [][]int{{3, 4}}},
		{"failed", []error{stopped, nil, broken, nil, nil, nil}, all, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Whole(outputs, 2, interrupted(c.errs, c.finished))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
