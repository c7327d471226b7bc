package replay

import (
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/recording/recordingtest"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/treecache"
)

// found is an experiment with a table, a picture and two claims, in whose texts there is markup.
func found(t *testing.T) reproduce.ItemResults {
	t.Helper()
	type row struct{ ours, paper float64 }
	columns := []report.Column[row]{
		report.Number("ours", "ours", 1, func(r row) float64 { return r.ours }),
		report.Number("paper", "the paper", 1, func(r row) float64 { return r.paper }),
	}
	f := reproduce.ItemResult{
		Item: reproduce.Item{Name: "none/such", Title: "a table of <two> numbers", Source: "A. Author, §1"},
		Result: &reproduce.Result{
			Setup: []string{"sizes & units"},
			Tables: []report.Sheet{
				report.NewSheet("numbers", "Ours beside the paper’s", columns, []row{{12.5, 13.25}}, "how to read it"),
				report.NewSheet("more", "", columns, []row{{1, 2}}),
			},
			Claims: []reproduce.Claim{
				{
					Kind: reproduce.Stated, Section: "§1", Text: "it is <so>", Bound: reproduce.Ours("a bound"), Verdict: reproduce.Holds,
					Note: "12.5",
				},
				{
					Kind: reproduce.Check, Section: "§2", Text: "it is more", Bound: reproduce.Ours("12"), Verdict: reproduce.DoesNotHold,
					Note: "it is less",
				},
			},
			Figures: []reproduce.Figure{{Picture: figure.Chart{
				Title: "Two numbers", X: figure.Axis{Label: "x", To: 1}, Y: figure.Axis{Label: "y", To: 1},
				Series: []figure.Series{{Name: "one", Points: []figure.Point{{X: 0, Y: 0}, {X: 1, Y: 1}}}},
			}}},
		},
		Seed: 7,
	}
	if err := f.Save(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return reproduce.ItemResults{f}
}

func TestAReportHasAllThatWasFound(t *testing.T) {
	all := found(t)
	var b strings.Builder
	if err := (Report{Found: all, Command: "transat reproduce <none>"}).Write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		`<h2><span class="name">none/such</span>A table of &lt;two&gt; numbers</h2>`, "A. Author, §1", "sizes &amp; units", "full size, seed 7",
		"Ours beside the paper’s", `<td class="number">12.5</td><td class="number">13.2</td>`, "how to read it",
		`<span class="mark good" aria-hidden="true">✓</span><b>§1</b> it is &lt;so&gt; (bound, ours: a bound) <span class="said">holds: 12.5</span>`,
		`<span class="mark bad" aria-hidden="true">✗</span><b>§2</b> it is more (bound, ours: 12) <span class="said">does not hold: it is less</span>`,
		`alt="Two numbers"`, "transat reproduce none/such --seed=7", "transat reproduce &lt;none&gt;", `href="#none-such"`, `id="none-such"`,
		`<b class="good">1</b>`, `<b class="bad">1</b>`, `aria-label="1 hold, 1 do not hold"`, `title="§1: it is &lt;so&gt; (holds)"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	regions := regexp.MustCompile(`role="region" aria-label="([^"]*)"`).FindAllStringSubmatch(page, -1)
	seen := map[string]bool{}
	for _, region := range regions {
		if seen[region[1]] {
			t.Errorf("two regions are called %q", region[1])
		}
		seen[region[1]] = true
	}
	if len(regions) < 3 {
		t.Errorf("%d regions, want two tables and a picture", len(regions))
	}
	for _, name := range all[0].Pictures {
		if strings.HasSuffix(name, ".svg") {
			picture, err := os.ReadFile(name)
			if err != nil || !strings.Contains(page, base64.StdEncoding.EncodeToString(picture)) {
				t.Errorf("the picture %s is not in the page: %v", name, err)
			}
		}
	}
}

// A report plays the runs of the papers that are in it, each as the rows beside it say.
func TestReplaysOfThePapersInTheReport(t *testing.T) {
	for _, tc := range []struct {
		items []string
		want  string
	}{
		{[]string{"plb/table2", "liquid/fig5", "diffusive/fig1", "adf/table1"}, "replay-plb replay-lade replay-liquid replay-dynamic"},
		{[]string{"physical/mu"}, "replay-dynamic"},
		{[]string{"none/such"}, ""},
	} {
		var names []string
		for _, s := range scenes() {
			var items []reproduce.Item
			for _, name := range tc.items {
				items = append(items, reproduce.Item{Name: name})
			}
			if s.about(items) {
				names = append(names, s.name)
			}
		}
		if got := strings.Join(names, " "); got != tc.want {
			t.Errorf("of %v, the report plays %q, want %q", tc.items, got, tc.want)
		}
	}
	if testing.Short() {
		return
	}
	all, err := Replays(t.Context(), []reproduce.Item{{Name: "plb/table4"}}, true, 3, 2, &treecache.Store{Rule: "lex", Warn: func(string) {}})
	if err != nil || len(all) != 2 {
		t.Fatalf("%d replays: %v", len(all), err)
	}
	for i, run := range all[1].Runs {
		f := recordingtest.Header(t, run.Recording)
		want := scenes()[1].runs[i]
		if f.Policy != want[0] || f.Topology.Kind != want[1] || f.Seed != 3 || !strings.Contains(string(run.Row), `"topology": "`+want[1]+`"`) {
			t.Errorf("run %d is %s on a %s with seed %d, want %v; its row is %s", i, f.Policy, f.Topology.Kind, f.Seed, want, run.Row)
		}
		if !strings.Contains(all[1].Commands[i], "--topology="+want[1]+" --seed=3") {
			t.Errorf("the command is %s", all[1].Commands[i])
		}
	}
}
