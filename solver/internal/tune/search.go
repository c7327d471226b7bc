//go:build tune

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// generationsAlike is how many generations are judged by the same formulas.
const generationsAlike = 6

// tried is a vector and what it was worth: a line of the log.
type tried struct {
	X     []float64 `json:"x"`
	Worth float64   `json:"worth"` // the logarithm of the time, as in judge
}

// search is a search for numbers.
type search[N any] struct {
	seed        uint64
	generations int
	population  int
	training    training[N]
	begin       N // the numbers of the rule, which others are compared with
	tunables    []tunable
	even        *even[N]
	log         *json.Encoder // of what is tried and was not known
	out         io.Writer     // of reports

	known  []tried
	tried  []tried
	judges []trained[N]
	alike  int // the number of the formulas that judge, from 1 on
	err    error
	worth  func(n N) float64 // instead of judges, for tests
}

func newSearch[N any](t training[N], log io.Writer) (*search[N], error) {
	engines, err := training[N]{t.length, []sample{{t.samples[0][0], t.samples[0][1], 1}}, t.build}.engines(0)
	if err != nil {
		return nil, err
	}
	s := &search[N]{training: t, begin: engines[0].Numbers(), log: json.NewEncoder(log), out: io.Discard}
	s.tunables = tunables(s.begin)
	s.even, err = newEven(t, s.tunables)
	return s, err
}

// read takes what was tried before from a log. A line that was not written to its end is the last one.
func (s *search[N]) read(from io.Reader) {
	lines := json.NewDecoder(from)
	for {
		var one tried
		if lines.Decode(&one) != nil {
			return
		}
		s.known = append(s.known, one)
	}
}

// search tries the vectors of all generations.
func (s *search[N]) search() error {
	method := &optimize.CmaEsChol{InitStepSize: 0.3, Population: s.population, ForgetBest: true, Src: rand.NewPCG(s.seed, 1)}
	settings := &optimize.Settings{FuncEvaluations: s.generations * s.population, Converger: optimize.NeverTerminate{}}
	_, err := optimize.Minimize(optimize.Problem{Func: s.try, Status: func() (optimize.Status, error) {
		return optimize.NotTerminated, s.err
	}}, make([]float64, len(s.tunables)), settings, method)
	return cmp.Or(s.err, err)
}

// try returns what a vector is worth.
func (s *search[N]) try(x []float64) float64 {
	at := len(s.tried)
	if at < len(s.known) && slices.Equal(s.known[at].X, x) {
		s.tried = append(s.tried, s.known[at])
		return s.known[at].Worth
	}
	s.known = s.known[:min(at, len(s.known))]
	n, outside := s.numbers(x)
	one := tried{slices.Clone(x), s.judged(n, at) + 0.001*float64(outside)}
	if err := s.log.Encode(one); err != nil {
		s.err = err
	}
	s.tried = append(s.tried, one)
	if len(s.tried)%s.population == 0 {
		s.report()
	}
	return one.Worth
}

// judged judges numbers by the formulas whose turn it is.
func (s *search[N]) judged(n N, at int) float64 {
	if s.worth != nil {
		return s.worth(n)
	}
	if alike := at/(s.population*generationsAlike) + 1; alike != s.alike {
		judges, err := s.training.on(s.seed<<32+uint64(alike), s.begin)
		if err != nil {
			s.err = err
			return 0
		}
		s.judges, s.alike = judges, alike
	}
	return judge(s.judges, n)
}

// numbers returns what x stands for, and how many numbers were outside their bounds.
func (s *search[N]) numbers(x []float64) (n N, outside int) {
	n, outside = vary(s.begin, s.tunables, x)
	if s.even != nil {
		i := slices.Index(s.tunables, s.even.first)
		s.even.settle(&n, s.tunables[i].scale*x[i])
	}
	return n, outside
}

// report tells how the last generation did, and what the better halves of the last five have on average.
func (s *search[N]) report() {
	generation := s.better(1)
	fmt.Fprintf(s.out, "generation %d: %+.4f at best, %+.4f at the median\n",
		len(s.tried)/s.population, generation[0].Worth, generation[len(generation)-1].Worth)
	last := s.better(5)
	mean := make([]float64, len(s.tunables))
	for _, one := range last {
		for i := range mean {
			mean[i] += one.X[i] / float64(len(last))
		}
	}
	n, _ := s.numbers(mean)
	fmt.Fprintf(s.out, "%+v\n", n)
}

// better returns the better half of each of the last generations.
func (s *search[N]) better(generations int) (all []tried) {
	for end := len(s.tried); end > 0 && generations > 0; end, generations = end-s.population, generations-1 {
		one := slices.Clone(s.tried[end-s.population : end])
		slices.SortFunc(one, func(a, b tried) int { return cmp.Compare(a.Worth, b.Worth) })
		all = append(all, one[:s.population/2]...)
	}
	return all
}
