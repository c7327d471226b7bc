//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"math"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/figure"
)

// hand defines what the tests of curves do with a pointer: point("pointermove", t) at the moment t.
const hand = `window.player = document.querySelector(".player").player;
player.pause();
player.curvesCanvas.setPointerCapture = () => {}; // which an event of a test has no pointer for
window.point = (type, t, more = {}) => {
	const { curvesCanvas: canvas, curves } = player, box = canvas.getBoundingClientRect();
	canvas.dispatchEvent(new PointerEvent(type, { clientX: box.left + curves.x(t), clientY: box.top + 40, button: 0, ...more }));
};
window.key = (key) => player.curvesCanvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
window.interval = () => [player.curves.from / player.end, player.curves.to / player.end];`

// near reports whether two intervals are the same but for the pixels of a screen.
func near(t *testing.T, what string, got []float64, from, to float64) {
	t.Helper()
	if len(got) != 2 || math.Abs(got[0]-from) > 0.005 || math.Abs(got[1]-to) > 0.005 {
		t.Errorf("%s: the axis has %v of the race, want %v to %v", what, got, from, to)
	}
}

func TestCurvesAreZoomedAndRead(t *testing.T) {
	page := open(t, "#race?tree=150-645-3/1&grid=8x8&policy=liquid-c5,steal")
	ready(page)
	page.until("document.querySelector('.player')?.player?.curves.width")
	js[bool](page, "(() => { "+hand+" return true })()")

	// Dragging.
	near(t, "at first", js[[]float64](page, `interval()`), 0, 1)
	near(t, "dragged", js[[]float64](page, `(() => {
		const { end } = player;
		point("pointerdown", 0.75 * end); point("pointermove", 0.5 * end); point("pointermove", 0.25 * end); point("pointerup", 0.25 * end);
		return interval();
	})()`), 0.25, 0.75)
	page.see(test("whole"), "Whole race")
	page.until("Math.abs(document.querySelector('[data-test=seek]').value) < 1") // the slider has the same axis: the present was outside
	near(t, "a click", js[[]float64](page, `(() => {
		const { end } = player;
		point("pointerdown", 0.6 * end); point("pointerup", 0.6 * end);
		return [...interval(), player.t / end].slice(1);
	})()`), 0.75, 0.6)
	near(t, "with Shift", js[[]float64](page, `(() => {
		const { end } = player;
		point("pointerdown", 0.3 * end, { shiftKey: true }); point("pointermove", 0.5 * end, { shiftKey: true });
		point("pointerup", 0.5 * end, { shiftKey: true });
		return [...interval(), player.t / end].slice(1);
	})()`), 0.75, 0.5)
	near(t, "past the interval", js[[]float64](page, `(() => { player.seek(player.end); player.draw(); return interval(); })()`), 0.5, 1)
	page.click(test("whole"))
	near(t, "the button", js[[]float64](page, `interval()`), 0, 1)

	// Keys. They do not do what they do elsewhere: plus is faster there.
	near(t, "plus", js[[]float64](page, `(() => { player.seek(player.end / 2); key("+"); key("+"); return interval(); })()`), 0.375, 0.625)
	near(t, "minus", js[[]float64](page, `(() => { key("-"); return interval(); })()`), 0.25, 0.75)
	moved := js[[]float64](page, `(() => {
		const { speed } = player;
		key("ArrowRight");
		return [player.t / player.end, speed / player.speed];
	})()`)
	near(t, "right", moved, 0.505, 1)
	near(t, "zero", js[[]float64](page, `(() => { key("0"); return interval(); })()`), 0, 1)

	// Reading.
	want := js[string](page, `(() => {
		const at = 0.2 * player.end;
		point("pointermove", at);
		const t = player.curves.hover;
		return player.shown.map(({ recording, name }) => {
			const { t: times, y } = recording.curve("idle"), k = times.filter((x) => x <= t).length - 1; // straight from point to point
			return name + " " + Math.round(64 * (y[k] + (y[k + 1] - y[k]) * (t - times[k]) / (times[k + 1] - times[k])));
		}).join();
	})()`)
	page.until(visible(test("reading")))
	got := js[string](page, `[...document.querySelectorAll("[data-test=reading] tbody tr")]
		.map((row) => row.cells[0].textContent + " " + row.cells[2].textContent).join()`)
	if got != want {
		t.Errorf("under the pointer stands %q, want %q", got, want)
	}
	js[bool](page, `(point("pointerleave", 0), true)`)
	page.until("!(" + visible(test("reading")) + ")")

	// Nothing is cut off, and curves of processors without work go on to the end.
	if outside := js[float64](page, `player.curves.series.flatMap((chart, i) => chart.all.flatMap(({ y }) =>
		[...y].filter((v) => chart.place(v, chart.most) > 1 + 1e-9))).length`); outside > 0 {
		t.Errorf("%v points lie outside of the charts", outside)
	}
	ends := js[[]float64](page, `player.curves.series[1].all.flatMap(({ t, y }, i) =>
		[t.at(-1) / player.shown[i].recording.header.end, y.at(-1)])`)
	if diff := cmp.Diff([]float64{1, 1, 1, 1}, ends); diff != "" {
		t.Errorf("ends of curves: -want +got:\n%s", diff)
	}
}

