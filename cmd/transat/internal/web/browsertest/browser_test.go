//go:build !js && !wasip1

package browsertest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"transat/cmd/transat/internal/course"
	"transat/cmd/transat/internal/web/bundle/bundletest"
	"transat/cmd/transat/internal/web/server"
	"transat/cmd/transat/internal/web/site"
)

// patience is how long a test waits for something to appear. It only bounds a test that fails, and suits a computer that has much
// else to do.
const patience = 3 * time.Minute

// chromium returns the path of a browser, or "".
func chromium() string {
	names := []string{
		os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// browser is the one that all tests share, with the page that it is to show.
type browser struct {
	ctx   context.Context
	close func()
	base  string // the page's address, such as http://127.0.0.1:41234
	watch *watch
	trees *oneTree
	idle  []*tab // tabs of tests that have passed, as good as new
}

// shared holds the browser once a test has needed it.
var shared struct {
	sync.Once
	*browser
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.browser != nil {
		shared.close()
	}
	os.Exit(code)
}

// theBrowser returns the browser. Without Chromium the test is skipped, and what is not wanted as well.
func theBrowser(t testing.TB) *browser {
	t.Helper()
	wanted(t)
	path := chromium()
	if path == "" {
		const missing = "these tests need Chromium: install it, or name it in the environment variable CHROMIUM"
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	p := bundletest.Engine(t)
	shared.Do(func() {
		texts, err := course.Files()
		if err != nil {
			shared.err = err
			return
		}
		page, err := site.New(site.FS, p, texts)
		if err == nil {
			shared.browser, err = start(path, page)
		}
		shared.err = err
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.browser
}

// start serves the page and starts a browser that reaches nothing else.
func start(path string, page *site.Page) (*browser, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	host := l.Addr().String()
	folder, err := os.MkdirTemp("", "transat-browser-*")
	if err != nil {
		cancel()
		return nil, err
	}
	trees, err := recordOne(filepath.Join(folder, "trees"))
	if err != nil {
		cancel()
		return nil, err
	}
	handler := server.Handler(server.Options{Page: page, Trees: trees, Runs: aRun})
	b := &browser{base: "http://" + host, trees: trees, watch: newWatch(host, handler)}
	go func() { _ = server.Serve(ctx, l, b.watch) }()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(filepath.Join(folder, "profile")), chromedp.DisableGPU, chromedp.WindowSize(1280, 900),
		chromedp.ProxyServer("127.0.0.1:9"), // where nothing listens: requests of the browser itself fail
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-domain-reliability", true),
		chromedp.WSURLReadTimeout(patience),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	if flag.Lookup("test.bench").Value.String() == "" {
		// The browser compiles the program of the page anew for each test. Optimising it takes longer than the tests then run it.
		options = append(options, chromedp.Flag("js-flags", "--no-wasm-tier-up --no-wasm-dynamic-tiering"))
	}
	alloc, _ := chromedp.NewExecAllocator(ctx, options...)
	var closeBrowser context.CancelFunc
	b.ctx, closeBrowser = chromedp.NewContext(alloc)
	b.close = func() {
		closeBrowser()
		cancel()
		_ = os.RemoveAll(folder)
	}
	if err := chromedp.Do(b.ctx); err != nil {
		b.close()
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return b, nil
}

// throughWatch makes the server the proxy of a tab and its workers, for all addresses.
func (b *browser) throughWatch(p *target.CreateBrowserContextParams) {
	p.ProxyServer, p.ProxyBypassList = b.base, "<-loopback>"
}

// tab is a page in a tab of its own.
type tab struct {
	testing.TB
	ctx     context.Context
	cancel  context.CancelFunc // closes the tab, which otherwise the end of the test does
	base    string
	console *console
}

// inShort are the tests that -short runs, too: the page opens, and a race is chosen, run and sought through.
var inShort = []string{"TestShell", "TestChooseRunPauseSeek"}

// usual are the tests that run without TRANSAT_TEST_MORE beside those: what each room is for.
var usual = []string{
	"TestRooms", "TestNumbersAreThoseOfTheCommand", "TestEditAScriptAndFollowItsLink", "TestReplayFromDisk", "TestCluster",
	"TestTreeShowsANode", "TestExplainSaysWhy", "TestChooseAFile", "TestTreeOfTheServer", "TestWhatCannotBeRunIsSaid",
}

// wanted skips a test that takes a second or more in a browser, unless it is asked for: by -run, or with all by TRANSAT_TEST_MORE.
func wanted(t testing.TB) {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	switch {
	case slices.Contains(inShort, name), flag.Lookup("test.run").Value.String() != "", flag.Lookup("test.bench").Value.String() != "":
	case testing.Short():
		t.Skip("a browser takes a second or more")
	case os.Getenv("TRANSAT_TEST_MORE") == "" && !slices.Contains(usual, name):
		t.Skip("a browser takes a second or more: with TRANSAT_TEST_MORE=1, or named by -run, it runs")
	}
}

// open opens the page at a fragment such as "#race?grid=4x4".
func open(t testing.TB, fragment string) *tab {
	t.Helper()
	return openAt(t, "/"+fragment)
}

// openAt opens any address below the page's. When the test ends, the tab must have been silent and modest.
func openAt(t testing.TB, address string) *tab {
	t.Helper()
	b := theBrowser(t)
	said := b.base + "/"
	if !strings.HasPrefix(address, "/") { // a file: it may ask for itself
		said = address
	}
	p := b.tab(t, said)
	t.Cleanup(func() {
		p.shoot()
		for _, line := range p.console.lines() {
			t.Errorf("the console says %s", line)
		}
		for _, other := range b.watch.foreign() {
			t.Errorf("a page has asked for %s", other)
		}
		if t.Failed() || said == address || b.clean(p) != nil {
			p.cancel()
		}
	})
	if strings.HasPrefix(address, "/") {
		address = b.base + address
	}
	p.do(chromedp.Navigate(address))
	return p
}

// tab returns an idle tab or a new one, whose page has an address of its own. What a benchmark measures begins with a new one.
func (b *browser) tab(t testing.TB, own string) *tab {
	t.Helper()
	if _, measured := t.(*testing.B); !measured && len(b.idle) > 0 {
		p := b.idle[len(b.idle)-1]
		b.idle = b.idle[:len(b.idle)-1]
		p.console.begin(own)
		return &tab{TB: t, ctx: p.ctx, cancel: p.cancel, base: p.base, console: p.console}
	}
	said := &console{base: own}
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext(b.throughWatch), chromedp.WithListener(said.listen))
	if err := chromedp.Do(ctx); err != nil { // without a time limit, which would be that of the tab
		cancel()
		t.Fatal(err)
	}
	return &tab{TB: t, ctx: ctx, cancel: cancel, base: b.base, console: said}
}

// clean takes from a tab what a test has left in it, and keeps it for the next one: a new tab takes the browser as much as a test does.
func (b *browser) clean(p *tab) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Steps(
		chromedp.Evaluate[chromedp.Void]("sessionStorage.clear()"),
		chromedp.Navigate("about:blank"),
		chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
			_, stored := cdp.Call(ctx, to, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: b.base, StorageTypes: "all"})
			_, size := cdp.Call(ctx, to, emulation.ClearDeviceMetricsOverride, cdp.Empty{})
			_, touch := cdp.Call(ctx, to, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{})
			_, media := cdp.Call(ctx, to, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
			return errors.Join(stored, size, touch, media)
		}),
	))
	if err == nil {
		b.idle = append(b.idle, p)
	}
	return err
}

// do runs actions, and fails if they do not come to an end.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	result(p, chromedp.Steps(actions...))
}

