package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/figure"
)

// The page's table of the policies' styles is that of package figure.
func TestPolicyStylesAreTheTable(t *testing.T) {
	const name = "policy-styles.js"
	var want bytes.Buffer
	want.WriteString(
		`// policy-styles.js is written by go test ./cmd/transat/internal/web/site -update, from the table of package figure, which the command's
// pictures have, too. A policy has the number of its colour, --series-0 and so on in style.css, and of its pattern of lines.

`,
	)
	known := 0
	for _, style := range figure.PolicyStyles() {
		known = max(known, style.Colour+1)
	}
	for _, entry := range []struct {
		name  string
		value any
	}{
		{"colours", len(figure.PolicyColours())},
		{"firstSpare", known},
		{"dashes", figure.PolicyDashes()},
	} {
		text, err := json.Marshal(entry.value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "export const %s = %s;\n", entry.name, text)
	}
	want.WriteString("export const styles = {\n")
	for _, name := range slices.Sorted(maps.Keys(figure.PolicyStyles())) {
		style := figure.PolicyStyles()[name]
		fmt.Fprintf(&want, "  %q: { colour: %d, dash: %d },\n", name, style.Colour, style.Dash)
	}
	want.WriteString("};\n")
	checkWritten(t, name, want.Bytes())
}

// Colours are chosen by the policy, nowhere by its place in a list.
func TestColoursAreThoseOfPolicies(t *testing.T) {
	class := regexp.MustCompile(`series-\$\{([^}]*)\}`)
	found := 0
	walk(t, func(name, text string) {
		if name == "colours.js" { // which reads the tokens of all colours
			return
		}
		for _, m := range class.FindAllStringSubmatch(text, -1) {
			found++
			if !strings.HasSuffix(m[1], "colour") {
				t.Errorf("%s has %s; the number is that of the policy's style, see stylesOf in colours.js", name, m[0])
			}
		}
	})
	if found < 8 {
		t.Errorf("%d classes found, want more: does the pattern still fit?", found)
	}
}

// The page chooses styles as package figure does, spare ones and those of a policy that is there twice among them.
func TestPageChoosesStylesAsPicturesDo(t *testing.T) {
	races := [][]string{
		{"adaptive", "steal", "plb", "lade", "liquid-c5", "none"},
		{"plb:gamma=0.6", "plb", "plb:gamma=0.7", "./plb.star", "liquid-c0", "plb:gamma=0.8"},
		{"mine.star", "steal.star", "lib/steal.star:pause=1", "é.star", "a.star", "b.star"},
		{"constructor", "toString", ""},
	}
	for i := range 40 {
		races = append(races, []string{fmt.Sprintf("my-%d.star", i), fmt.Sprintf("new-policy-%d:x=2", i), "steal"})
	}
	asked, err := json.Marshal(races)
	if err != nil {
		t.Fatal(err)
	}
	var got, want [][]figure.Style
	const script = `import { stylesOf } from "transat/colours.js"; console.log(JSON.stringify(RACES.map((r) => stylesOf(r))));`
	runModule(t, strings.Replace(script, "RACES", string(asked), 1), &got)
	for _, race := range races {
		want = append(want, figure.Styles(race))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-picture +page:\n%s", diff)
	}
}

