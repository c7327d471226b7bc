//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// watch is the server as the browser's proxy: whatever a page asks for, in whichever of its workers, comes here. It passes
// on what is for the page's own address, and takes notes of the rest.
type watch struct {
	host string
	next http.Handler

	mu     sync.Mutex
	others []string
	served []string // the targets of all other requests
}

func newWatch(host string, next http.Handler) *watch { return &watch{host: host, next: next} }

func (w *watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	own := r.Method != http.MethodConnect && r.Host == w.host
	if own {
		w.served = append(w.served, r.URL.Path)
	} else {
		w.others = append(w.others, fmt.Sprintf("%s %s", r.Method, r.URL))
	}
	w.mu.Unlock()
	if !own {
		http.Error(out, "this is not the page", http.StatusForbidden)
		return
	}
	w.next.ServeHTTP(out, r)
}

// foreign returns the requests so far that were not for the page's address. Some are the browser's own: it wants to be near its
// maker, whatever it is told. The console has those that a page makes to these hosts.
func (w *watch) foreign() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	makers := regexp.MustCompile(`^[A-Z]+ (https?:)?//([a-z0-9-]+\.)*(google|googleapis|gstatic|gvt1)\.com[:/]`)
	return slices.DeleteFunc(slices.Clone(w.others), makers.MatchString)
}

// count is how many files the page has asked for, and since which ones after that many.
func (w *watch) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.served)
}

func (w *watch) since(count int) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.served[count:])
}

// has reports whether the page has asked for a file of its own.
func (w *watch) has(target string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Contains(w.served, target)
}

// console collects what a page writes to its console, the mistakes that it does not catch, and the addresses that it asks for
// something, except its own.
type console struct {
	mu   sync.Mutex
	base string // the page's own address
	said []string
}

// begin forgets what the page of another test has said.
func (c *console) begin(base string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.base, c.said = base, nil
}

// listen takes in an event of a tab.
func (c *console) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, string(arg.Value)+arg.Description)
		}
		c.add("%s: %q", e.Type, words)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if thrown := e.ExceptionDetails.Exception; thrown != nil {
			text += " " + thrown.Description
		}
		c.add("exception: %s", text)
	case *network.EventRequestWillBeSent:
		c.mu.Lock()
		base := c.base
		c.mu.Unlock()
		if u := e.Request.URL; !strings.HasPrefix(u, base) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:"+base) {
			c.add("nothing, but the page asks for %.200s", u)
		}
	case *log.EventEntryAdded:
		c.add("%s: %s (%s)", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	}
}

func (c *console) add(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, fmt.Sprintf(format, args...))
}

func (c *console) lines() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.said)
}
