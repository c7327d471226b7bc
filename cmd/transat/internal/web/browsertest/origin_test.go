//go:build !js && !wasip1

package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// touchScreen makes the tab one of a telephone.
func (p *tab) touchScreen() {
	p.do(chromedp.EmulateViewport(390, 844), chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		return err
	}))
}

// origins is a function of JavaScript that seeks a moment, and returns a processor with work that has come by some moves, or the one with the most.
const origins = `(share, least) => {
	const { player } = document.querySelector(".player"), { recording } = player.shown[0];
	player.pause();
	player.seek(Math.floor(player.end * share));
	let best = -1, most = -1;
	for (let rank = 0; rank < recording.procs; rank++) {
		const moves = recording.origin(rank, player.t)?.length ?? -1;
		if (moves > most && most < least) { best = rank; most = moves; }
	}
	return { rank: best, moves: most };
}`

// Where the work of a processor has come from is said of the one with the focus, for screen readers too, and drawn over the grid.
func TestOriginIsSaidAndDrawn(t *testing.T) {
	page := open(t, "#race?tree=100-430-3/2&grid=8x8&policy=steal")
	ready(page)
	page.until("document.querySelector('.player')?.player?.shown[0].stage.state")
	type found struct{ Rank, Moves int }
	far := js[found](page, "("+origins+")(0.5, 3)")
	if far.Moves < 2 {
		t.Fatalf("the work that has come farthest has come by %d moves", far.Moves)
	}
	const player = `document.querySelector(".player").player`
	plain := js[string](page, `document.querySelector('[data-test="stage-0"]').toDataURL()`)
	// The keys walk from the first processor to the one.
	js[bool](page, fmt.Sprintf(`(() => {
		const canvas = document.querySelector('[data-test="stage-0"]');
		canvas.focus();
		%s.point(%s.shown[0], %d, "key");
		return true;
	})()`, player, player, far.Rank))
	for _, key := range []string{"ArrowRight", "ArrowLeft"} {
		js[bool](page, fmt.Sprintf(`document.querySelector('[data-test="stage-0"]').dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true}))`, key))
	}
	js[bool](page, fmt.Sprintf(`%s.point(%s.shown[0], %d, "key") || true`, player, player, far.Rank))
	words := js[string](page, `Array.from(document.querySelectorAll('[data-test="origin"]'), (p) => p.textContent).join(" ")`)
	if !strings.Contains(words, "works on a piece from ") || !strings.Contains(words, "where the search began") || !strings.Contains(words, "It has given") {
		t.Errorf("the inspector says %q", words)
	}
	page.until(fmt.Sprintf("document.body.innerText.includes('') && Array.from(document.querySelectorAll('[aria-live]')).some((e) => e.textContent.includes(%q))", "where the search began"))
	page.until(fmt.Sprintf(`document.querySelector('[data-test="stage-0"]').toDataURL() !== %q`, plain))
	if js[int](page, player+".shown[0].stage.origins.arrows") != far.Moves {
		t.Errorf("%d arrows are drawn for %d moves", js[int](page, player+".shown[0].stage.origins.arrows"), far.Moves)
	}
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
						const { player } = document.querySelector(".player"), { rank } = (`+origins+`)(0.4, 4);
						player.restyle();
						player.shown[0].canvas.scrollIntoView({ block: "start" });
						player.shown[0].held = rank;
						player.point(player.shown[0], rank, "key");
						return true;
					})()`)
					page.until(`document.querySelector('[data-test="inspector"]').checkVisibility()`)
					js[bool](page, "new Promise((r) => setTimeout(() => r(true), 300))")
					if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(name, width, theme, ".png")), result(page, chromedp.CaptureScreenshot()), 0o644); err != nil {
						t.Fatal(err)
					}
				})
			}
		}
	}
}
