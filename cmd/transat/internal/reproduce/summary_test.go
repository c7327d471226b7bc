package reproduce

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/report"
)

func TestSeveralFindingsEndWithASummary(t *testing.T) {
	found := results(t, &Plan{Items: []Item{sums("a/means"), sums("b/means")}, Quick: true, Seed: 7, Threads: 1})
	for _, tc := range []struct {
		format      report.Format
		begin, want string
	}{
		{report.Text, " claims of", `
 claims of                       ✓ hold  ◐ in a range  ✗ do not hold  – not judged
───────────────────────────────────────────────────────────────────────────────────
 a/means                              1             1              1             1
 b/means                              1             1              1             1
 all                                  2             2              2             2
 all: what the paper says             0             2              2             0
 all: what we read in the paper       0             0              0             2
 all: our own checks                  2             0              0             0
`},
		{report.Markdown, "| claims of", `
| claims of                      | ✓ hold | ◐ in a range | ✗ do not hold | – not judged |
|:-------------------------------|-------:|-------------:|--------------:|-------------:|
| a/means                        |      1 |            1 |             1 |            1 |
| b/means                        |      1 |            1 |             1 |            1 |
| all                            |      2 |            2 |             2 |            2 |
| all: what the paper says       |      0 |            2 |             2 |            0 |
| all: what we read in the paper |      0 |            0 |             0 |            2 |
| all: our own checks            |      2 |            0 |             0 |            0 |
`},
	} {
		text := printed(t, found, tc.format)
		_, got, _ := strings.Cut(text, tc.begin)
		if diff := cmp.Diff(tc.want, "\n"+tc.begin+got); diff != "" {
			t.Errorf("%s, -want +got:\n%s", tc.format, diff)
		}
	}
	found[0].Result = &Result{Tables: found[0].Result.Tables, Unfinished: true}
	if text := printed(t, found, report.Text); strings.Contains(text, "claims of") || !strings.Contains(text, "interrupted: ") {
		t.Errorf("a finding of two that is unfinished: %s", text)
	}
	if one := printed(t, found[:1], report.Text); strings.Contains(one, "claims of") {
		t.Errorf("a single finding needs no summary: %s", one)
	}
}
