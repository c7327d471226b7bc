//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"transat/cmd/transat/internal/web/bundle/bundletest"
	"transat/cmd/transat/internal/web/site"
)

// views are rooms as they are when they show something, each with what to wait for.
func views() map[string]string {
	return map[string]string{
		"#race?tree=php-5-4&grid=2x2&policy=steal,plb":                              `.player canvas`,
		"#level?topology=ring&grid=8&policy=liquid-c5,nna-sync":                     `.level-stages[data-ready]`,
		"#tree?tree=php-5-4&grid=2x2&policy=steal":                                  `canvas`,
		"#explain?tree=php-5-4&grid=2x2&policy=steal,none,lade&depth=quick&seeds=1": `[data-test=explained][data-report]`,
		"#tours":       `.contents a`,
		"#tours/which": `article table`,
		"#exercises/1": `figure.race .player canvas`,
		"#exercises/6": `article pre`,
		"#about":       `h1`,
		"#cluster":     `.squares`,
	}
}

// nameOf is what a test of a view is called.
func nameOf(view string) string { return path.Base(strings.TrimLeft(strings.Split(view, "?")[0], "#")) }

// Whatever can be reached with the keyboard is seen to have the focus and has a name, comes in the order of the page, and has a
// table or words beside it if it is a picture; what scrolls can be reached. Headings leave out no level, headers have words, and no two
// landmarks have one name.
func TestKeyboardAndNames(t *testing.T) {
	for view, there := range views() {
		t.Run(nameOf(view), func(t *testing.T) {
			page := open(t, view)
			page.until(`document.querySelector("` + strings.ReplaceAll(there, `"`, `\"`) + `")`)
			page.do(chromedp.EmulateViewport(390, 844))
			wrong := js[[]string](page, `(() => {
				for (const d of document.querySelectorAll("details")) d.open = true;
				const wrong = [], seen = (e) => e.checkVisibility();
				const say = (e, what) => wrong.push(what + ": " + e.outerHTML.slice(0, 160));
				const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
				for (const e of all("a[href], button, input, select, textarea, summary, [tabindex]")) {
					if (e.disabled || e.tabIndex < 0) continue;
					if (e.tabIndex > 0) say(e, "out of the page's order");
					const label = e.getAttribute("aria-label");
					const name = label || (e.labels && [...e.labels].map((l) => l.textContent).join(" ")) || e.textContent || e.title;
					if (!name || !name.trim()) say(e, "no name");
					const shown = e.tagName === "BUTTON" && /\p{L}/u.test(e.innerText) ? e.innerText.trim() : "";
					if (label && !label.includes(shown)) say(e, "another name than it shows");
					e.focus({ focusVisible: true, preventScroll: true });
					if (document.activeElement !== e) { say(e, "takes no focus"); continue; }
					const around = e.closest(".frame") ?? e, style = getComputedStyle(around);
					if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) say(e, "the focus is not seen");
				}
				for (const e of all("canvas, img, svg")) {
					const words = e.getAttribute("alt") ?? (e.getAttribute("aria-label") || null);
					if (words === null && !e.closest("[aria-hidden=true]")) say(e, "a picture without words");
				}
				const pictures = document.querySelector(".player:not(.compact) canvas, .level-stages canvas");
				if (pictures && !document.querySelector("table")) wrong.push("no table");
				for (const e of all("main *")) {
					if (e.scrollWidth <= e.clientWidth + 1 || !/auto|scroll/.test(getComputedStyle(e).overflowX)) continue;
					const reached = e.tabIndex >= 0 || [...e.querySelectorAll("[tabindex], a, button, input")].some(seen);
					if (!reached) say(e, "scrolls, and not by keys");
				}
				let level = 0;
				for (const e of all("h1, h2, h3, h4, h5, h6")) {
					if (Number(e.tagName[1]) > level + 1) say(e, "a level of headings is left out");
					level = Number(e.tagName[1]);
				}
				for (const e of all("th")) if (!e.textContent.trim()) say(e, "a header without words");
				const names = all("nav, form, [role=region], section[aria-label]").map((e) => e.getAttribute("aria-label"));
				for (const name of names) if (names.indexOf(name) !== names.lastIndexOf(name)) wrong.push("two landmarks are called " + name);
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
	page.media("prefers-reduced-motion", "reduce")
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
	// Who asks for it, be it with the space bar, sees one picture a second.
	times := js[[]float64](page, `new Promise((done) => {
		const clock = () => document.querySelector(".player").dataset.t, times = [];
		let before = clock();
		const next = (now) => {
			if (clock() !== before) times.push(now);
			before = clock();
			if (times.length === 3) done(times); else requestAnimationFrame(next);
		};
		document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }));
		requestAnimationFrame(next);
	})`)
	for i, now := range times[1:] {
		if now-times[i] < 900 {
			t.Errorf("the picture changes at %v ms, want a second between two", times)
		}
	}
}

// In the other rooms, too, who asks for it sees one picture a second.
func TestReducedMotionInOtherRooms(t *testing.T) {
	page := open(t, "#about")
	page.media("prefers-reduced-motion", "reduce")
	for _, room := range []struct{ address, ready, shown string }{
		{
			"level?topology=ring&grid=8&policy=nna-sync&until=never", ".level-stages[data-ready]",
			`document.querySelector(".level-stages").dataset.step`,
		},
		{
			"tree?tree=100-430-3/2&grid=2x2&policy=steal", `[data-test="tree-canvas"][data-ready]`,
			`document.querySelector('[data-test="seek"]').value`,
		},
	} {
		js[chromedp.Void](page, fmt.Sprintf("(() => { location.hash = %q; return null; })()", room.address))
		page.until(fmt.Sprintf("document.querySelector(%q)", room.ready))
		times := js[[]float64](page, fmt.Sprintf(`new Promise((done) => {
			const shown = () => %s, times = [];
			let before;
			const next = (now) => {
				if (before !== undefined && shown() !== before) times.push(now);
				before = shown();
				if (times.length === 3) done(times); else requestAnimationFrame(next);
			};
			document.querySelector('[data-test="play"]').click();
			requestAnimationFrame(() => requestAnimationFrame(next)); // after the one that shows where it begins
		})`, room.shown))
		for i, now := range times[1:] {
			if now-times[i] < 900 {
				t.Errorf("%s: the picture changes at %v ms, want a second between two", room.address, times)
			}
		}
	}
}

// A page in a folder says how to serve it when it is opened from the disk, where it cannot run. Where it runs, it does not.
func TestPageFromDisk(t *testing.T) {
	page := open(t, "#about")
	page.see("h1", "About")
	if js[bool](page, `Boolean(document.querySelector(".late"))`) {
		t.Error("a page that runs says that it does not")
	}
	folder := t.TempDir()
	whole, err := site.New(site.FS, bundletest.Engine(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Write(t.Context(), folder, nil, nil, false); err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(folder, "index.html"))}).String()
	ctx, cancel := chromedp.NewContext(theBrowser(t).ctx)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	disk := &tab{TB: t, ctx: ctx, cancel: cancel, base: address} // its console says what the page does
	disk.do(chromedp.Navigate(address))
	disk.until(`document.querySelector(".late").checkVisibility({ visibilityProperty: true })`)
	disk.see(".late", "python3 -m http.server")
}
