//go:build !js && !wasip1

package browsertest

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// treeReady waits until the room of the tree has its n-th tree.
func (p *tab) treeReady(n string) {
	p.Helper()
	p.until(`document.querySelector('[data-test="tree-canvas"]')?.dataset.ready === "` + n + `"`)
}

func TestTreeShowsANode(t *testing.T) {
	page := open(t, "#tree?tree=php-5-4&grid=2x2&policy=steal")
	page.treeReady("1")
	page.click(`[data-test="end"]`)
	page.see(`[data-test="facts"]`, "php-5-4, 47 nodes")
	if label := js[string](page, `document.querySelector('[data-test="tree-canvas"]').getAttribute("aria-label")`); !strings.Contains(
		label, "47 of 47 nodes",
	) {
		t.Errorf("at the end the picture is told as %q", label)
	}
	// The root stands above the middle; a click near the top selects it.
	js[chromedp.Void](page, `(() => {
		const c = document.querySelector('[data-test="tree-canvas"]'), box = c.getBoundingClientRect();
		const room = {bubbles: true, pointerId: 1};
		c.setPointerCapture = () => {};
		let at = null;
		for (let x = 0; x < box.width && !at; x += 10) {
			for (const type of ["pointerdown", "pointerup"]) c.dispatchEvent(new PointerEvent(type, {...room, clientX: box.left + x, clientY: box.top + 18}));
			if (document.querySelector('[data-test="node"] h2').textContent === "Node 0") at = x;
		}
		return null;
	})()`)
	page.see(`[data-test="node"]`, "Node 0")
	page.see(`[data-test="node"]`, "none: the root")
	page.see(`[data-test="clauses"]`, "45 of 45 clauses left")
	// The first child: a decision, what it forces, and fewer clauses.
	js[chromedp.Void](
		page,
		`(() => { document.querySelector('[data-test="tree-canvas"]').dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown"})); return null; })()`,
	)
	page.see(`[data-test="node"]`, "Node 1")
	page.see(`[data-test="clauses"]`, "variables assigned")
	page.click(`[data-test="wrong"] tbody button`)
	page.see(`[data-test="node"]`, "times")
}

func TestTreeGrowsOnTheClock(t *testing.T) {
	page := open(t, "#tree?tree=php-5-4&grid=2x2&policy=steal")
	page.treeReady("1")
	page.click(`[data-test="end"]`)
	const done = `Number(/: (\d+) of 47/.exec(document.querySelector('[data-test="tree-canvas"]').getAttribute("aria-label"))[1])`
	before := js[int](page, done)
	page.click(`[data-test="back"]`)
	if after := js[int](page, done); before != 47 || after >= before || after < 40 {
		t.Errorf("%d nodes are done at the end, %d one step earlier", before, after)
	}
	page.set(`[data-test="policy"]`, "plb")
	page.treeReady("2")
	page.set(`[data-test="tree"]`, "200-860-3/1")
	page.see(`[role="alert"]`, "at most 20000")
}

// Pictures of some trees, for those who look at them.
func TestTreePictures(t *testing.T) {
	if os.Getenv("TRANSAT_TEST_PICTURES") == "" {
		t.Skip("pictures are only for TRANSAT_TEST_PICTURES=DIR")
	}
	for name, link := range map[string]string{
		"small": "#tree?tree=60-258-3/1&grid=2x2&policy=steal", "large": "#tree?tree=150-645-3/1&grid=4x4&policy=plb", "many": "#tree?tree=150-645-3/2&grid=8x8&policy=lade",
	} {
		t.Run(name, func(t *testing.T) {
			page := open(t, link)
			page.treeReady("1")
			page.click(`[data-test="end"]`)
			page.click(`[data-test="wrong"] tbody tr:nth-child(3) button`)
			page.see(`[data-test="clauses"]`, "left")
		})
	}
	t.Run("narrow", func(t *testing.T) {
		page := open(t, "#tree?tree=60-258-3/1&grid=2x2&policy=steal")
		page.do(chromedp.EmulateViewport(390, 844))
		page.treeReady("1")
		page.click(`#theme`)
		page.click(`#theme`)
		page.click(`[data-test="end"]`)
		page.click(`[data-test="wrong"] tbody tr:nth-child(3) button`)
		page.see(`[data-test="clauses"]`, "left")
	})
}
