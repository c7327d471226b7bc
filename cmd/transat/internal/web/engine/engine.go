package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"

	"transat/balance"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/treecache"
)

// Engine answers requests, one at a time.
type Engine struct {
	registry balance.Registry
	trees    shelf
	store    *treecache.Store // holds the last tree without a formula
}

// New returns an engine that knows the given policies.
func New(registry balance.Registry) *Engine {
	e := &Engine{registry: registry, store: newStore(defaultRule)}
	e.store.Hold = true
	return e
}

// Reply is the answer to a request.
type Reply struct {
	JSON  any      // encoding/json makes an object of it
	Blobs [][]byte // the caller's; none for most requests
}

// Call is a request under way: what a function of the table of requests gets.
type Call struct {
	Context context.Context
	Blobs   [][]byte // that came with it
	File    *Brought // likewise; nil if none did
	// Progress is told the share of the whole that is done, 0 to 1, and what goes on. It is not nil.
	Progress func(share float64, what string)

	fields json.RawMessage
}

// Read reads the fields of the request. One that into does not have is an error, so that none is misspelt.
func (c *Call) Read(into any) error {
	d := json.NewDecoder(bytes.NewReader(c.fields))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("a field of the request: %w", err)
	}
	return nil
}

// Do answers a request, which is a JSON object whose field do is one of [Requests]. Blobs are those that belong to it, and
// progress, if not nil, is told how far it has come. An error is an [*Error].
func (e *Engine) Do(
	ctx context.Context, request []byte, blobs [][]byte, progress func(share float64, what string),
) (reply Reply, err error) {
	return e.answer(request, &Call{Context: ctx, Blobs: blobs, Progress: progress})
}

// DoFile is Do for a request that a file belongs to, such as read.
func (e *Engine) DoFile(
	ctx context.Context, request []byte, file *Brought, progress func(share float64, what string),
) (reply Reply, err error) {
	return e.answer(request, &Call{Context: ctx, File: file, Progress: progress})
}

// answer does what a request asks for, by the table of requests.
func (e *Engine) answer(request []byte, c *Call) (reply Reply, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the settings\n%s", fault, debug.Stack())
		}
		if err != nil {
			reply, err = Reply{}, explained(err)
		}
	}()
	if c.Progress == nil {
		c.Progress = func(float64, string) {}
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(request, &fields); err != nil {
		return Reply{}, fmt.Errorf("the request: %w", err)
	}
	var name string
	if err := json.Unmarshal(fields["do"], &name); err != nil {
		return Reply{}, fmt.Errorf("the request has no field do that says what to do")
	}
	delete(fields, "do")
	var names []string
	for _, r := range Requests() {
		names = append(names, r.Name)
		if r.Name != name {
			continue
		}
		if c.fields, err = json.Marshal(fields); err != nil {
			return Reply{}, err
		}
		return r.do(e, c)
	}
	return Reply{}, suggest.Unknown("request", name, names, "")
}
