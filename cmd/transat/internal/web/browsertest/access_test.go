//go:build !js && !wasip1

package browsertest

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// views are rooms as they are when they show something, each with what to wait for.
func views() map[string]string {
	return map[string]string{
		"#race?tree=php-5-4&grid=2x2&policy=steal,plb":                         `.player canvas`,
		"#level?topology=ring&grid=8&policy=liquid-c5,nna-sync":                `.level-stages[data-ready]`,
		"#tree?tree=php-5-4&grid=2x2&policy=steal":                             `canvas`,
		"#explain?tree=php-5-4&grid=2x2&policy=steal,none&depth=quick&seeds=1": `[data-test=explained][data-report]`,
		"#tours":       `.contents a`,
		"#exercises/1": `figure.race .player canvas`,
		"#about":       `h1`,
		"#cluster":     `.squares`,
	}
}

// Whatever can be reached with the keyboard is seen to have the focus and has a name, comes in the order of the page, and has a
// table or words beside it if it is a picture.
func TestKeyboardAndNames(t *testing.T) {
	for view, there := range views() {
		t.Run(strings.TrimLeft(strings.Split(view, "?")[0], "#"), func(t *testing.T) {
			page := open(t, view)
			page.until(`document.querySelector("` + strings.ReplaceAll(there, `"`, `\"`) + `")`)
			wrong := js[[]string](page, `(() => {
				for (const d of document.querySelectorAll("details")) d.open = true;
				const wrong = [], seen = (e) => e.checkVisibility();
				const say = (e, what) => wrong.push(what + ": " + e.outerHTML.slice(0, 160));
				for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")) {
					if (!seen(e) || e.disabled || e.tabIndex < 0) continue;
					if (e.tabIndex > 0) say(e, "out of the page's order");
					const name = e.getAttribute("aria-label") || (e.labels && [...e.labels].map((l) => l.textContent).join(" ")) || e.textContent || e.title;
					if (!name || !name.trim()) say(e, "no name");
					e.focus({ focusVisible: true, preventScroll: true });
					if (document.activeElement !== e) { say(e, "takes no focus"); continue; }
					const around = e.closest(".frame") ?? e, style = getComputedStyle(around);
					if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) say(e, "the focus is not seen");
				}
				for (const e of document.querySelectorAll("canvas, img, svg")) {
					if (seen(e) && !e.closest("[aria-hidden=true]") && e.getAttribute("alt") === null && !e.getAttribute("aria-label")) say(e, "a picture without words");
				}
				if (document.querySelector(".player:not(.compact) canvas, .level-stages canvas") && !document.querySelector("table")) wrong.push("no table");
				return wrong;
			})()`)
			for _, w := range wrong {
				t.Error(w)
			}
		})
	}
}

// Who asks for less motion gets none until they ask for it.
func TestReducedMotion(t *testing.T) {
	page := open(t, "#about")
	page.do(chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
	js[chromedp.Void](page, `(() => { location.hash = "#race?tree=php-5-4&grid=2x2&policy=steal"; return null; })()`)
	ready(page)
	page.untilClock(">=", 0) // it has been drawn
	before := js[float64](page, clock)
	js[chromedp.Void](
		page, `new Promise((done) => { let n = 0; const next = () => ++n === 10 ? done(null) : requestAnimationFrame(next); next(); })`,
	)
	if after := js[float64](page, clock); after != before || before == 0 {
		t.Errorf("the clock goes from %v to %v by itself, want a moment in the middle that stands", before, after)
	}
	page.click(test("play"))
	page.untilClock(">", before)
}
