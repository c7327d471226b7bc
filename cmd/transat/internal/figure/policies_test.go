package figure_test

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
)

func TestPoliciesLookDifferent(t *testing.T) {
	seen := map[figure.Look]string{}
	for name, look := range figure.PolicyLooks() {
		if !slices.ContainsFunc(balance.Policies(), func(s balance.Spec) bool { return s.Name == name }) {
			t.Errorf("%s is in the table, and is no policy", name)
		}
		if other, ok := seen[look]; ok {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[look] = name
	}
	for _, rivals := range []string{
		"adaptive steal plb lade liquid-c5 none ideal",
		"liquid-c5 liquid-c4 liquid-c3 liquid-c2 liquid-c1 liquid-c0",
		"lade dn an an-2 dnr",
		"diffusion second-order nna-sync nna-async adf alpha-splitting dimension-exchange",
		"steal steal-half random-polling round-robin global-round-robin",
	} {
		colours := map[int]string{}
		for _, look := range figure.Looks(strings.Fields(rivals)) {
			if colours[look.Colour] != "" {
				t.Errorf("two of %s have one colour", rivals)
			}
			colours[look.Colour] = "taken"
		}
	}
}

// A policy looks the same whichever others are in a picture.
func TestLooksAreThoseOfTheName(t *testing.T) {
	table := figure.PolicyLooks()
	script := figure.Looks([]string{"./mine.star"})[0]
	if script.Colour < len(figure.PolicyColours())-2 {
		t.Errorf("a script has the colour %d, which is no spare one", script.Colour)
	}
	got := figure.Looks([]string{"steal", "adaptive:radius=2", "lib/mine.star:pause=2", "steal:pause=1s", "adaptive"})
	want := []figure.Look{table["steal"], table["adaptive"], script, table["steal"], table["adaptive"]}
	want[3].Dash = (want[3].Dash + 1) % len(figure.PolicyDashes())
	want[4].Dash = (want[4].Dash + 1) % len(figure.PolicyDashes())
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// A script that is named after a policy is another one. Scripts differ in colour first, and always in something.
	scripts := figure.Looks([]string{"steal.star", "a.star", "b.star", "c.star", "d.star"})
	if scripts[0] == table["steal"] || scripts[0].Colour == scripts[1].Colour {
		t.Errorf("scripts look like %v", scripts)
	}
	for i, look := range scripts {
		if slices.Contains(scripts[:i], look) {
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
	for _, look := range figure.Looks([]string{"none", "steal", "mine.star"}) {
		c := figure.PolicyColours()[look.Colour]
		line := fmt.Sprintf(`stroke="#%02x%02x%02x" stroke-width="2"`, c.R, c.G, c.B)
		if dash := figure.PolicyDashes()[look.Dash]; len(dash) > 0 {
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

// Colours of policies can be seen on white, are not the colour of no work, and can be told apart with every kind of colour vision: by
// the transformations of Machado, Oliveira and Fernandes (2009) for no red, no green and no blue cones, and the distance of CIE 1976.
func TestPolicyColoursForEveryVision(t *testing.T) {
	const least = 10 // about four times what is just noticed side by side
	eyes := map[string][3][3]float64{
		"usual":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	}
	all := figure.PolicyColours()
	for i, a := range all {
		if contrast := 1.05 / (linear(a)[0]*0.2126 + linear(a)[1]*0.7152 + linear(a)[2]*0.0722 + 0.05); contrast < 3 {
			t.Errorf("colour %d has contrast %.2f on white, want 3", i, contrast)
		}
		if hue := math.Mod(math.Atan2(lab(linear(a))[2], lab(linear(a))[1])*180/math.Pi+360, 360); hue > 20 && hue < 80 && int(a.R)-int(a.B) > 60 {
			t.Errorf("colour %d is orange", i)
		}
		for j, b := range all[:i] {
			for eye, m := range eyes {
				if d := distance(lab(seen(m, linear(a))), lab(seen(m, linear(b)))); d < least {
					t.Errorf("%s: colours %d and %d are %.1f apart, want %d", eye, j, i, d, least)
				}
			}
		}
	}
}

func linear(c color.RGBA) (l [3]float64) {
	for i, v := range []uint8{c.R, c.G, c.B} {
		if x := float64(v) / 255; x <= 0.04045 {
			l[i] = x / 12.92
		} else {
			l[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return l
}

func seen(m [3][3]float64, l [3]float64) (s [3]float64) {
	for i := range s {
		s[i] = min(1, max(0, m[i][0]*l[0]+m[i][1]*l[1]+m[i][2]*l[2]))
	}
	return s
}

// lab is CIE L*a*b* under D65.
func lab(l [3]float64) [3]float64 {
	f := func(x float64) float64 {
		if x > 0.008856 {
			return math.Cbrt(x)
		}
		return 7.787*x + 16.0/116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.9505)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 { return math.Sqrt(sq(a[0]-b[0]) + sq(a[1]-b[1]) + sq(a[2]-b[2])) }

func sq(x float64) float64 { return x * x }
