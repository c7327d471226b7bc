package figure_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
)

func TestPoliciesLookDifferent(t *testing.T) {
	seen := map[figure.Style]string{}
	for name, style := range figure.PolicyStyles() {
		if !slices.ContainsFunc(balance.Policies(), func(s balance.Spec) bool { return s.Name == name }) {
			t.Errorf("%s is in the table, and is no policy", name)
		}
		if other, ok := seen[style]; ok {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[style] = name
	}
	for _, rivals := range []string{
		"adaptive steal plb lade liquid-c5 none ideal",
		"liquid-c5 liquid-c4 liquid-c3 liquid-c2 liquid-c1 liquid-c0",
		"lade dn an an-2 dnr",
		"diffusion second-order nna-sync nna-async adf alpha-splitting dimension-exchange",
		"steal steal-half random-polling round-robin global-round-robin",
		"lifeline near-steal level-steal cluster-steal",
		"gradient cwn acwn rid drafting bidding",
		"hbm multilevel flow local-change",
		"threshold-sender threshold-receiver threshold-shortest threshold-symmetric",
		"matching edge-colours optimal",
	} {
		colours := map[int]string{}
		for _, style := range figure.Styles(strings.Fields(rivals)) {
			if colours[style.Colour] != "" {
				t.Errorf("two of %s have one colour", rivals)
			}
			colours[style.Colour] = "taken"
		}
	}
}

// A policy looks the same whichever others are in a picture.
func TestStylesAreThoseOfTheName(t *testing.T) {
	table := figure.PolicyStyles()
	script := figure.Styles([]string{"./mine.star"})[0]
	if script.Colour < len(figure.PolicyColours())-2 {
		t.Errorf("a script has the colour %d, which is no spare one", script.Colour)
	}
	got := figure.Styles([]string{"steal", "adaptive:radius=2", "lib/mine.star:pause=2", "steal:pause=1s", "adaptive"})
	want := []figure.Style{table["steal"], table["adaptive"], script, table["steal"], table["adaptive"]}
	want[3].Dash = (want[3].Dash + 1) % len(figure.PolicyDashes())
	want[4].Dash = (want[4].Dash + 1) % len(figure.PolicyDashes())
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// A script that is named after a policy is another one. Scripts differ in colour first, and always in something.
	scripts := figure.Styles([]string{"steal.star", "a.star", "b.star", "c.star", "d.star"})
	if scripts[0] == table["steal"] || scripts[0].Colour == scripts[1].Colour {
		t.Errorf("scripts look like %v", scripts)
	}
	for i, style := range scripts {
		if slices.Contains(scripts[:i], style) {
			t.Errorf("two scripts look the same: %v", scripts)
		}
	}
}

func TestChartDrawsPoliciesInTheirColours(t *testing.T) {
	points := []figure.Point{{X: 1, Y: 1}, {X: 2, Y: 2}}
	chart := figure.Chart{Title: "Race", X: figure.Axis{Label: "x"}, Y: figure.Axis{Label: "y"}}
	for _, name := range []string{"none", "steal", "mine.star"} {
		chart.Series = append(chart.Series, figure.Series{Name: name, Policy: name, Points: points, Show: figure.Lines})
	}
	svg := string(drawn(t, chart))
	for _, style := range figure.Styles([]string{"none", "steal", "mine.star"}) {
		c := figure.PolicyColours()[style.Colour]
		line := fmt.Sprintf(`stroke="#%02x%02x%02x" stroke-width="2"`, c.R, c.G, c.B)
		if dash := figure.PolicyDashes()[style.Dash]; len(dash) > 0 {
			line += ` stroke-dasharray="` + strings.Trim(fmt.Sprint(dash), "[]") + `"`
		}
		if got := strings.Count(svg, line); got != 2 { // the curve, and the line beside its name
			t.Errorf("%d lines with %s, want 2", got, line)
		}
	}
	chart.Series[1].Group = "a tree" // whose pattern is solid
	if svg := string(drawn(t, chart)); !strings.Contains(svg, `stroke="#c93f92" stroke-width="2"/>`) {
		t.Error("a group does not choose the pattern of lines")
	}
}