// Colours of policies are those of pictures on light paper. In both themes none is the orange of no work, and they can be told apart with
// every kind of colour vision: by the transformations of Machado, Oliveira and Fernandes (2009) for no red, no green and no blue cones,
// and the distance of CIE 1976.
func TestPolicyColoursForEveryVision(t *testing.T) {
	const least = 10 // about four times what is just noticed side by side
	eyes := map[string][3][3]float64{
		"usual":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	}
	style, err := FS.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	light := tokens(t, string(style), ":root {")
	dark := tokens(t, string(style), `:root[data-theme="dark"] {`)
	for i, c := range figure.PolicyColours() {
		name := fmt.Sprint("series-", i)
		if want := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B); light[name] != want {
			t.Errorf("%s is %s on the page, %s in pictures", name, light[name], want)
		}
		for theme, all := range map[string]map[string]string{"light": light, "dark": dark} {
			if isOrange(t, all[name]) {
				t.Errorf("%s: %s is orange", theme, name)
			}
			for j := range i {
				other := fmt.Sprint("series-", j)
				for eye, m := range eyes {
					if d := distance(seen(t, m, all[name]), seen(t, m, all[other])); d < least {
						t.Errorf("%s, %s: %s and %s are %.1f apart, want %d", theme, eye, name, other, d, least)
					}
				}
			}
		}
	}
}

// Orange means no work, and in the room of the tree no processor has that colour: on grids of all sizes, in both themes.
func TestNoProcessorOfTheTreeIsOrange(t *testing.T) {
	const script = `import { processorColours } from "transat/tree-stage.js";
const hex = (css) => {
  const [, h, s, l] = /^hsl\((\d+) (\d+)% (\d+)%\)$/.exec(css) ?? [];
  if (h === undefined) return css;
  const a = s / 100 * Math.min(l / 100, 1 - l / 100);
  const part = (n) => { const k = (n + h / 30) % 12; return l / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)); };
  return "#" + [0, 8, 4].map((n) => Math.round(255 * part(n)).toString(16).padStart(2, "0")).join("");
};
const all = [];
for (const panel of ["#ffffff", "#171b1f"])
  for (const sides of [[4, 4], [17], [5, 5], [32, 32]])
    all.push(...processorColours({ procs: sides.reduce((a, b) => a * b), sides }, { panel }).map(hex));
console.log(JSON.stringify(all));`
	var all []string
	runModule(t, script, &all)
	for _, colour := range all {
		if isOrange(t, colour) {
			t.Errorf("a processor is %s", colour)
		}
	}
	if len(all) < 2000 || !isOrange(t, "#e69f00") || !isOrange(t, "#dd5f06") || isOrange(t, "#0a6ab0") {
		t.Errorf("%d colours: the test tells nothing", len(all))
	}
}

// runModule runs a script that imports the page's modules, and reads the JSON that it prints.
func runModule(t *testing.T, text string, to any) {
	t.Helper()
	node, folder := modules(t)
	script := filepath.Join(folder, "script.mjs")
	if err := os.WriteFile(script, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, script).CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if err := json.Unmarshal(out, to); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
}

// isOrange reports whether a colour could be taken for that of no work: its hue lies between red and yellow, and it is no grey.
func isOrange(t *testing.T, colour string) bool {
	t.Helper()
	l := seen(t, [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, colour)
	hue := math.Mod(math.Atan2(l[2], l[1])*180/math.Pi+360, 360)
	return hue > 25 && hue < 85 && math.Hypot(l[1], l[2]) > 25
}

// seen is a colour in CIE L*a*b* under D65, as an eye sees it.
func seen(t *testing.T, eye [3][3]float64, colour string) [3]float64 {
	t.Helper()
	if len(colour) != 7 {
		t.Fatalf("%q is no colour", colour)
	}
	var l, s [3]float64
	for i := range l {
		c, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		l[i] = linear(float64(c) / 255)
	}
	for i := range s {
		s[i] = min(1, max(0, eye[i][0]*l[0]+eye[i][1]*l[1]+eye[i][2]*l[2]))
	}
	f := func(x float64) float64 {
		if x > 0.008856 {
			return math.Cbrt(x)
		}
		return 7.787*x + 16.0/116
	}
	x := f((0.4124*s[0] + 0.3576*s[1] + 0.1805*s[2]) / 0.9505)
	y := f(0.2126*s[0] + 0.7152*s[1] + 0.0722*s[2])
	z := f((0.0193*s[0] + 0.1192*s[1] + 0.9505*s[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
