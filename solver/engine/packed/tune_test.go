package packed

import (
	"cmp"
	"encoding/json"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/optimize"
)

// TestTune searches for better numbers of the rule "weights", for hours, and prints what it finds:
//
//	go test ./solver/engine/packed -run 'TestTune$' -tune=numbers.log -timeout=0 -v
//
// It is a search by CMA-ES, an evolution strategy. Each generation has sixteen vectors of numbers, drawn from a normal distribution around the best ones so
// far, and all of them are judged by the same unsatisfiable formulas, which are others every six generations. The result depends on -tune-seed only. The file
// keeps what each vector was worth: a search that was stopped goes on from it, and one with more generations too.
//
// The rule with the numbers found must then show on other and larger formulas whether it is better.
var (
	tune            = flag.String("tune", "", "search for numbers of the rule weights, and keep what was tried in this `file`")
	tuneSeed        = flag.Uint64("tune-seed", 1, "what the search and its formulas depend on")
	tuneGenerations = flag.Int("tune-generations", 100, "how many generations to search")
)

// A tunable is a number of the rule as the search sees it: x stands for at + scale·x, or for at·e^(scale·x) if it is a factor, within bounds.
type tunable struct {
	name        string
	at, scale   float64
	factor      bool
	least, most float64
	set         func(n *numbers, value float64)
}

func (u *tunable) value(x float64) (value float64, within bool) {
	v := u.at + u.scale*x
	if u.factor {
		v = u.at * math.Exp(u.scale*x)
	}
	value = min(max(v, u.least), u.most)
	return value, value == v
}

// tunables are the numbers that are tuned, from those that the search begins with.
func tunables(n numbers) []tunable {
	single := func(to func(n *numbers) *float32) func(*numbers, float64) {
		return func(n *numbers, value float64) { *to(n) = float32(value) }
	}
	double := func(to func(n *numbers) *float64) func(*numbers, float64) {
		return func(n *numbers, value float64) { *to(n) = value }
	}
	whole := func(to func(n *numbers) *int) func(*numbers, float64) {
		return func(n *numbers, value float64) { *to(n) = int(math.Round(value)) }
	}
	far, shift := math.Inf(1), n.shift()
	return []tunable{
		{"falseWeight", float64(n.falseWeight), 0.1, true, 1, 30, single(func(n *numbers) *float32 { return &n.falseWeight })},
		{"least", float64(n.least), 0.5, true, 0.001, 3, single(func(n *numbers) *float32 { return &n.least })},
		{"most", float64(n.most), 0.3, true, 8, 1000, single(func(n *numbers) *float32 { return &n.most })},
		{"offset", float64(n.offset), 0.05, false, 0, 3, single(func(n *numbers) *float32 { return &n.offset })},
		{"added", float64(n.added), 0.3, false, 0, 20, single(func(n *numbers) *float32 { return &n.added })},
		{"saturation", float64(n.saturation), 0.005, false, 0, 1, single(func(n *numbers) *float32 { return &n.saturation })},
		{"kept", float64(n.kept), 0.1, false, -0.2, 0.8, single(func(n *numbers) *float32 { return &n.kept })},
		{"candidates", float64(n.candidates), 0.25, true, 1, 40, whole(func(n *numbers) *int { return &n.candidates })},
		{"moreCandidates", n.moreCandidates, 0.7, false, 0, 20, double(func(n *numbers) *float64 { return &n.moreCandidates })},
		{"sumOfWeights", float64(n.sumOfWeights), 0.3, false, 0, 20, single(func(n *numbers) *float32 { return &n.sumOfWeights })},
		{"sumOfFollowing", float64(n.sumOfFollowing), 0.5, true, 0.01, 1000, single(func(n *numbers) *float32 { return &n.sumOfFollowing })},
		{"lookOffset", float64(n.lookOffset), 0.1, false, 0, 10, single(func(n *numbers) *float32 { return &n.lookOffset })},
		{"freezeRounds", float64(n.freezeRounds), 0.4, false, 0, 4, whole(func(n *numbers) *int { return &n.freezeRounds })},
		{"freezeOffset", float64(n.freezeOffset), 0.05, false, 0, 3, single(func(n *numbers) *float32 { return &n.freezeOffset })},
		{"frozenRoots", float64(n.frozenRoots), 0.15, false, -0.5, 1, single(func(n *numbers) *float32 { return &n.frozenRoots })},
		{"estimateFirst", n.estimateFirst, 0.4, false, -far, far, func(n *numbers, value float64) { n.estimateFirst = value + n.shift() - shift }},
		{"estimateFree", n.estimateFree, 0.002, false, -far, far, double(func(n *numbers) *float64 { return &n.estimateFree })},
		{"estimateTwo", n.estimateTwo, 0.002, false, -far, far, double(func(n *numbers) *float64 { return &n.estimateTwo })},
		{"estimateMean", n.estimateMean, 0.4, false, -far, far, double(func(n *numbers) *float64 { return &n.estimateMean })},
	}
}