// The legend's lines and the points beside names are those of the curves, which are those of the command's pictures.
func TestPoliciesLookAsInPictures(t *testing.T) {
	policies := []string{"liquid-c5", "steal", "plb:gamma=0.6"}
	page := open(t, "#race?tree=php-5-4&grid=4x4&policy=liquid-c5,steal,plb:gamma=0.6")
	ready(page)
	page.until("document.querySelector('.player')?.player?.curves.width")
	type style struct {
		Stroke, Dash, Dot, Form, Drawn string
		Pattern                        []float64
	}
	got := js[[]style](page, `(() => {
		const { player } = document.querySelector(".player");
		document.documentElement.dataset.theme = "light";
		player.curves.redraw();
		const colour = (e, key) => getComputedStyle(e)[key];
		const plain = (css) => { const c = document.createElement("canvas").getContext("2d"); c.fillStyle = css; return c.fillStyle; };
		const patterns = [];
		const c = { setLineDash: (d) => patterns.push(d), beginPath() {}, lineTo() {}, stroke() {}, set strokeStyle(css) { this.css = css; } };
		return player.shown.map((run, i) => {
			const line = document.querySelectorAll(".keys .stroke")[i];
			player.curves.line(c, player.curves.series[0].all[i], (y) => y);
			return {
				stroke: plain(colour(line, "stroke")), dash: line.firstChild.getAttribute("stroke-dasharray") ?? "",
				dot: plain(colour(run.figure.querySelector(".swatch"), "backgroundColor")),
				form: plain(colour(document.querySelectorAll(".slot .swatch")[i], "backgroundColor")),
				drawn: plain(c.css), pattern: patterns.at(-2),
			};
		});
	})()`)
	var want []style
	for _, l := range figure.Styles(policies) {
		c, dashes := figure.PolicyColours()[l.Colour], figure.PolicyDashes()[l.Dash]
		hex, dash := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B), ""
		for i, d := range dashes {
			if i > 0 {
				dash += " "
			}
			dash += fmt.Sprint(d)
		}
		want = append(want, style{hex, dash, hex, hex, hex, dashes})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-pictures +page:\n%s", diff)
	}
}

// Moves are drawn where many processors work, elsewhere if they are asked for; and of all traffic the legend has what is drawn.
func TestLegendHasTheTrafficThatIsDrawn(t *testing.T) {
	page := open(t, "#race?tree=150-645-3/1&grid=8x8&policy=lade")
	playing := func() string { // as it is drawn while time passes too fast to see single parcels
		page.until("document.querySelector('.player')?.player?.curves.width")
		return js[string](page, `(() => {
			const { player } = document.querySelector(".player"), { stage } = player.shown[0];
			player.pause();
			player.seek(player.end * 0.3);
			stage.links.drawnAt = -Infinity;
			player.speed = player.end / 1e9;
			player.playing = true;
			player.draw();
			player.playing = false;
			const shown = (name) => getComputedStyle(document.querySelector("[data-test=" + name + "]")).visibility === "visible";
			const drawn = stage.links.layer.width > 0 && [...stage.links.pixels ?? []].some((p) => p !== 0);
			const clear = [...stage.links.pixels ?? []].every((p) => p === 0 || (p >>> 24) < 200);
			return ["dots", "flows"].filter(shown).join() + (drawn && clear ? " translucent" : "");
		})()`)
	}
	ready(page)
	if got := playing(); got != "flows translucent" {
		t.Errorf("64 processors: the legend has %q", got)
	}
	page.click(test("moves"))
	if got := playing(); got[:min(5, len(got))] == "flows" {
		t.Errorf("without moves the legend has %q", got)
	}
	race(page, url.Values{"tree": {"150-645-3/1"}, "grid": {"4x4"}, "policy": {"lade"}})
	page.until("document.querySelector('.player')?.player?.shown[0].recording.procs === 16")
	if got := playing(); got != "" {
		t.Errorf("16 processors: the legend has %q", got)
	}
	page.do(chromedp.ScrollIntoView(test("moves")))
	page.click(test("moves"))
	if got := playing(); got != "flows translucent" {
		t.Errorf("16 processors, with moves: the legend has %q", got)
	}
	dots := js[bool](page, `(() => {
		const { player } = document.querySelector(".player");
		player.seek(player.end * 0.3);
		player.draw();
		const visible = (name) => getComputedStyle(document.querySelector("[data-test=" + name + "]")).visibility === "visible";
		return player.near() && visible("dots") && !visible("flows");
	})()`)
	if !dots {
		t.Error("standing still, single parcels are not in the legend")
	}
}
