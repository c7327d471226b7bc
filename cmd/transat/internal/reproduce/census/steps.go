package census

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

func stepsItem() reproduce.Item {
	return reproduce.Item{
		Name:  "census/steps",
		Title: "optimal scheme, edge colours, random matchings: steps and flows",
		Source: "Diekmann, Frommer, Monien, 1999; Hu, Blake, Emerson, 1998; Hosseini and others, 1990; " +
			"Ghosh, Muthukrishnan, 1996",
		Run: steps,
	}
}

// net is a network.
type net struct {
	kind  string
	sides []int
}

// even is what a policy did with a pile of load on a network.
type even struct {
	net
	policy string
	values int     // different eigenvalues of the Laplacian above 0
	took   int     // steps until all loads were within a millionth of the mean, or tries
	ended  bool    // they were
	flow   float64 // the square sum of the net flows over the links, beside the least one that evens out
	shrink float64 // by what the potential shrank in a step, on average; the quantity of random matchings
	bound  float64 // what is proven for that
}

// tries is the number of steps after which a policy is stopped.
const tries = 20_000

// policiesInSteps are those of the item. Diffusion is there to compare with.
func policiesInSteps() []string { return []string{"optimal", "edge-colours", "matching", "diffusion"} }

func steps(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	nets := reproduce.Size(s,
		[]net{{"hypercube", []int{16}}, {"clique", []int{7}}, {"torus", []int{4, 4}}, {"mesh", []int{3, 4}}},
		[]net{
			{"hypercube", []int{16}},
			{"hypercube", []int{64}},
			{"clique", []int{16}},
			{"ring", []int{16}},
			{"ring", []int{33}},
			{"line", []int{16}},
			{"torus", []int{4, 4}},
			{"torus", []int{8, 8}},
			{"torus", []int{3, 5}},
			{"mesh", []int{3, 4}},
			{"mesh", []int{8, 8}},
			{"debruijn", []int{32}},
			{"tree", []int{31}},
		})
	var all []even
	for _, n := range nets {
		for _, policy := range policiesInSteps() {
			if policy != "optimal" || n.kind != "debruijn" && n.kind != "tree" {
				all = append(all, even{net: n, policy: policy})
			}
		}
	}
	rows, err := reproduce.Map(ctx, s, all,
		func(x even) reproduce.Job { return reproduce.Job{What: x.policy + " on " + x.name(), Seconds: 0.05} },
		func(ctx context.Context, x even) (even, error) { return x, x.run(ctx) })
	if err != nil {
		return reproduce.Interrupted(err, nil, stepsTable(reproduce.Finished(rows, err)))
	}
	return &reproduce.Result{
		Setup:  []string{"all load lies on one processor; loads are real numbers, and all processors take steps together"},
		Tables: []report.Sheet{stepsTable(rows)},
		Claims: stepsClaims(rows),
	}, nil
}

func (n net) name() string { return fmt.Sprint(n.kind, " ", topology.FormatSides(n.sides)) }

// run lets the policy even out.
func (e *even) run(ctx context.Context) error {
	network, err := topology.New(e.kind, e.sides...)
	if err != nil {
		return err
	}
	policy, err := balance.Choose(e.policy)
	if err != nil {
		return err
	}
	n := network.Procs()
	moved := map[[2]int]float64{} // net flow over a link, from the lower rank to the higher
	loads := reproduce.Pile(n, 1)
	m, err := rounds.New(rounds.Setup{Network: network, Policy: policy, Loads: loads, Flow: func(from, to int, amount float64) {
		if from < to {
			moved[[2]int{from, to}] += amount
		} else {
			moved[[2]int{to, from}] -= amount
		}
	}})
	if err != nil {
		return err
	}
	first := potential(loads)
	for ; e.took < tries && !e.ended; e.took++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		m.Step()
		e.ended = farthest(m.Loads()) < 1e-6
	}
	for _, x := range moved {
		e.flow += x * x
	}
	laplacian, degree := laplacianOf(network)
	var second float64
	if e.values, second, err = eigenvalues(laplacian); err != nil {
		return err
	}
	least, err := leastFlow(laplacian, loads)
	e.flow /= least
	e.shrink = math.Pow(potential(m.Loads())/first, 1/float64(e.took))
	e.bound = 1 - second/(16*float64(degree))
	return err
}

// potential is the sum of the squares of loads less their mean, which is 1.
func potential(loads []float64) float64 {
	sum := 0.0
	for _, l := range loads {
		sum += (l - 1) * (l - 1)
	}
	return sum
}

// farthest is how far a load is from the mean, which is 1.
func farthest(loads []float64) float64 {
	far := 0.0
	for _, l := range loads {
		far = max(far, math.Abs(l-1))
	}
	return far
}

// laplacianOf is the Laplacian matrix of a network, and its largest degree.
func laplacianOf(network topology.Network) (*mat.SymDense, int) {
	n, most := network.Procs(), 0
	laplacian := mat.NewSymDense(n, nil)
	for a := range n {
		neighbours := network.Neighbours(a)
		most = max(most, len(neighbours))
		laplacian.SetSym(a, a, float64(len(neighbours)))
		for _, b := range neighbours {
			laplacian.SetSym(a, b, -1)
		}
	}
	return laplacian, most
}

