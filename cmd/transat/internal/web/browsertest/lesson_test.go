//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A tour is text with races in it, which are run when they come into view, and have the numbers of the text.
func TestTour(t *testing.T) {
	page := open(t, "#tours")
	page.click(`[data-test="tours-what"]`)
	page.until("document.querySelector('figure.race[data-rows] .player')")
	all := rows(page, js[string](page, "document.querySelector('figure.race').dataset.rows"))
	if len(all) != 2 || all[1]["policy"] != "steal" {
		t.Fatalf("the race has %v", all)
	}
	time := all[1]["time_s"].(float64)
	if text := strings.ReplaceAll(page.text("article"), "\u00a0", " "); !strings.Contains(text, fmt.Sprintf("%.2f s", time)) {
		t.Errorf("the text does not say that it takes %.2f s:\n%s", time, text)
	}
	// The slider spans twice the winner's time, not that of one processor alone; what is not over by then says when it is.
	if end := js[float64](page, "document.querySelector('.player').player.end"); end != 2e9*time {
		t.Errorf("the race ends at %v, want twice the winner's %v s", end, time)
	}
	js[chromedp.Void](page, "(() => { const p = document.querySelector('.player').player; p.pause(); p.seek(p.end); return null; })()")
	page.see(".stage .live", fmt.Sprintf("goes on until %.1f s", all[0]["time_s"]))
	page.click(`nav.around a:last-child`)
	page.see("h1", "Why a ring starves")
}

// The knob of a tour runs its race with another value, and keeps the time of the one before. The picture is who has work; what else can be
// seen and set is there for who unfolds it.
func TestTourKnob(t *testing.T) {
	page := open(t, "#tours/what")
	const shown = "document.querySelector('figure.race')?.dataset.rows"
	page.until(shown)
	before := rows(page, js[string](page, shown))
	page.click(test("knob-2x2"))
	page.until(shown + " !== " + quoted(js[string](page, shown)) + " && " + visible(".player"))
	after := rows(page, js[string](page, shown))
	if before[1]["n"] != 64.0 || after[1]["n"] != 4.0 {
		t.Fatalf("from %v to %v processors, want 64 and 4", before[1]["n"], after[1]["n"])
	}
	page.see(test("knob-8x8"), fmt.Sprintf("%.2f s", before[1]["time_s"]))
	page.until("document.querySelector('.lesson-open').href.includes('grid=2x2')")
	for _, folded := range []string{".legend", ".player .slider"} {
		if js[bool](page, visible(folded)) {
			t.Errorf("%s is there before it is needed", folded)
		}
	}
	page.click(".lesson-line summary")
	for _, folded := range []string{".legend", ".player .slider"} {
		page.until(visible(folded))
	}
}

// A name that no text has is told, with those that there are.
func TestUnknownLesson(t *testing.T) {
	for _, room := range []string{"tours", "exercises"} {
		page := open(t, "#"+room+"/nosuch")
		page.see(`[role="alert"]`, "nosuch")
		page.until(visible(`.contents a`))
	}
}

// The solution of a sheet is folded away.
func TestExerciseSheet(t *testing.T) {
	page := open(t, "#exercises/4")
	page.see("h1", "The liquid by hand")
	if js[bool](page, "[...document.querySelectorAll('details')].some((d) => d.open)") {
		t.Error("something is unfolded")
	}
	js[bool](page, "(() => { for (const d of document.querySelectorAll('details')) d.open = true; return true })()")
	page.see("article", "The table shows some of these steps")
}
