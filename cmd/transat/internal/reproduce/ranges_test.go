package reproduce

import (
	"slices"
	"testing"
)

func TestRanges(t *testing.T) {
	all := []int{4, 8, 16, 32, 64}
	for _, tc := range []struct {
		in   []int
		want string
	}{
		{nil, ""},
		{[]int{4}, "4"},
		{[]int{4, 8, 16}, "4 to 16"},
		{[]int{8, 32, 64}, "8 and 32 to 64"},
		{all, "4 to 64"},
	} {
		if got := Ranges(all, func(i int) bool { return slices.Contains(tc.in, all[i]) }); got != tc.want {
			t.Errorf("of %v: %q, want %q", tc.in, got, tc.want)
		}
	}
}
