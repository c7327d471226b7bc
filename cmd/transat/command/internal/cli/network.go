package cli

import (
	"context"
	"io"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/web/site"
	"transat/solver/cnf"
)

// Remote has the functions of commands on a network. A program without a network is built in half the time; package network builds
// the one with it.
type Remote struct {
	// Open begins a run on many computers with a formula, or finds the one of Options.Run, whose formula it returns.
	Open func(context.Context, *cnf.Formula, cluster.Options) (cluster.Run, error)
	// Work joins a run and searches until it ends, or ctx does; or joins one after the other.
	Work func(context.Context, cluster.WorkOptions) (cluster.Worked, error)
	// States asks all coordinators of a server how their runs stand, and waits that long for answers.
	States func(ctx context.Context, at cluster.Access, wait time.Duration) ([]cluster.State, error)
	// Accept listens at an address, tells ready where, and returns the first connection. It ends with ctx.
	Accept func(a *App, ctx context.Context, addr string, ready func(at string)) (io.ReadCloser, error)
	// Serve shows the page to browsers until ctx ends.
	Serve func(*App, context.Context, ServeOptions) error
}

// ServeOptions are the options for serving the page.
type ServeOptions struct {
	Addr  string   // HOST:PORT to listen at
	Hosts []string // further names that browsers may call the server by
	Open  bool     // in a browser of this computer
	Page  func() (*site.Page, error)
	Trees site.Trees
	Runs  cluster.Access // of the server whose runs are shown; without a URL, none are
}

// Networked returns the network. A program without one starts the one that has it instead, with the same arguments; how that ended is
// the error.
func (a *App) Networked(ctx context.Context) (*Remote, error) {
	if a.Network == nil {
		return nil, a.handOver(ctx)
	}
	return a.Network, nil
}
