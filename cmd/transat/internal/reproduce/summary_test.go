package reproduce

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/report"
)

func TestSeveralFindingsBeginWithASummary(t *testing.T) {
	found := results(t, &Plan{Items: []Item{sums("a/means"), sums("b/means")}, Seed: 7, Threads: 1})
	for _, tc := range []struct {
		format report.Format
		begin  string
	}{
		{report.Text, `
 claims of                       ✓ hold  ◐ in a range  ✗ do not hold
─────────────────────────────────────────────────────────────────────
 a/means                              2             1              1
 b/means                              2             1              1
 all                                  4             2              2
 all: what the paper says             0             2              2
 all: what we read in the paper       2             0              0
 all: our own checks                  2             0              0


a/means  means of random numbers
`},
		{report.Markdown, `
## Summary

| claims of                      | ✓ hold | ◐ in a range | ✗ do not hold |
|:-------------------------------|-------:|-------------:|--------------:|
| a/means                        |      2 |            1 |             1 |
| b/means                        |      2 |            1 |             1 |
| all                            |      4 |            2 |             2 |
| all: what the paper says       |      0 |            2 |             2 |
| all: what we read in the paper |      2 |            0 |             0 |
| all: our own checks            |      2 |            0 |             0 |

## a/means: means of random numbers
`},
	} {
		if got := "\n" + printed(t, found, tc.format); !strings.HasPrefix(got, tc.begin) {
			t.Errorf("%s, -want +got:\n%s", tc.format, cmp.Diff(tc.begin, got))
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

// A size that is smaller than the papers' judges nothing, whatever came out.
func TestTheQuickSizeGivesNoVerdict(t *testing.T) {
	found := results(t, &Plan{Items: []Item{sums("a/means"), sums("b/means")}, Quick: true, Seed: 7, Threads: 1})
	text := printed(t, found, report.Text)
	for _, mark := range []string{"✓", "◐", "✗", "holds", "does not hold"} {
		if strings.Contains(text, mark) {
			t.Errorf("%s in\n%s", mark, text)
		}
	}
	const begin = `
 claims of                       – not judged
──────────────────────────────────────────────
 a/means                                    4
`
	if !strings.HasPrefix("\n"+text, begin) || strings.Count(text, "not judged at this size") != 8 ||
		!strings.Contains(text, "without --quick, all is judged") {
		t.Error(text)
	}
	if data := printed(t, found, report.JSON); strings.Contains(data, `"holds":true`) || strings.Contains(data, `"holds":false`) {
		t.Error(data)
	}
}
