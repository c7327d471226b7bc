//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe-core, which knows the rules for pages that everyone can use, has nothing to say on any view, light or dark, wide or narrow. It is not
// in the repository. The environment variable AXE names its file:
//
//	npm pack axe-core && tar -xzf axe-core-*.tgz
//	AXE=$PWD/package/axe.min.js go test ./cmd/transat/internal/web/browsertest -run TestAxe
func TestAxe(t *testing.T) {
	file := os.Getenv("AXE")
	if file == "" {
		t.Skip("the environment variable AXE names no file axe.min.js of axe-core")
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := views()
	maps.Copy(all, map[string]string{
		"#tours/ring":     `figure.race .player canvas`,
		"#tours/which":    `figure.race .player canvas`,
		"#exercises":      `.contents a`,
		"#exercises/6":    `article`,
		"#cellar":         `h1`,
		fileOf(t):         `.player canvas`,
		"#race?policy=no": `[role="alert"]`,
	})
	for _, view := range slices.Sorted(maps.Keys(all)) {
		t.Run(nameOf(view), func(t *testing.T) {
			page := openAt(t, strings.Replace(view, "#", "/#", 1))
			page.until(fmt.Sprintf("document.querySelector(%q)", all[view]))
			js[chromedp.Void](page, string(axe)+";null")
			for _, width := range []int64{1280, 390} {
				page.do(chromedp.EmulateViewport(width, 900))
				for _, scheme := range []string{"light", "dark"} {
					page.media("prefers-color-scheme", scheme)
					for _, found := range js[[]string](page, `(async () => {
						for (const d of document.querySelectorAll("details")) d.open = true;
						const { violations } = await axe.run();
						return violations.map((v) => v.id + ": " + v.help + "\n" + v.nodes.map((n) => "    " + n.html.slice(0, 200)).join("\n"));
					})()`) {
						t.Errorf("%d wide, %s: %s", width, scheme, found)
					}
				}
			}
		})
	}
}
