// Package server sends the page to browsers, and takes care of who may ask for it.
//
// The page is a set of files (package site), and simulates in the browser. So the server is a plain file server: it reads nothing but
// GET and HEAD requests, stores nothing, and computes nothing. (What it passes on of runs on many computers is what their coordinators
// say: Options.Runs.) What is left to guard is that it often runs on a computer with a browser in which other pages are open. Each rule
// has a file:
//
//   - guard.go: who may ask. A foreign page must not read from this server, even if its name resolves to this computer (DNS
//     rebinding).
//   - headers.go: what a browser may do with the answer.
//   - files.go: names in requests. They are looked up in the page's table of files and in the list of recorded trees, and
//     never become a path.
//   - patience.go: viewers that are slow, or never read, cost a buffer of a few kilobytes, for half a minute.
//
// [Handler] is the whole of it; [Serve] lends it to a listener, with limits on time and on sizes.
package server

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"transat/cmd/transat/internal/web/site"
)

// Options are what a server serves, and under which names.
type Options struct {
	Page  *site.Page
	Trees site.Trees // recorded trees; nil for none
	// Runs says how searches on many computers stand, as JSON; nil for none.
	Runs func(context.Context) ([]byte, error)
	// Hosts are the names that requests may give the server, beside localhost and addresses of the loopback network: the Host of
	// a request, without the port.
	Hosts []string
	// Anywhere lets requests name the server by any address in digits. It is for servers that other computers reach; a
	// page that rebinds a name of its own still has to use that name.
	Anywhere bool
}

// Handler serves the page at "/" and below.
func Handler(o Options) http.Handler {
	return patient(stalledTime, guard(o, withHeaders(o.Page.Policy(), files(o))))
}

// Limits on what a client may take.
const (
	headerTime  = 10 * time.Second // to send the request
	idleTime    = time.Minute      // between two requests
	stalledTime = 30 * time.Second // in which a client has not taken the next piece of an answer
	headerBytes = 16 << 10
	// farewell is how long requests under way may go on after the server was told to end.
	farewell = time.Second
)

// Serve answers requests that come to the listener, until ctx ends. It returns nil then.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          log.New(io.Discard, "", 0), // clients that break off are nothing to report
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if err := s.Shutdown(limited); errors.Is(err, context.DeadlineExceeded) {
		return s.Close()
	} else if err != nil {
		return err
	}
	return nil
}
