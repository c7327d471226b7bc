package site

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"transat/cmd/transat/internal/figure"
)

// Text meets contrast AA (4.5) on all that it stands on, and what is no text but must be seen (3), in both themes.
func TestContrast(t *testing.T) {
	style, err := FS.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	light := tokens(t, string(style), ":root {")
	dark := tokens(t, string(style), `:root[data-theme="dark"] {`)
	for name, theme := range map[string]map[string]string{"light": light, "dark": dark} {
		check := func(least float64, over []string, fronts ...string) {
			for _, back := range over {
				for _, front := range fronts {
					if c := contrast(t, theme[front], theme[back]); c < least {
						t.Errorf("%s: %s (%s) on %s (%s) has contrast %.2f, want %.1f", name, front, theme[front], back, theme[back], c, least)
					}
				}
			}
		}
		check(4.5, []string{"paper", "panel", "sunk"}, "ink", "soft", "accent", "bad", "good", "idle-ink")
		check(4.5, []string{"bad"}, "panel") // the number of a line with a mistake
		check(4.5, []string{"accent-soft"}, "accent", "soft")
		theme["primary-hover"] = mixed(t, theme["accent"], theme["ink"], 0.86)
		check(4.5, []string{"primary-hover"}, "accent-ink")
		check(3, []string{"sunk", "accent-soft", "bad-soft"}, "accent") // the ring of what has the focus
		check(4.5, []string{"accent"}, "accent-ink")
		check(4.5, []string{"bad-soft"}, "bad")
		check(4.5, []string{"accent-soft"}, "ink")
		check(3, []string{"paper", "panel"}, "strong-line", "idle")
		for i := range figure.PolicyColours() {
			check(3, []string{"paper", "panel", "sunk"}, fmt.Sprint("series-", i))
		}
		// The scale of load goes one way, so that it can be read without colours.
		for i := range 4 {
			a, b := luminance(t, theme[fmt.Sprintf("load-%d", i)]), luminance(t, theme[fmt.Sprintf("load-%d", i+1)])
			if (name == "light") != (b < a) {
				t.Errorf("%s: load-%d and load-%d are in the wrong order", name, i, i+1)
			}
		}
	}
}

// Before the page's scripts run, or where they do not, a dark page has the colours that its words need.
func TestDarkWithoutScripts(t *testing.T) {
	style, err := FS.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	dark := tokens(t, string(style), `:root[data-theme="dark"] {`)
	without := tokens(t, string(style), `:root:not([data-theme]) {`)
	for _, name := range []string{"paper", "ink", "soft", "line", "accent-soft"} {
		if without[name] == "" || without[name] != dark[name] {
			t.Errorf("%s is %q, and %q once scripts have run", name, without[name], dark[name])
		}
	}
}

// tokens are the colours of a block of the style sheet.
func tokens(t *testing.T, style, begin string) map[string]string {
	t.Helper()
	_, block, ok := strings.Cut(style, begin)
	if !ok {
		t.Fatalf("style.css has no %s", begin)
	}
	block, _, _ = strings.Cut(block, "}")
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`--([\w-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(block, -1) {
		all[m[1]] = m[2]
	}
	return all
}

// mixed is color-mix(in srgb, a SHARE, b).
func mixed(t *testing.T, a, b string, share float64) string {
	t.Helper()
	text := "#"
	for i := range 3 {
		x, errA := strconv.ParseUint(a[1+2*i:3+2*i], 16, 8)
		y, errB := strconv.ParseUint(b[1+2*i:3+2*i], 16, 8)
		if errA != nil || errB != nil {
			t.Fatalf("%s and %s: no colours", a, b)
		}
		text += fmt.Sprintf("%02x", int(math.Round(share*float64(x)+(1-share)*float64(y))))
	}
	return text
}

// contrast is that of WCAG 2: from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	high, low := luminance(t, a), luminance(t, b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	if len(colour) != 7 {
		t.Fatalf("%q is no colour", colour)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		sum += weight * linear(float64(c)/255)
	}
	return sum
}

// linear is how much light a part of a colour is, from 0 to 1.
func linear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
