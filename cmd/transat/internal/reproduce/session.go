package reproduce

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"transat/balance/compare"
	"transat/cmd/transat/internal/treecache"
)

// Session has the services for an item while it runs.
type Session struct {
	Quick bool   // seconds count more than size
	Seed  uint64 // of all random choices
	Item  string // its name, on which its random choices depend

	place int // of the item among all
	pool  *compare.Pool
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
// call Map: it runs in the pool already.
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
	outputs, finished := make([]R, len(inputs)), make([]bool, len(inputs))
	turn := func(i int) compare.Turn { return compare.Turn{Group: s.place, Seconds: about(inputs[i]).Seconds} }
	err := s.pool.Each(ctx, len(inputs), turn, func(ctx context.Context, i int) (err error) {
		if outputs[i], err = do(ctx, inputs[i]); err != nil {
			cancel() // no more begin, whatever their numbers
			return err
		}
		finished[i] = true
		job := about(inputs[i])
		s.meter.finish(s.Item+": "+job.What, job.Seconds)
		return nil
	})
	return outputs, interrupted(err, finished)
}
