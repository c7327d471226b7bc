package solve

import "testing"

// A name that ends like that of a proof in another format is told, also if it is one of a compressed file.
func TestNamesOfProofs(t *testing.T) {
	for _, tc := range []struct {
		name, format string
		wrong        bool
	}{
		{"p.lrat", "drat", true},
		{"p.LRAT.gz", "drat-binary", true},
		{"p.drat.zst", "lrat", true},
		{"p.drat.xz", "lrat-binary", true},
		{"p.lrat", "lrat-binary", false},
		{"p.drat.gz", "drat", false},
		{"lrat", "drat", false},
		{"p.lrat.txt", "drat", false},
		{"a.lrat/p", "drat", false},
		{"/dev/null", "lrat", false},
	} {
		if got := misnamed(tc.name, tc.format); (got != "") != tc.wrong {
			t.Errorf("%s as %s: %q", tc.name, tc.format, got)
		}
	}
}
