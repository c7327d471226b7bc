//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// levelReady waits until the room of bare loads has the answer to its n-th request.
func (p *tab) levelReady(n int) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('.level-stages')?.dataset.ready === '%d'", n))
}

// mean is the mean load of each rule, from the sentence that a stage's picture is told with.
func (p *tab) mean(stage int) float64 {
	p.Helper()
	return js[float64](
		p,
		fmt.Sprintf(`Number(/mean ([0-9.e+-]+)/.exec(document.querySelector('[data-test="stage-%d"]').getAttribute('aria-label'))[1])`, stage),
	)
}

func TestLevelShowsTheNumbersOfLab(t *testing.T) {
	page := open(t, "#level?preset=fig5")
	page.levelReady(1)
	page.click(`[data-test="end"]`)
	// transat rounds --topology=ring --grid=32 --policy=liquid-c5,nna-sync
	row := page.text(`[data-test="level-table"] tbody tr:nth-child(1)`)
	for _, want := range []string{"liquid-c5", "31", "220"} { // shared after P − 1 steps, balanced after 220
		if !strings.Contains(row, want) {
			t.Errorf("the row of liquid-c5 lacks %s: %s", want, row)
		}
	}
	page.see(`[data-test="command"]`, "transat rounds --topology=ring --grid=32 --policy=liquid-c5,nna-sync --distribution=point:5")
}

func TestPourLoad(t *testing.T) {
	page := open(t, "#level?topology=mesh&grid=5x5&policy=diffusion,nna-sync&start=empty&real=1&until=never")
	page.levelReady(1)
	page.set(`[data-test="rank"]`, "5")
	page.set(`[data-test="amount"]`, "250")
	page.click(`[data-test="pour"]`)
	page.levelReady(2)
	page.click(`[data-test="begin"]`)
	if got := page.mean(0); got != 10 {
		t.Errorf("250 poured on 25 processors: the mean is %v", got)
	}
	// Later a click on a picture pours on what is there by then, and so does a key.
	for range 3 {
		page.click(`[data-test="step"]`)
	}
	page.see(`.level-stage .badge`, "step 3")
	page.click(`[data-test="stage-0"]`) // in the middle of the mesh lies processor 12
	page.levelReady(3)
	page.see(`[data-test="theory"]`, "γ")
	js[chromedp.Void](
		page,
		`(() => { document.querySelector('[data-test="stage-1"]').dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"})); return null; })()`,
	)
	page.levelReady(4)
	page.click(`[data-test="begin"]`)
	for stage := range 2 {
		if got := page.mean(stage); math.Abs(got-30) > 1e-9 {
			t.Errorf("stage %d: three times 250 on 25 processors: the mean is %v", stage, got)
		}
	}
	// What was poured is in the address, and so in a link; the command takes a file for each rule.
	page.see(`[data-test="command"]`, "--policy=nna-sync --distribution=loads-nna-sync.txt")
	again := open(t, js[string](page, "location.hash"))
	again.levelReady(1)
	again.click(`[data-test="begin"]`)
	if got := again.mean(1); math.Abs(got-30) > 1e-9 {
		t.Errorf("through a link, the mean is %v", got)
	}
	if rank := js[string](page, `document.querySelector('[data-test="rank"]').value`); rank != "12" {
		t.Errorf("the click was on processor %s, want 12", rank)
	}
}

func TestLevelRefusesWithReason(t *testing.T) {
	page := open(t, "#level?preset=adf")
	page.levelReady(1)
	page.see(`[data-test="theory"]`, "0.9781") // cos(π/15)
	page.set(`[data-test="grid"]`, "16")
	page.see(`[role="alert"]`, "adf")
	page.set(`[data-test="grid"]`, "17")
	page.levelReady(2)
}

// Pictures of all experiments, for those who look at them.
func TestLevelPictures(t *testing.T) {
	if os.Getenv("TRANSAT_TEST_PICTURES") == "" {
		t.Skip("pictures are only for TRANSAT_TEST_PICTURES=DIR")
	}
	for _, preset := range []string{"fig5", "adf", "circles", "spike", "step", "random"} {
		t.Run(preset, func(t *testing.T) {
			page := open(t, "#level?preset="+preset)
			page.levelReady(1)
			page.click(`[data-test="begin"]`)
			for range 4 {
				page.click(`[data-test="step"]`)
			}
		})
	}
	t.Run("narrow", func(t *testing.T) {
		page := open(t, "#level?preset=spike")
		page.do(chromedp.EmulateViewport(390, 844))
		page.levelReady(1)
		page.click(`[data-test="theme"], #theme`)
		page.click(`#theme`)
		page.click(`[data-test="begin"]`)
		page.click(`[data-test="step"]`)
	})
}
