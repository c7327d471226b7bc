//go:build !js && !wasip1

package browsertest

import (
	"io/fs"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"transat/cmd/transat/internal/web/bundle/bundletest"
	"transat/cmd/transat/internal/web/server"
	"transat/cmd/transat/internal/web/site"
)

// A room that is added as the documentation says opens from the header: a file, and a line of the table.
func TestRoomOfTheDocumentation(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a second or more")
	}
	text, err := os.ReadFile("../../../doc/adding.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## A room of the page\n")
	blocks := regexp.MustCompile("(?s)```js\n(.*?)```").FindAllStringSubmatch(section, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of JavaScript, want the room and the line of the table", len(blocks))
	}
	main, err := fs.ReadFile(site.FS, "main.js")
	if err != nil {
		t.Fatal(err)
	}
	const table = "const rooms = [\n"
	files := fstest.MapFS{
		"rooms/sizes.js": {Data: []byte(blocks[0][1])},
		"main.js":        {Data: []byte(strings.Replace(string(main), table, table+blocks[1][1], 1))},
	}
	err = fs.WalkDir(site.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && files[name] == nil {
			files[name] = &fstest.MapFile{}
			files[name].Data, err = fs.ReadFile(site.FS, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := site.New(files, bundletest.Engine(t))
	if err != nil {
		t.Fatal(err)
	}
	b := theBrowser(t)
	s := httptest.NewServer(server.Handler(server.Options{Page: page}))
	defer s.Close()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext(func(p *target.CreateBrowserContextParams) {
		p.ProxyServer, p.ProxyBypassList = s.URL, "<-loopback>" // the browser has none of its own
	}))
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	p := &tab{TB: t, ctx: ctx, cancel: cancel, base: s.URL}
	p.do(chromedp.Navigate(s.URL + "/#about"))
	p.click(`[data-test="room-sizes"]`)
	p.see("h1", "Sizes")
	p.see("td, th", "php-5-4")
}
