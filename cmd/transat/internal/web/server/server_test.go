package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/web/bundle"
	"transat/cmd/transat/internal/web/site"
)

// oneTree is a list of one recorded tree, whose key is k.
type oneTree []byte

func (o oneTree) List() ([]site.Tree, error) {
	return []site.Tree{{Name: "a/1", Key: "k", Rule: "lex", Nodes: 7, Bytes: int64(len(o))}}, nil
}

func (o oneTree) Open(key string) (io.ReadSeekCloser, error) {
	if key != "k" {
		return nil, fs.ErrNotExist
	}
	return nopCloser{bytes.NewReader(o)}, nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

// brokenTrees is a cache that cannot be read.
type brokenTrees struct{}

func (brokenTrees) List() ([]site.Tree, error) { return nil, errors.New("/secret/folder: broken") }

func (brokenTrees) Open(string) (io.ReadSeekCloser, error) {
	return nil, errors.New("/secret/folder: broken")
}

func options(t *testing.T, trees site.Trees) Options {
	t.Helper()
	page, err := site.New(fstest.MapFS{
		"index.html":    {Data: []byte(`<!doctype html><head><meta charset="utf-8"></head>`)},
		"rooms/race.js": {Data: []byte("export const title = 'race'")},
	}, bundle.Program{Wasm: []byte("wasm"), Bridge: []byte("bridge")})
	if err != nil {
		t.Fatal(err)
	}
	return Options{Page: page, Trees: trees, Hosts: []string{"proxy.example"}}
}

// ask sends a request to a handler, with headers in pairs. The header Host is the name that the request calls the server.
func ask(h http.Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	r.Host = "127.0.0.1:8080"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFiles(t *testing.T) {
	h := Handler(options(t, oneTree("a tree")))
	for _, tc := range []struct{ target, kind, want string }{
		{"/rooms/race.js", "text/javascript; charset=utf-8", "export const title = 'race'"},
		{"/transat.wasm.gz", "application/gzip", "wasm"},
		{"/wasm_exec.js", "text/javascript; charset=utf-8", "bridge"},
		{"/trees/k", "application/octet-stream", "a tree"},
	} {
		r := ask(h, "GET", tc.target)
		if got := body(t, r); r.StatusCode != 200 || got != tc.want || r.Header.Get("Content-Type") != tc.kind {
			t.Errorf("%s: %s, %s, %q", tc.target, r.Status, r.Header.Get("Content-Type"), got)
		}
		r = ask(h, "HEAD", tc.target)
		if got := body(t, r); r.StatusCode != 200 || got != "" {
			t.Errorf("HEAD %s: %s, %q", tc.target, r.Status, got)
		}
	}
	root := body(t, ask(h, "GET", "/"))
	if index := body(t, ask(h, "GET", "/index.html")); root != index || !strings.Contains(index, "<!doctype html>") {
		t.Errorf("/ is %q and /index.html is %q", root, index)
	}
	var trees []site.Tree
	if err := json.Unmarshal([]byte(body(t, ask(h, "GET", "/trees/index.json"))), &trees); err != nil {
		t.Fatal(err)
	}
	if want, _ := oneTree("a tree").List(); !cmp.Equal(want, trees) {
		t.Errorf("the list of trees is %v", trees)
	}
	first := ask(h, "GET", "/rooms/race.js")
	if again := ask(h, "GET", "/rooms/race.js", "If-None-Match", first.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("a file that has not changed: %s", again.Status)
	}
}

// Names of files lead to files of the page and to recorded trees, and to nothing else.
func TestNamesThatAreNone(t *testing.T) {
	targets := []string{
		"/nothing", "/rooms/", "/rooms", "/trees/", "/trees", "/trees/nothing", "/trees/../index.html", "/../../etc/passwd",
		"/..%2f..%2fetc%2fpasswd", "/trees/..%2f..%2fetc%2fpasswd", "/trees/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
		"/index.html/", "/index.html%00.js", "/trees/k.tree", "/trees/k/", "/TREES/k", `/trees/..\..\k`,
	}
	for _, o := range []Options{options(t, oneTree("a tree")), options(t, nil)} {
		for _, target := range targets {
			if r := ask(Handler(o), "GET", target); r.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s, want not found", target, r.Status)
			}
		}
	}
	if list := body(t, ask(Handler(options(t, nil)), "GET", "/trees/index.json")); list != "[]\n" {
		t.Errorf("without trees the list is %q", list)
	}
	for _, target := range []string{"/trees/index.json", "/trees/k"} {
		r := ask(Handler(options(t, brokenTrees{})), "GET", target)
		if text := body(t, r); r.StatusCode != http.StatusInternalServerError || strings.Contains(text, "secret") {
			t.Errorf("%s of a cache that cannot be read: %s, %q", target, r.Status, text)
		}
	}
}

func TestWhoMayAsk(t *testing.T) {
	here := options(t, nil)
	everywhere := here
	everywhere.Anywhere = true
	for _, tc := range []struct {
		name    string
		o       Options
		method  string
		headers []string
		want    int
	}{
		{"by its address", here, "GET", nil, 200},
		{"as localhost", here, "GET", []string{"Host", "LocalHost:8080"}, 200},
		{"by its address of version 6", here, "GET", []string{"Host", "[::1]:8080"}, 200},
		{"without a port", here, "GET", []string{"Host", "[::1]"}, 200},
		{"by a name that it was given", here, "GET", []string{"Host", "Proxy.Example"}, 200},
		{"by a name that has come to resolve to it", here, "GET", []string{"Host", "evil.example:8080"}, 421},
		{"by a name that only ends like one", here, "GET", []string{"Host", "evil.localhost:8080"}, 421},
		{"by no name", here, "GET", []string{"Host", ""}, 421},
		{"by the address of another network", here, "GET", []string{"Host", "192.168.0.7:8080"}, 421},
		{"by that address, where others may reach it", everywhere, "GET", []string{"Host", "192.168.0.7:8080"}, 200},
		{"by a foreign name, where others may reach it", everywhere, "GET", []string{"Host", "evil.example:8080"}, 421},
		{"to change something", here, "POST", nil, 405},
		{"what it allows", here, "OPTIONS", nil, 405},
		{"from the page", here, "GET", []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://127.0.0.1:8080"}, 200},
		{"from the address line", here, "GET", []string{"Sec-Fetch-Site", "none"}, 200},
		{"by a link of another site", here, "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"from a frame of another site", here, "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"from a script of another site", here, "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors"}, 403},
		{"as a script of another site", here, "GET", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"}, 403},
		{"from another port of this computer", here, "GET", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors"}, 403},
		{"from another origin", here, "GET", []string{"Origin", "http://evil.example"}, 403},
		{"from another port by its origin", here, "GET", []string{"Origin", "http://127.0.0.1:9090"}, 403},
		{"from a page without an origin", here, "GET", []string{"Origin", "null"}, 403},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := ask(Handler(tc.o), tc.method, "/", tc.headers...)
			if text := body(t, r); r.StatusCode != tc.want || tc.want != 200 && strings.Contains(text, "doctype") {
				t.Errorf("%s, want %d", r.Status, tc.want)
			}
		})
	}
}

func TestHeaders(t *testing.T) {
	h := Handler(options(t, oneTree("a tree")))
	for _, target := range []string{"/", "/rooms/race.js", "/trees/index.json", "/trees/k", "/nothing"} {
		r := ask(h, "GET", target)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY", "Access-Control-Allow-Origin": "",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", target, name, got, want)
			}
		}
		if got := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'; ") {
			t.Errorf("%s: the policy is %q", target, got)
		}
	}
}

