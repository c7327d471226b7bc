package sweep

import "testing"

func TestNeedsHaveNoExponents(t *testing.T) {
	for want, n := range map[string]Need{
		"12300":       {Work: 12345.6},
		"≤ 520":       {Work: 520, Bound: AtMost},
		"> 140000000": {Work: 139_999_999, Bound: MoreThan},
		"0.00123":     {Work: 0.0012345},
		"99.9":        {Work: 99.94},
		"100":         {Work: 99.96},
		"0":           {},
	} {
		if got := n.text(); got != want {
			t.Errorf("%v: %q, want %q", n.Work, got, want)
		}
	}
}