// result runs an action that has one.
func result[T any](p *tab, action chromedp.Action[T]) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		p.Fatal(err)
	}
	return value
}

// js returns the value of an expression, after waiting if it is a promise.
func js[T any](p *tab, expression string) T {
	p.Helper()
	return result(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// until waits until an expression is true.
func (p *tab) until(expression string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(
		ctx, chromedp.Poll[bool]("Boolean("+expression+")", chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(0)))
	if errors.Is(err, context.DeadlineExceeded) {
		p.Fatalf("this never comes true: %s; the page says\n%s", expression, js[string](p, "document.body.innerText"))
	} else if err != nil {
		p.Fatal(err)
	}
}

// visible is an expression for the element of a selector being there, and not hidden.
func visible(selector string) string {
	return fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", selector)
}

// see waits until an element is visible that has the text in it, among all that the selector selects.
func (p *tab) see(selector, text string) {
	p.Helper()
	p.until(fmt.Sprintf(
		"[...document.querySelectorAll(%q)].some(e => e.checkVisibility() && (e.innerText || e.value || '').includes(%q))", selector, text))
}

// click clicks an element when it is visible and may be clicked, as a mouse does.
func (p *tab) click(selector string) {
	p.Helper()
	p.until(visible(selector) + fmt.Sprintf(" && !document.querySelector(%q).disabled", selector))
	p.do(chromedp.ScrollIntoView(selector), chromedp.Click(selector))
}

// text returns what is to be read in an element.
func (p *tab) text(selector string) string {
	p.Helper()
	p.until(visible(selector))
	return js[string](p, fmt.Sprintf("document.querySelector(%q).innerText", selector))
}

// set gives a field a value, as if it had been typed or chosen.
func (p *tab) set(selector, value string) {
	p.Helper()
	p.until(visible(selector))
	js[chromedp.Void](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.value = %q;
		e.dispatchEvent(new Event('input', {bubbles: true}));
		e.dispatchEvent(new Event('change', {bubbles: true}));
		return null;
	})()`, selector, value))
}

// media makes the browser say that the visitor prefers something.
func (p *tab) media(name, value string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
		_, err := cdp.Call(ctx, to, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: name, Value: value}},
		})
		return err
	}))
}

// shoot keeps a picture of the page as the test leaves it, in the folder that TRANSAT_TEST_PICTURES names, if it does.
func (p *tab) shoot() {
	folder := os.Getenv("TRANSAT_TEST_PICTURES")
	if folder == "" || p.ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100)); err == nil {
		name := strings.NewReplacer("/", "_", " ", "_").Replace(p.Name()) + ".png"
		_ = os.WriteFile(filepath.Join(folder, name), picture, 0o644)
	}
}