// start serves the page until the test ends.
func start(t *testing.T, h http.Handler) (addr string, ended <-chan error, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	end := make(chan error, 1)
	go func() { end <- Serve(ctx, l, h) }()
	return l.Addr().String(), end, cancel
}

// neverReads asks for something and then does not read the answer.
func neverReads(t *testing.T, addr, target string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, "GET "+target+" HTTP/1.1\r\nHost: "+addr+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFiftyViewersAndOneWhoNeverReads(t *testing.T) {
	const viewers, most = 50, 200 << 20
	large := make(oneTree, 16<<20) // more than lies in the buffers of a connection
	addr, _, _ := start(t, Handler(options(t, large)))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	neverReads(t, addr, "/trees/k")
	var wg sync.WaitGroup
	for range viewers {
		wg.Go(func() {
			client := http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for _, target := range []string{"/", "/rooms/race.js", "/transat.wasm.gz", "/trees/index.json", "/trees/k"} {
				r, err := client.Get("http://" + addr + target)
				if err != nil {
					t.Error(err)
					return
				}
				n, err := io.Copy(io.Discard, r.Body)
				if err != nil || r.StatusCode != 200 || target == "/trees/k" && n != int64(len(large)) {
					t.Errorf("%s: %s, %d bytes, %v", target, r.Status, n, err)
				}
				r.Body.Close()
			}
		})
	}
	wg.Wait()
	runtime.ReadMemStats(&after)
	// What the system has given, since the most that was ever needed counts. It includes the viewers' part.
	if cost := int64(after.Sys) - int64(before.Sys); cost > most {
		t.Errorf("they cost %d MB", cost>>20)
	} else {
		t.Logf("they cost %d MB, viewers included", cost>>20)
	}
}

// A viewer who never reads is cut off after the time that is given.
func TestStalledViewerIsCutOff(t *testing.T) {
	tree := make(oneTree, 32<<20)
	returned := make(chan struct{})
	h := patient(time.Millisecond, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		defer close(returned)
		if n, err := w.Write(tree); n == len(tree) || err == nil {
			t.Errorf("%d bytes went out, error %v", n, err)
		}
	}))
	addr, _, _ := start(t, h)
	neverReads(t, addr, "/")
	<-returned
}

// A server ends when it is told to, even if a client has not read its answer.
func TestServerEnds(t *testing.T) {
	addr, ended, stop := start(t, Handler(options(t, make(oneTree, 32<<20))))
	c := neverReads(t, addr, "/trees/k")
	if _, err := io.ReadFull(c, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if _, err := net.Dial("tcp", addr); err == nil {
		t.Error("it still listens")
	}
}

func TestRuns(t *testing.T) {
	o := options(t, nil)
	if r := ask(Handler(o), "GET", "/"+RunsFile); r.StatusCode != http.StatusNotFound || !strings.Contains(body(t, r), "--cluster=URL") {
		t.Errorf("without runs: %s", r.Status)
	}
	o.Runs = func(context.Context) ([]byte, error) { return []byte("[]"), nil }
	r := ask(Handler(o), "GET", "/"+RunsFile)
	if text := body(t, r); r.StatusCode != 200 || text != "[]" || r.Header.Get("Content-Type") != "application/json" ||
		r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s, %v, %q", r.Status, r.Header, text)
	}
	if r := ask(Handler(o), "GET", "/"+RunsFile, "Sec-Fetch-Site", "cross-site"); r.StatusCode != http.StatusForbidden {
		t.Errorf("another site: %s", r.Status)
	}
	o.Runs = func(context.Context) ([]byte, error) { return nil, errors.New("no way") }
	if r := ask(Handler(o), "GET", "/"+RunsFile); r.StatusCode != http.StatusBadGateway || !strings.Contains(body(t, r), "no way") {
		t.Errorf("with an error: %s", r.Status)
	}
}
