//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestShell(t *testing.T) {
	page := open(t, "")
	if title := js[string](page, "document.title"); !strings.Contains(title, "transat") {
		t.Errorf("the title is %q", title)
	}
	page.until("document.querySelectorAll('nav a').length >= 5")
}

// Every room opens from the list at the top, and says something; on a narrow screen nothing sticks out.
func TestRooms(t *testing.T) {
	page := open(t, "#about")
	n := js[int](page, "document.querySelectorAll('nav a').length")
	for _, width := range []int64{1280, 390} {
		page.do(chromedp.EmulateViewport(width, 900))
		for i := range n {
			js[bool](page, fmt.Sprintf("(() => { document.querySelectorAll('nav a')[%d].click(); return true })()", i))
			page.until(
				fmt.Sprintf("document.querySelectorAll('nav a')[%d].getAttribute('aria-current') && document.querySelector('main h1')?.innerText", i))
			room := js[string](page, "document.querySelector('main h1').innerText")
			if over := js[float64](page, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); over > 0 {
				t.Errorf("at %d pixels, %q is %v pixels too wide", width, room, over)
			}
			if text := js[string](page, "document.querySelector('main').innerText"); len(text) < 100 {
				t.Errorf("%q only says %q", room, text)
			}
		}
	}
}

// A link to a room that does not exist leads somewhere all the same.
func TestRoomThatDoesNotExist(t *testing.T) {
	page := open(t, "#cellar?x=1")
	page.until("document.querySelector('main').innerText.length > 50")
}

// A visitor who has chosen a theme finds it again.
func TestTheme(t *testing.T) {
	page := open(t, "#about")
	seen := map[string]bool{}
	for range 3 {
		seen[js[string](page, "getComputedStyle(document.body).backgroundColor")] = true
		page.click("#theme")
	}
	if len(seen) != 2 {
		t.Errorf("the theme's button leads to %d backgrounds, want light and dark: %v", len(seen), seen)
	}
}

// A tab that is used again shows nothing of the test before.
func TestTabsAreAsNew(t *testing.T) {
	var before *tab
	t.Run("leaves something", func(t *testing.T) {
		before = open(t, "#about")
		before.do(chromedp.EmulateViewport(390, 844))
		js[chromedp.Void](before, `(() => { localStorage.setItem("a", 1); sessionStorage.setItem("a", 1); window.mine = 1; return null; })()`)
	})
	t.Run("finds nothing", func(t *testing.T) {
		page := open(t, "#about")
		if page.ctx != before.ctx {
			t.Error("this is another tab")
		}
		const what = "`${localStorage.length} ${sessionStorage.length} ${window.mine} ${innerWidth > 1000}`"
		if found := js[string](page, what); found != "0 0 undefined true" {
			t.Error(found)
		}
	})
}
