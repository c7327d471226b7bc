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
//	TRANSAT_TEST_PICTURES=/tmp go test ./cmd/transat/internal/web/browsertest -run TestReadmePicture -count=1
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
	// A moment at which all four differ, the curves round it, a note, and only what moves: the table is below the picture in the README.
	js[bool](page, `(() => {
		const { player } = document.querySelector('.player');
		player.pause();
		player.seek(1.25e9);
		player.curves.zoom(0, 6e9);
		const last = player.shown.at(-1), note = document.createElement('p');
		last.stage.draw(player.t, 'none', 0, false);
		note.textContent = last.stage.state.idle + ' processors wait, while work goes from neighbour to neighbour';
		Object.assign(note.style, {position: 'absolute', left: '9%', right: '9%', top: '12%', margin: 0, padding: '0.5rem 0.7rem',
			background: 'var(--panel)', borderRadius: '6px', font: '0.95rem/1.35 var(--serif)', textAlign: 'center'});
		last.figure.querySelector('.picture').append(note);
		for (const e of document.querySelectorAll('.arena .standings, .arena .set, .arena details')) e.hidden = true;
		document.querySelector('.masthead').hidden = true;
		return true;
	})()`)
	page.until("document.querySelector('[data-test=clock]').textContent.startsWith('1.25 s')")
	picture := result(page, chromedp.ScreenshotScale(".arena", 1))
	if len(picture) > most {
		t.Errorf("the picture has %d bytes, want at most %d", len(picture), most)
	}
	if err := os.WriteFile(filepath.Join(folder, "page.png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
