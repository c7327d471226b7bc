//go:build !js && !wasip1

package browsertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// readmePicture is the picture of the page in the README; most is how many bytes it may have.
const (
	readmePicture = "../../../doc/page.png"
	most          = 300_000
)

// The README's picture is there, and not too large. With a folder in TRANSAT_TEST_PICTURES it is made anew as page.png there:
//
//	TRANSAT_TEST_PICTURES=/tmp go test ./cmd/transat/internal/web/browsertest -run TestReadmePicture
func TestReadmePicture(t *testing.T) {
	if info, err := os.Stat(readmePicture); err != nil {
		t.Error(err)
	} else if info.Size() > most {
		t.Errorf("%s has %d bytes, want at most %d", readmePicture, info.Size(), most)
	}
	folder := os.Getenv("TRANSAT_TEST_PICTURES")
	if folder == "" {
		return
	}
	if err := theBrowser(t).trees.add("350-1505-3/03"); err != nil {
		t.Fatal(err)
	}
	// The formula and the machine of the README's table.
	page := open(t, "#race?tree=350-1505-3/03&grid=32x32&policy=adaptive,plb,lade,liquid-c5")
	ready(page)
	page.until("document.querySelector('.player')?.player")
	// A moment at which all four differ, the curves round it, and only what moves: the table is below the picture in the README anyway.
	js[bool](page, `(() => {
		const { player } = document.querySelector('.player');
		player.pause();
		player.seek(1.2e9);
		player.curves.zoom(0, 6e9);
		for (const e of document.querySelectorAll('.arena .standings, .arena details')) e.hidden = true;
		document.querySelector('.masthead').hidden = true;
		return true;
	})()`)
	page.until("document.querySelector('[data-test=clock]').textContent.startsWith('1.20 s')")
	picture := result(page, chromedp.ScreenshotScale(".arena", 1))
	if len(picture) > most {
		t.Errorf("the picture has %d bytes, want at most %d", len(picture), most)
	}
	if err := os.WriteFile(filepath.Join(folder, "page.png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
