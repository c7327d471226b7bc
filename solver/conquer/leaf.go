package conquer

import (
	"context"
	"math"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/cube"
)

// learning is the clause learning of a search, on a goroutine while it is at work.
type learning struct {
	ctx    context.Context
	make   func(ctx context.Context, proof cnf.ProofWriter) (cube.Leaf, error)
	leaf   cube.Leaf // nil before the first cube
	lemmas *lemmas   // of leaf; nil without a proof
	proof  bool

	stop    func()      // ends the cube under way; nil if there is none
	answers chan answer // of that
}

type answer struct {
	result cdcl.CubeResult
	err    error
}

// start begins with a cube. None may be under way.
func (l *learning) start(literals []cnf.Lit, budget int64) {
	ctx, stop := context.WithCancel(l.ctx)
	l.stop, l.answers = stop, make(chan answer, 1)
	if l.leaf == nil && l.proof {
		l.lemmas = newLemmas()
		context.AfterFunc(l.ctx, l.lemmas.close)
	}
	l.lemmas.limit(mostSteps)
	answers := l.answers
	go func() {
		var a answer
		if l.leaf == nil {
			var w cnf.ProofWriter
			if l.lemmas != nil {
				w = l.lemmas
			}
			l.leaf, a.err = l.make(l.ctx, w)
		}
		if a.err == nil {
			a.result, a.err = l.leaf.Solve(ctx, literals, budget)
		}
		answers <- a
	}()
}

// busy reports whether a cube is under way.
func (l *learning) busy() bool { return l.stop != nil }

// wait waits that long for the answer; ok is false if there is none yet.
func (l *learning) wait(long time.Duration) (a answer, ok bool) {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case a = <-l.answers:
		l.stop()
		l.stop = nil
		return a, true
	case <-timer.C:
		return answer{}, false
	}
}

// halt ends the cube under way, if there is one, and returns its answer.
func (l *learning) halt() (a answer, ok bool) {
	if l.stop == nil {
		return answer{}, false
	}
	l.stop()
	l.stop = nil
	l.lemmas.limit(math.MaxInt) // clause learning must not wait for who waits for it
	return <-l.answers, true
}

// forget ends the stream of lemmas: the next cube begins another one, with nothing learned.
func (l *learning) forget() {
	if l.lemmas != nil {
		l.lemmas.close() // so that nothing waits for room
	}
	l.halt()
	if l.leaf != nil {
		_ = l.leaf.Close() // what it has held is of no use any more
	}
	l.leaf, l.lemmas = nil, nil
}