// shift is what numbers do to the estimate by way of the mean, by and large. It is taken out, so that about as many subtrees are
// frozen whatever the numbers.
func (n *numbers) shift() float64 {
	return 7.378*(2*math.Log(1+float64(n.offset))+math.Log(1+float64(n.added)/6.3)) + 2.42*math.Log(float64(n.falseWeight)/7) - 80*float64(n.saturation)
}

// trainingSamples are formulas that take some milliseconds each.
func trainingSamples() []sample {
	return []sample{{200, 860, 6}, {230, 989, 8}, {260, 1118, 8}, {290, 1247, 3}, {240, 1080, 6}, {280, 1400, 5}, {320, 1600, 3}}
}

// generationsAlike is how many generations are judged by the same formulas.
const generationsAlike = 6

// tried is a vector and what it was worth: a line of the file.
type tried struct {
	X     []float64 `json:"x"`
	Worth float64   `json:"worth"` // the logarithm of the time, as in judge
}

// tuning is a search for numbers.
type tuning struct {
	t           testing.TB
	seed        uint64
	generations int
	population  int
	samples     []sample
	begin       numbers
	tunables    []tunable
	log         *json.Encoder // of what is tried and was not known

	known    []tried
	tried    []tried
	training []trained
	alike    int // the number of the formulas in training, from 1 on
}

// read takes what was tried before from a file. A line that was not written to its end is the last one.
func (u *tuning) read(from io.Reader) {
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
func (u *tuning) search() {
	u.tunables = tunables(u.begin)
	method := &optimize.CmaEsChol{InitStepSize: 0.3, Population: u.population, ForgetBest: true, Src: rand.NewPCG(u.seed, 1)}
	settings := &optimize.Settings{FuncEvaluations: u.generations * u.population, Converger: optimize.NeverTerminate{}}
	if _, err := optimize.Minimize(optimize.Problem{Func: u.try}, make([]float64, len(u.tunables)), settings, method); err != nil {
		u.t.Fatal(err)
	}
}

// try returns what a vector is worth.
func (u *tuning) try(x []float64) float64 {
	at := len(u.tried)
	if at < len(u.known) && slices.Equal(u.known[at].X, x) {
		u.tried = append(u.tried, u.known[at])
		return u.known[at].Worth
	}
	u.known = u.known[:min(at, len(u.known))]
	if alike := at/(u.population*generationsAlike) + 1; alike != u.alike {
		u.training, u.alike = trainOn(u.t, u.seed<<32+uint64(alike), u.samples), alike
	}
	n, outside := u.numbers(x)
	one := tried{slices.Clone(x), judge(u.training, n) + 0.001*float64(outside)}
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
func (u *tuning) numbers(x []float64) (n numbers, outside int) {
	n = u.begin
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
func (u *tuning) report() {
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
func (u *tuning) better(generations int) (all []tried) {
	for end := len(u.tried); end > 0 && generations > 0; end, generations = end-u.population, generations-1 {
		one := slices.Clone(u.tried[end-u.population : end])
		slices.SortFunc(one, func(a, b tried) int { return cmp.Compare(a.Worth, b.Worth) })
		all = append(all, one[:u.population/2]...)
	}
	return all
}

func TestTune(t *testing.T) {
	if *tune == "" {
		t.Skip("takes hours; needs -tune=FILE")
	}
	file, err := os.OpenFile(*tune, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	u := &tuning{
		t: t, seed: *tuneSeed, generations: *tuneGenerations, population: 16, samples: trainingSamples(), begin: weightsNumbers(),
		log: json.NewEncoder(file),
	}
	u.read(file)
	u.search()
}

// A search that was stopped goes on as if nothing had been, and finds the same again.
func TestTuningGoesOn(t *testing.T) {
	run := func(generations int, known string) string {
		var log strings.Builder
		log.WriteString(known)
		u := &tuning{
			t: t, seed: 3, generations: generations, population: 4, samples: []sample{{60, 300, 2}, {80, 400, 1}}, begin: weightsNumbers(),
			log: json.NewEncoder(&log),
		}
		u.read(strings.NewReader(known))
		u.search()
		return log.String()
	}
	whole := run(8, "")
	if lines := strings.Count(whole, "\n"); lines != 32 {
		t.Fatalf("%d vectors have been tried, want 32", lines)
	}
	if diff := gocmp.Diff(whole, run(8, run(3, ""))); diff != "" {
		t.Error(diff)
	}
}
