//go:build !js && !wasip1

package browsertest

import (
	"net/url"
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
