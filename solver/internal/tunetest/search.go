package tunetest

import (
	"cmp"
	"encoding/json"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/optimize"
)

// generationsAlike is how many generations are judged by the same formulas.
const generationsAlike = 6

// tried is a vector and what it was worth: a line of the file.
type tried struct {
	X     []float64 `json:"x"`
	Worth float64   `json:"worth"` // the logarithm of the time, as in judge
}

// search is a search for numbers.
type search[N any] struct {
	t           testing.TB
	seed        uint64
	generations int
	population  int
	training    Training[N]
	tunables    []Tunable[N]
	log         *json.Encoder // of what is tried and was not known

	known  []tried
	tried  []tried
	judges []trained[N]
	alike  int // the number of the formulas that judge, from 1 on
}

func newSearch[N any](t testing.TB, training Training[N], tunables []Tunable[N], log io.Writer) *search[N] {
	return &search[N]{t: t, training: training, tunables: tunables, log: json.NewEncoder(log)}
}

// read takes what was tried before from a file. A line that was not written to its end is the last one.
func (u *search[N]) read(from io.Reader) {
	lines := json.NewDecoder(from)
	for {
		var one tried
		if lines.Decode(&one) != nil {
			return
		}
		u.known = append(u.known, one)
	}
}

// search tries the vectors of all generations.
func (u *search[N]) search() {
	method := &optimize.CmaEsChol{InitStepSize: 0.3, Population: u.population, ForgetBest: true, Src: rand.NewPCG(u.seed, 1)}
	settings := &optimize.Settings{FuncEvaluations: u.generations * u.population, Converger: optimize.NeverTerminate{}}
	if _, err := optimize.Minimize(optimize.Problem{Func: u.try}, make([]float64, len(u.tunables)), settings, method); err != nil {
		u.t.Fatal(err)
	}
}

// try returns what a vector is worth.
func (u *search[N]) try(x []float64) float64 {
	at := len(u.tried)
	if at < len(u.known) && slices.Equal(u.known[at].X, x) {
		u.tried = append(u.tried, u.known[at])
		return u.known[at].Worth
	}
	u.known = u.known[:min(at, len(u.known))]
	if alike := at/(u.population*generationsAlike) + 1; alike != u.alike {
		u.judges, u.alike = u.training.on(u.seed<<32+uint64(alike)), alike
	}
	n, outside := u.numbers(x)
	one := tried{slices.Clone(x), judge(u.judges, n) + 0.001*float64(outside)}
	if err := u.log.Encode(one); err != nil {
		u.t.Fatal(err)
	}
	u.tried = append(u.tried, one)
	if len(u.tried)%u.population == 0 {
		u.report()
	}
	return one.Worth
}

// numbers returns what x stands for, and how many numbers were outside their bounds.
func (u *search[N]) numbers(x []float64) (n N, outside int) {
	n = u.training.Begin
	for i := range u.tunables {
		value, within := u.tunables[i].value(x[i])
		u.tunables[i].set(&n, value)
		if !within {
			outside++
		}
	}
	return n, outside
}

// report tells how the last generation did, and what the better halves of the last five have on average.
func (u *search[N]) report() {
	generation := u.better(1)
	u.t.Logf("generation %d: %+.4f at best, %+.4f at the median", len(u.tried)/u.population, generation[0].Worth, generation[len(generation)-1].Worth)
	last := u.better(5)
	mean := make([]float64, len(u.tunables))
	for _, one := range last {
		for i := range mean {
			mean[i] += one.X[i] / float64(len(last))
		}
	}
	n, _ := u.numbers(mean)
	u.t.Logf("%+v", n)
}

// better returns the better half of each of the last generations.
func (u *search[N]) better(generations int) (all []tried) {
	for end := len(u.tried); end > 0 && generations > 0; end, generations = end-u.population, generations-1 {
		one := slices.Clone(u.tried[end-u.population : end])
		slices.SortFunc(one, func(a, b tried) int { return cmp.Compare(a.Worth, b.Worth) })
		all = append(all, one[:u.population/2]...)
	}
	return all
}
