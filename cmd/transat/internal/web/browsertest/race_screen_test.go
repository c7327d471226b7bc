//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// While a race plays, all numbers are those of the picture: the clock, the table, and what stands over each grid. What stands below the
// grid has no number then, since it stays long enough to be read.
func TestNumbersAreOfOneMoment(t *testing.T) {
	page := open(t, "#race?tree=100-430-3/2&grid=4x4&policy=steal,none")
	ready(page)
	wrong := js[[]string](page, `(async () => {
		const { percent, seconds, time } = await import("transat/numbers.js");
		const { player } = document.querySelector(".player"), wrong = [], frame = () => new Promise(requestAnimationFrame);
		player.speed = player.end / 40e9;
		player.seek(0);
		player.play();
		for (let n = 0; n < 20; n++) {
			await frame();
			if (!player.playing) wrong.push("it does not play");
			const { t } = player, same = (what, is, want) => { if (is !== want) wrong.push(what + " says " + is + ", want " + want); };
			if (!player.clock.textContent.startsWith(time(t).split(/[ .]/)[0])) wrong.push("the clock says " + player.clock.textContent);
			player.shown.forEach((run, i) => {
				const state = run.recording.stateAt(t), cells = document.querySelectorAll("[data-test=table] tbody tr")[i].children;
				same("the table", cells[1].textContent, seconds(t / 1e9));
				same("the table", cells[2].textContent, percent(state.efficiency));
				same("the grid", run.live.textContent, 16 - state.idle + " of 16 at work");
				same("the grid", run.used.textContent, percent(state.efficiency) + " of the machine used so far");
				if (/[0-9] of 16/.test(run.now.textContent)) wrong.push("while it plays, " + run.now.textContent);
			});
		}
		player.pause();
		await frame();
		await frame();
		for (const run of player.shown)
			if (!/of 16 processors ha(s|ve) no work|no processor has work|everyone has work/i.test(run.now.textContent))
				wrong.push("at rest: " + run.now.textContent);
		return wrong;
	})()`)
	for _, w := range wrong {
		t.Error(w)
	}
	page.see(".transport output", "times slower")
}

// On the first screen there are the grids, and the clock with the buttons and the slider of time. The form is one line, and the table
// shows the efficiency, however narrow the screen and long the name of a policy.
func TestTheRaceIsOnTheFirstScreen(t *testing.T) {
	page := open(t, "#about")
	for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
		page.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, policies := range []string{"steal", "plb,lade,steal", "random-polling:pause=2ms,steal,lade,plb"} {
			if js[bool](page, "location.hash === '#about'") {
				js[chromedp.Void](page, "(() => { location.hash = '#race?tree=php-5-4&grid=4x4&policy="+policies+"'; return null })()")
				ready(page)
			} else {
				race(page, url.Values{"tree": {"php-5-4"}, "grid": {"4x4"}, "policy": {policies}})
			}
			page.until(visible(test("change")) + " && !document.querySelector('.choices').open")
			page.untilClock(">=", 0)
			wrong := js[[]string](page, `(async () => {
				scrollTo(0, 0);
				await new Promise(requestAnimationFrame);
				const wrong = [], box = (s) => document.querySelector(s).getBoundingClientRect();
				for (const part of ["play", "seek", "clock", "speed"]) {
					const { top, bottom, left, right } = box(part === "play" ? ".transport .primary" : "[data-test=" + part + "]");
					if (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || bottom === top) wrong.push(part + " is not on the screen");
				}
				const grid = box("[data-test=stage-0]"), bar = box("[data-test=transport]");
				if (grid.bottom > bar.top && grid.bottom - bar.top > grid.height / 8) wrong.push("the first grid is cut");
				const head = [...document.querySelectorAll("[data-test=table] th")].find((c) => c.textContent === "efficiency");
				if (head.getBoundingClientRect().right > box(".standings").right + 1) wrong.push("the efficiency is cut");
				if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
				if (box(".setup").height > 110) wrong.push("the form takes " + box(".setup").height);
				return wrong;
			})()`)
			for _, w := range wrong {
				t.Errorf("%s at %d x %d: %s", policies, size[0], size[1], w)
			}
		}
	}
}

// At both sizes the words below a grid end above the bar that sticks to the window's edge, if they can, and a second row of grids begins
// above it, unless a name takes three lines.
func TestTheBarHidesNothingThatBegins(t *testing.T) {
	page := open(t, "#race")
	ready(page)
	line := js[string](page, "document.querySelector('.choices .line').innerText")
	if !strings.HasPrefix(line, "adaptive, steal, plb, lade on 200-860-3/1") {
		t.Errorf("the first race is %s, want that of the README's policies", line)
	}
	for _, policies := range []string{"", "steal", "steal,plb", "steal,plb,lade,random-polling:pause=2ms"} {
		if policies != "" {
			race(page, url.Values{"tree": {"200-860-3/1"}, "grid": {"16x16"}, "policy": {policies}})
		}
		for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
			page.do(chromedp.EmulateViewport(size[0], size[1]))
			wrong := js[[]string](page, `(async () => {
				const { player } = document.querySelector(".player"), wrong = [], frame = () => new Promise(requestAnimationFrame);
				scrollTo(0, 0);
				player.pause();
				for (const share of [0.1, 0.5]) {
					player.seek(player.end * share);
					for (let n = 0; n < 3; n++) await frame();
					const bar = document.querySelector("[data-test=transport]").getBoundingClientRect();
					for (const [i, { now, canvas, name }] of player.shown.entries()) {
						const words = now.getBoundingClientRect(), grid = canvas.getBoundingClientRect();
						if (innerWidth > 1000 && words.bottom > bar.top - 6) wrong.push("the words below grid " + i + " touch the bar");
						if (name.length < 16 && grid.top > bar.top - 20) wrong.push("grid " + i + " begins behind the bar");
					}
				}
				return wrong;
			})()`)
			for _, w := range wrong {
				t.Errorf("%q at %d x %d: %s", policies, size[0], size[1], w)
			}
		}
	}
}

// A race with a policy that takes very long ends at twice the winner's time, until the visitor asks for all of it, and nothing plays for
// more than a minute or so.
func TestRaceWithASlowPolicyEnds(t *testing.T) {
	page := open(t, "#race?tree=200-860-3/1&grid=16x16&policy=steal,none,plb")
	got := ready(page)
	type clock struct {
		End, Speed float64
		Slider     string
	}
	const state = `(async () => {
		await new Promise(requestAnimationFrame);
		const { player } = document.querySelector(".player");
		return { End: player.end, Speed: player.speed, Slider: document.querySelector(".transport output").textContent };
	})()`
	first, last := 1e9*got[0]["time_s"].(float64), 1e9*got[1]["time_s"].(float64)
	is := js[clock](page, state)
	if is.End != 2*first || is.End/is.Speed > 61e9 {
		t.Errorf("it plays to %v at %v, want to %v", is.End, is.Speed, 2*first)
	}
	page.pause(fmt.Sprintf("document.querySelector('%s').click()", test("end")))
	page.see(".stage", "goes on until")
	page.click(test("to-the-last"))
	if is = js[clock](page, state); is.End != last || is.End/is.Speed > 61e9 || !strings.Contains(is.Slider, "faster") {
		t.Errorf("it plays to %v at %v (%s), want to %v in a minute", is.End, is.Speed, is.Slider, last)
	}
	page.click(test("end"))
	page.untilClock("==", last)
}
