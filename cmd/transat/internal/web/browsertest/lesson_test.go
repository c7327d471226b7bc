//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"strings"
	"testing"
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
	page.click(`nav.around a:last-child`)
	page.see("h1", "Why a ring starves")
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
