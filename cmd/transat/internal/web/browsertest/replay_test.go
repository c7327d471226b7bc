//go:build !js && !wasip1

package browsertest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/recording/recordingtest"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/web/replay"
)

// A page with recorded runs opens from a disk, plays, and ends with the numbers of its rows.
func TestReplayFromDisk(t *testing.T) {
	p := openAt(t, fileOf(t))
	p.see("h1", "plb on a tree")
	p.until(visible(`[data-test="stage-0"]`))
	if js[bool](p, `document.querySelector('[data-test="stage-0"]').width < 64`) {
		t.Error("the grid has no size")
	}
	p.pause(`document.querySelector('[data-test="pause"]').click()`) // it plays by itself
	p.click(`[data-test="begin"]`)
	p.see(".now", "63 of 64 processors have no work")
	before := p.text(`[data-test="clock"]`)
	p.click(`[data-test="step"]`)
	p.until(`document.querySelector('[data-test="clock"]').innerText !== ` + quoted(before))
	p.click(`[data-test="end"]`)
	p.see(".now", "The search is over")
	p.see(`[data-test="table"]`, "81.3 %")
	dark := js[string](p, `document.documentElement.dataset.theme`)
	js[bool](p, `document.getElementById("theme").click() || document.getElementById("theme").click() || true`)
	if dark == js[string](p, `document.documentElement.dataset.theme`) {
		t.Error("the theme stays " + dark)
	}
}

// On a narrow screen, and when the window changes its size, the grid fits and is never blank, although a canvas of another size is
// empty at first: not even in the frame of the change, in which an observer that was set up after the player's own looks at it.
func TestReplayFitsTheWindow(t *testing.T) {
	p := openAt(t, fileOf(t))
	p.until(visible(`[data-test="stage-0"]`))
	p.click(`[data-test="step"]`)
	js[bool](p, `(() => {
		window.problems = [];
		window.judge = () => {
			const canvas = document.querySelector('[data-test="stage-0"]');
			const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
			const context = copy.getContext("2d", { willReadFrequently: true });
			context.drawImage(canvas, 0, 0);
			const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
			const colours = new Set();
			for (let i = 0; i < data.length; i += 4) colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
			if (colours.size < 2) problems.push("the grid is blank at " + innerWidth);
		};
		addEventListener("error", (event) => problems.push(event.message));
		new ResizeObserver(judge).observe(document.querySelector(".player").parentElement);
		return true;
	})()`)
	for _, width := range []int64{390, 1280, 390} {
		p.do(chromedp.EmulateViewport(width, 844))
		// The grid is as wide as the window has room for, and the page no wider.
		p.until(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= innerWidth && (() => {
			const grid = document.querySelector('[data-test="stage-0"]').clientWidth, room = document.querySelector(".player").clientWidth;
			return grid <= room && grid > Math.min(room, 500) * 0.8;
		})()`, width))
		js[bool](p, `judge() || true`)
	}
	if problems := js[[]string](p, `problems`); len(problems) > 0 {
		t.Error(problems)
	}
}

// fileOf writes a page with a recorded run, and returns its address.
func fileOf(t *testing.T) string {
	t.Helper()
	row, err := json.Marshal(map[string]any{
		"policy": "plb", "topology": "mesh", "load": "alpha", "n": 64, "time_s": 1.25, "idle_s": 0.5, "bal": 3, "info": 4, "send": 5, "efficiency": 0.8127, "speedup": 52,
	})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "a run & more.html")
	cells := report.Cells{Columns: []report.Heading{{Text: "policy", Left: true}}, Rows: [][]string{{"plb"}}}
	page := replay.Page{
		Title: "plb on a tree", Command: "transat …", Recorded: []*recording.Run{recordingtest.Run(t)}, Rows: []json.RawMessage{row},
		Result: cells, Lost: cells,
	}
	file, err := output.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Discard()
	if _, err := page.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Commit(); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
}

// quoted is a text as a literal of JavaScript.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}
