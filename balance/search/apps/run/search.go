package main

import (
	"time"

	"transat/balance/search"
)

// options are those of the library.
func (s *settings) options() search.Options {
	return search.Options{Procs: s.cores, Policy: s.policy, Ordered: s.ordered}
}

// count returns the number of solutions.
func count[E any](s *settings, p search.Problem[E]) (int64, error) {
	r, err := timed(s, func() (search.Result[E], error) { return search.Count(s.ctx, p, s.options()) })
	return r.Solutions, err
}

// find returns a solution, if there is one.
func find[E any](s *settings, p search.Problem[E]) (solution E, found bool, err error) {
	r, err := timed(s, func() (search.Result[E], error) { return search.Find(s.ctx, p, s.options()) })
	return r.Node, r.Found, err
}

// maximise returns a solution of the largest value.
func maximise[E any](s *settings, p search.Problem[E]) (solution E, value int64, err error) {
	r, err := timed(s, func() (search.Result[E], error) { return search.Maximise(s.ctx, p, s.options()) })
	return r.Node, r.Value, err
}

// timed adds up the nodes and the time of one search or several.
func timed[E any](s *settings, f func() (search.Result[E], error)) (search.Result[E], error) {
	begun := time.Now()
	r, err := f()
	s.took += time.Since(begun)
	s.nodes += r.Nodes
	return r, err
}
