//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// origins is a function of JavaScript that seeks a moment. It returns the processor whose work has come by the most moves up to a limit.
const origins = `(share, limit) => {
	const { player } = document.querySelector(".player"), { recording } = player.shown[0];
	player.pause();
	player.seek(Math.floor(player.end * share));
	let best = -1, most = -1;
	for (let rank = 0; rank < recording.procs; rank++) {
		const moves = recording.origin(rank, player.t)?.length ?? -1;
		if (moves > most && moves <= limit) { best = rank; most = moves; }
	}
	return { rank: best, moves: most };
}`

// originWords are what the inspector says of that.
const originWords = `Array.from(document.querySelectorAll('[data-test="origin"]'), (p) => p.textContent).join(" ")`

// Where the work of a processor has come from is said, to those who hear the page too, and drawn over the grid: the keys choose the
// processor, or a finger.
func TestOriginIsSaidAndDrawn(t *testing.T) {
	const player, canvas = `document.querySelector(".player").player`, `document.querySelector('[data-test="stage-0"]')`
	page := open(t, "#race?tree=100-430-3/2&grid=8x8&policy=steal")
	ready(page)
	page.until(`document.querySelector(".player")?.player?.shown[0].stage.state`)
	far := js[struct{ Rank, Moves int }](page, "("+origins+")(0.5, 9)")
	if far.Moves < 2 {
		t.Fatalf("the work that has come farthest has come by %d moves", far.Moves)
	}
	page.until(canvas + `.checkVisibility() && ` + player + `.element.dataset.t === String(` + player + `.t)`)
	plain := js[string](page, canvas+".toDataURL()")
	check := func(how string) {
		t.Helper()
		page.until(fmt.Sprintf("(({ focused: f, origins: o }) => f === %d && o.arrows === %d)(%s.shown[0].stage)", far.Rank, far.Moves, player))
		words := js[string](page, originWords)
		for _, want := range []string{"It works on a piece from ", "where the search began (arrows).", "It has given"} {
			if !strings.Contains(words, want) {
				t.Errorf("%s: the inspector says %q, want %q", how, words, want)
			}
		}
		page.until(canvas + ".toDataURL() !== " + quoted(plain))
	}
	// Beside the processor with the focus, and back.
	js[bool](page, fmt.Sprintf(`(() => {
		const player = %s, canvas = %s;
		canvas.focus();
		player.point(player.shown[0], %d, "key");
		for (const key of ["ArrowRight", "ArrowLeft"]) canvas.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
		if (player.shown[0].stage.focused !== %d) canvas.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
		return true;
	})()`, player, canvas, far.Rank, far.Rank))
	check("the keys")
	page.until(`document.getElementById("announcer").textContent.includes("where the search began")`)
	js[bool](page, canvas+`.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true})) || true`)
	page.until(player + `.shown[0].stage.focused < 0`)
	// A tap, as a browser tells it: the finger leaves before the click.
	js[bool](page, fmt.Sprintf(`(() => {
		const box = %s.shown[0].stage.box(%d), canvas = %s;
		const at = {bubbles: true, pointerId: 9, pointerType: "touch", clientX: box.left + 2, clientY: (box.top + box.bottom) / 2};
		for (const type of ["pointerdown", "pointerup", "pointerleave"]) canvas.dispatchEvent(new PointerEvent(type, at));
		canvas.dispatchEvent(new MouseEvent("click", at));
		return true;
	})()`, player, far.Rank, canvas))
	check("a tap")
}

// A click on a node of the tree shows the same of the node.
func TestOriginOfANode(t *testing.T) {
	page := open(t, "#tree?tree=60-258-3/1&grid=2x2&policy=steal")
	page.treeReady("1")
	page.click(test("end"))
	page.click(test("wrong-sent") + " tbody td:nth-child(2) button")
	page.see(test("node"), "origin")
	page.see(test("node"), "a piece from ")
	page.see(test("node"), "where the search began")
}

// Pictures of origins, for those who look at them.
func TestOriginPictures(t *testing.T) {
	folder := os.Getenv("TRANSAT_TEST_PICTURES")
	if folder == "" {
		t.Skip("pictures are only for TRANSAT_TEST_PICTURES=DIR")
	}
	for name, link := range map[string]string{
		"origin-one": "#race?tree=250-1075-3/4&grid=32x32&policy=steal", "origin-two": "#race?tree=250-1075-3/4&grid=16x16&policy=plb,lade",
		"origin-small": "#race?tree=100-430-3/2&grid=4x4&policy=steal",
	} {
		for _, width := range []int64{1280, 390} {
			for _, theme := range []string{"light", "dark"} {
				t.Run(fmt.Sprint(name, width, theme), func(t *testing.T) {
					page := open(t, link)
					page.do(chromedp.EmulateViewport(width, 844))
					ready(page)
					page.until("document.querySelector('.player')?.player?.shown[0].stage.state")
					js[bool](page, fmt.Sprintf(`(() => { document.documentElement.dataset.theme = %q; return true; })()`, theme))
					js[bool](page, `(() => {
						const { player } = document.querySelector(".player"), { rank } = (`+origins+`)(0.4, 7);
						player.restyle();
						player.shown[0].canvas.scrollIntoView({ block: "start" });
						player.shown[0].held = rank;
						player.point(player.shown[0], rank, "key");
						return true;
					})()`)
					page.until(`document.querySelector('[data-test="inspector"]').checkVisibility()`)
					js[bool](page, "new Promise((r) => setTimeout(() => r(true), 300))")
					picture := filepath.Join(folder, fmt.Sprint(name, width, theme, ".png"))
					if err := os.WriteFile(picture, result(page, chromedp.CaptureScreenshot()), 0o644); err != nil {
						t.Fatal(err)
					}
				})
			}
		}
	}
}