// eigenvalues counts the different ones above 0, and returns the smallest of them.
func eigenvalues(laplacian *mat.SymDense) (count int, second float64, err error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(laplacian, false) {
		return 0, 0, fmt.Errorf("the eigenvalues of a matrix of %d rows were not found", laplacian.SymmetricDim())
	}
	last := 0.0
	for _, x := range eigen.Values(nil) { // in ascending order
		if x-last > 1e-9 {
			if count++; count == 1 {
				second = x
			}
			last = x
		}
	}
	return count, second, nil
}

// leastFlow is the square sum of the least flow that evens loads out: of the differences of potentials x with L·x = load − mean, which is
// the product of x and load − mean. Without the constant added to the matrix it would be singular; it changes nothing, as loads less their
// mean add up to 0.
func leastFlow(laplacian *mat.SymDense, loads []float64) (float64, error) {
	n := len(loads)
	full, over := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for a := range n {
		over.SetVec(a, loads[a]-1)
		for b := range n {
			full.Set(a, b, laplacian.At(a, b)+1)
		}
	}
	var x mat.VecDense
	if err := x.SolveVec(full, over); err != nil {
		return 0, err
	}
	return mat.Dot(&x, over), nil
}

func stepsTable(rows []even) report.Sheet {
	return report.NewSheet("steps", "Until every load is within a millionth of the mean", []report.Column[even]{
		{Key: "network", Heading: "network", Left: true, Value: func(e even) any { return e.name() }},
		{Key: "policy", Heading: "policy", Left: true, Value: func(e even) any { return e.policy }},
		{Key: "eigenvalues", Heading: "eigenvalues", Value: func(e even) any { return e.values }},
		{Key: "steps", Heading: "steps", Value: func(e even) any { return e.took }},
		report.Number("flow", "flow / least", 4, func(e even) float64 { return e.flow }),
		report.Number("shrink", "shrink", 4, func(e even) float64 { return e.shrink }),
		report.Number("bound", "proven", 4, func(e even) float64 { return e.bound }),
	}, rows, "eigenvalues: different ones of the Laplacian matrix above 0; flow / least: the square sum of the net flows over the links, "+
		"beside the least one", "shrink: of the potential Σ(load − mean)² in a step, on average; proven: of random matchings, 1 − λ₂/16d")
}

// of are the rows of a policy.
func of(rows []even, policy string) []even {
	var all []even
	for _, e := range rows {
		if e.policy == policy {
			all = append(all, e)
		}
	}
	return all
}

// counted says in how many rows something is so.
func counted(rows []even, so func(even) bool) (count int, note string) {
	for _, e := range rows {
		if so(e) {
			count++
		}
	}
	return count, fmt.Sprintf("on %d of %d networks", count, len(rows))
}

func stepsClaims(rows []even) []reproduce.Claim {
	claim := func(kind reproduce.ClaimKind, section, text string, bound reproduce.Bound, policy string,
		so func(even) bool,
	) reproduce.Claim {
		of := of(rows, policy)
		count, note := counted(of, so)
		return reproduce.Claim{
			Kind: kind, Section: section, Text: text, Bound: bound, Verdict: reproduce.Judge(len(of) > 0 && count == len(of)), Note: note,
		}
	}
	minimal := func(e even) bool { return math.Abs(e.flow-1) < 1e-4 }
	all := []reproduce.Claim{
		claim(reproduce.Stated, "Diekmann and others (OPT)", "loads are equal after as many steps as there are different eigenvalues",
			reproduce.Theirs("at most that number of steps, on every network; a pile may lack some of the parts"), "optimal",
			func(e even) bool { return e.ended && e.took <= e.values }),
		claim(reproduce.Stated, "Diekmann and others", "the flow of the optimal scheme is the least in ℓ₂",
			reproduce.Ours("within 10⁻⁴ of the least one, on every network"), "optimal", minimal),
		claim(reproduce.Stated, "Diekmann and others; Hu and others", "the flow of diffusion is the least in ℓ₂, too",
			reproduce.Ours("within 10⁻⁴ of the least one, on every network"), "diffusion", minimal),
		claim(reproduce.Stated, "Hosseini and others", "evening out by edge colours converges on every connected network",
			reproduce.Ours(fmt.Sprintf("within a millionth of the mean in at most %d steps", tries)), "edge-colours",
			func(e even) bool { return e.ended }),
		claim(reproduce.Stated, "Ghosh, Muthukrishnan", "the potential shrinks by 1 − λ₂/16d a step, or more",
			reproduce.Ours("the mean over all steps of a run"), "matching", func(e even) bool { return e.ended && e.shrink <= e.bound }),
	}
	coloured := of(rows, "edge-colours")
	cubes := slices.DeleteFunc(slices.Clone(coloured), func(e even) bool { return e.kind != "hypercube" })
	one, _ := counted(cubes, func(e even) bool { return e.ended && e.took == 1 })
	least, note := counted(coloured, minimal)
	return append(all,
		reproduce.Claim{
			Kind: reproduce.Reading, Section: "Hosseini and others; Cybenko", Text: "on a hypercube one step through all colours evens out",
			Bound: reproduce.Theirs("after one step"), Verdict: reproduce.Judge(len(cubes) > 0 && one == len(cubes)),
			Note: "the colours are the dimensions there",
		},
		reproduce.Claim{
			Kind: reproduce.Check, Section: "the price of edge colours", Text: "edge colours move more than the least flow",
			Bound: reproduce.Ours("on some network"), Verdict: reproduce.Judge(least < len(coloured)), Note: "the least one " + note,
		})
}
