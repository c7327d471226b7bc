package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"

	"transat/balance/jobs"
	"transat/cmd/transat/internal/treecache"
)

// Session is what an item is lent while it runs.
type Session struct {
	Quick bool   // seconds count more than size
	Seed  uint64 // of all random choices
	Item  string // its name, on which its random choices depend

	place int // of the item among all
	cores *jobs.Cores
	meter *meter

	trees     *treecache.Store
	recording chan struct{} // holds a value while a tree is recorded, which all cores do together
	shared    *shared
}

// Size is the quick one of two sizes, lists of sizes, …, or the full one.
func Size[T any](s *Session, quick, full T) T {
	if s.Quick {
		return quick
	}
	return full
}

// Rand returns a random source. Sources for different items, or different streams, have nothing to do
// with each other; those for the same ones are the same. A job names its stream by what is particular
// to it: its size, its repetition.
func (s *Session) Rand(stream ...uint64) *rand.Rand { return s.RandFor(s.Item, stream...) }

// RandFor is Rand for several items that have the same random choices, under a name of their own or one's of them.
func (s *Session) RandFor(name string, stream ...uint64) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintln(h, name, stream)
	return rand.New(rand.NewPCG(s.Seed, h.Sum64()))
}

// Job says what is done in one call of Map's function, for the progress bar, and roughly how many
// seconds it takes on one core: of an item's jobs, the long ones are begun first.
type Job struct {
	What    string
	Seconds float64
}

// Map calls do for every input, as many at a time as there are cores for all items together, and
// returns the outputs in the order of the inputs. If a call fails no more are begun, and the error is
// that of the first input that has failed by itself; if ctx has ended, [Finished] tells what is there. do must not
// call Map: it holds a core already.
func Map[T, R any](ctx context.Context, s *Session, inputs []T, about func(T) Job, do func(context.Context, T) (R, error)) ([]R, error) {
	for _, input := range inputs {
		s.meter.expect(about(input).Seconds)
	}
	return each(ctx, s, inputs, about, do)
}

// each is Map for jobs that the meter has been told to expect.
func each[T, R any](ctx context.Context, s *Session, inputs []T, about func(T) Job, do func(context.Context, T) (R, error)) ([]R, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	described, order := make([]Job, len(inputs)), make([]int, len(inputs))
	for i, input := range inputs {
		described[i], order[i] = about(input), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(described[j].Seconds, described[i].Seconds) })

	outputs, errs := make([]R, len(inputs)), make([]error, len(inputs))
	var all sync.WaitGroup
	for _, i := range order {
		all.Go(func() {
			errs[i] = s.cores.Run(ctx, jobs.Turn{Group: s.place, Seconds: described[i].Seconds}, func() (err error) {
				outputs[i], err = do(ctx, inputs[i])
				return err
			})
			if errs[i] != nil {
				cancel()
				return
			}
			s.meter.finish(s.Item+": "+described[i].What, described[i].Seconds)
		})
	}
	all.Wait()
	return outputs, interrupted(errs, func(int) bool { return true })
}

// cause returns the first error that is not just the end of the context, or else the first, or nil.
func cause(errs []error) error {
	var first error
	for _, err := range errs {
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			return err
		case first == nil:
			first = err
		}
	}
	return first
}
