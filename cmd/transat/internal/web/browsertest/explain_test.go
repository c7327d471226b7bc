//go:build !js && !wasip1

package browsertest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"transat/cmd/transat/internal/explain"
)

// The room explains what its link asks for, and its words are those of the engine's report.
func TestExplainSaysWhy(t *testing.T) {
	page := open(t, "#explain?tree=php-5-4&grid=4x4&policy=steal,lade&seeds=2")
	page.until(`document.querySelector('[data-test=explained]')?.dataset.report !== undefined`)
	var report explain.Explanation
	if err := json.Unmarshal([]byte(js[string](page, `document.querySelector('[data-test=explained]').dataset.report`)), &report); err != nil {
		t.Fatal(err)
	}
	if report.Seeds != 2 || len(report.Pairs) != 1 || report.Pairs[0].Second.Policy != "lade" {
		t.Fatalf("%+v", report)
	}
	text := js[string](page, `document.querySelector('[data-test=explained]').textContent`)
	for _, p := range append(report.Pairs[0].Paragraphs, explain.Paragraph{Text: report.Pairs[0].Headline}) {
		if !strings.Contains(text, p.Text) {
			t.Errorf("the page does not say %q", p.Text)
		}
	}
	if rows := js[int](page, `document.querySelectorAll('[data-test=parts] tbody tr').length`); rows < 5 {
		t.Errorf("the table of parts has %d rows", rows)
	}
	if line := js[string](page, `document.querySelector('[data-test=command]').textContent`); line != "transat explain php-5-4 "+
		"--grid=4x4 --policy=steal,lade --seeds=2" {
		t.Errorf("the command line is %q", line)
	}
	page.until(`document.querySelector('[data-test=race]').getAttribute('href').startsWith('#race?')`)
}

func TestExplainSaysWhatIsWrong(t *testing.T) {
	page := open(t, "#explain?tree=php-5-4&grid=4x4&policy=steal,steel")
	page.until(`document.querySelector('[data-test=problems]')?.textContent.includes('steal')`)
}

// As with the command, the first policy is compared with each of the others; a race has a link to the same.
func TestExplainTakesUpToFourPolicies(t *testing.T) {
	page := open(t, "#explain?tree=php-5-4&grid=2x2&policy=steal,lade,none,plb,liquid-c5&seeds=1&depth=quick")
	page.until(`document.querySelector('[data-test=explained]')?.dataset.report !== undefined`)
	page.see(".notice", "without liquid-c5")
	if got, want := js[string](page, `JSON.parse(document.querySelector('[data-test=explained]').dataset.report).pairs.map((p) => p.first.policy + " " + p.second.policy).join()`),
		"steal lade,steal none,steal plb"; got != want {
		t.Errorf("the pairs are %s, want %s", got, want)
	}
	if n := js[int](page, `document.querySelectorAll('[data-test=headline]').length`); n != 3 {
		t.Errorf("%d headlines, want 3", n)
	}
	page.click(`[aria-label="Without none"]`)
	page.see(`[data-test=command]`, "--policy=steal,lade,plb ")
}

// On a phone tables scroll in their own boxes, with all that they hide, and the page is no wider than the screen.
func TestExplainOnAPhone(t *testing.T) {
	page := open(t, "#explain?tree=php-5-4&grid=4x4&policy=steal,lade&seeds=2&depth=quick")
	page.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	page.until(`document.querySelector('[data-test=explained]')?.dataset.report !== undefined`)
	if wide := js[float64](page, "Math.max(innerWidth, document.documentElement.scrollWidth)"); wide > 390 {
		t.Errorf("the page is %v pixels wide, want 390", wide)
	}
}

// A formula that no link holds is explained, and that the link leaves it out is said.
func TestExplainSaysWhatALinkLeavesOut(t *testing.T) {
	page := open(t, "#about")
	page.until(`document.querySelector('h1')`)
	js[string](page, `(async () => {
		const { encode } = await import("transat/link.js");
		const cnf = "c " + "long ".repeat(70000) + "\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
		location.hash = await encode("explain", { tree: "long.cnf", grid: "2x2", policy: "steal,none", seeds: "1", depth: "quick", cnf: { text: cnf } });
		return "";
	})()`)
	page.see("article .notice", "leave the formula out")
	page.until(`!location.hash.includes("z=")`)
}
