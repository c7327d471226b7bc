package adf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// The claims of adf/weights: statements of the paper on weights, judged by the rows.

func weightsClaims(given, best []weightsRow) []reproduce.Claim {
	all := slices.Concat(given, best)
	return []reproduce.Claim{
		equationClaim("§4.1, equation 9", "on a ring, a step multiplies a wave by |μ| of equation 9, whatever the weights", 1, all),
		equationClaim("§4.2, equation 13", "on a torus, a step multiplies a wave by |μ| of equation 13, whatever the weights", 2, all),
		halfClaim(symmetricOnRing(15), symmetricOnRing(16)),
		onlyHalfClaim(given),
		halfIsBestClaim(given),
		insideClaim(best),
		asymmetricClaim(given),
		directionsClaim(best),
	}
}

// equationClaim judges the formulas of the eigenvalues, on rings (one dimension) or tori.
func equationClaim(section, text string, dimensions int, rows []weightsRow) reproduce.Claim {
	far, off, networks := 0., 0., 0
	for _, r := range rows {
		if len(r.sides) != dimensions || len(r.up) != dimensions {
			continue
		}
		networks++
		far = max(far, r.waves)
		if r.gamma < 1-1e-9 {
			off = max(off, math.Abs((1-r.measured)/(1-r.gamma)-1))
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: section, Text: text,
		Bound:   reproduce.Ours("every wave within 10⁻¹², and 1 − γ measured from random loads within 1 % where loads become level"),
		Verdict: reproduce.Judge(networks > 0 && far < 1e-12 && off < 0.01),
		Note:    fmt.Sprintf("%d networks with weights: waves are off by at most %.0e, 1 − γ by %.2f %%", networks, far, 100*off),
	}
}

// symmetricOnRing counts the weights of a ring that make the step symmetric, keep the sum of the loads, and are not all ½.
// Weights of adjacent links add to 1, so two weights alternate, which is possible on even rings only; twentieths are tried.
func symmetricOnRing(n int) int {
	found := 0
	for i := 1; i < 20; i++ {
		weights := make([]float64, n) // of the link from x to x+1, either way
		for x := range weights {
			weights[x] = float64(i) / 20
			if x%2 == 1 {
				weights[x] = 1 - weights[x]
			}
		}
		level := true
		for x := range weights {
			level = level && math.Abs(weights[x]+weights[(x+n-1)%n]-1) < 1e-12
		}
		if level && i != 10 {
			found++
		}
	}
	return found
}

// halfClaim judges that ½ is the only weight of a ring, by how many others there are on an odd ring and on an even one.
func halfClaim(odd, even int) reproduce.Claim {
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.1, equations 11 and 12",
		Text:    "on a ring, a step that is symmetric and row stochastic has weights of ½",
		Bound:   reproduce.Theirs("no other weights are both"),
		Verdict: reproduce.Judge(odd == 0 && even == 0),
		Note: fmt.Sprintf("of the twentieths, %d others on a ring of 15, %d on one of 16: there c and 1 − c can alternate round the ring, but "+
			"even rings do not converge with any weights", odd, even),
	}
	if odd == 0 && even > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, "odd rings, and weights that do not depend on the place"
	}
	return c
}

// oddRings are the rows of rings with an odd number of processors.
func oddRings(rows []weightsRow) (some []weightsRow) {
	for _, r := range rows {
		if len(r.sides) == 1 && r.odd() {
			some = append(some, r)
		}
	}
	return some
}

// onlyHalfClaim reads "must be equal to ½" as a condition of convergence.
func onlyHalfClaim(rows []weightsRow) reproduce.Claim {
	others, most, drift := 0, 0., 0.
	for _, r := range oddRings(rows) {
		if r.up[0] != 0.5 && r.measured < 1-1e-6 && math.Abs(r.drift) < 1e-12 {
			others++
			drift = max(drift, math.Abs(r.drift))
			if r.up[0] == 0.75 {
				most = max(most, decade(r.gamma)/decade(even(rows, r)))
			}
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Reading, Section: "§4.1 and §5", Text: "on a ring, loads become level only if the weights are ½",
		Bound:   reproduce.Ours("with other weights c and 1 − c the sum of the loads changes, or they do not become level"),
		Verdict: reproduce.Judge(others == 0),
		Note: fmt.Sprintf("on odd rings they do with all %d others that were tried, and the sum stays (within %.0e): the step need not be "+
			"symmetric for that; with ¾ and ¼ they take up to %.2f times as many steps", others, drift, most),
	}
}

// even is γ without weights on the network of a row.
func even(rows []weightsRow, of weightsRow) float64 {
	for _, r := range rows {
		if r.name == of.name && r.translations.symmetric() && r.up[0] == 0.5/float64(len(r.up)) {
			return r.gamma
		}
	}
	return math.NaN()
}

func halfIsBestClaim(rows []weightsRow) reproduce.Claim {
	came, tried := true, 0
	for _, r := range oddRings(rows) {
		if r.up[0] != 0.5 {
			tried++
			came = came && r.measured > even(rows, r)
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "§4.1, equation 9", Text: "½ are the best weights of an odd ring",
		Bound: reproduce.Ours("a larger γ with all others"), Verdict: reproduce.Judge(came && tried > 0),
		Note: fmt.Sprintf("%d others were tried; by equation 9, γ² = 1 − (1 − (c₊ − c₋)²) sin²(π/N)", tried),
	}
}

// insideClaim judges where the best weights of tori lie.
func insideClaim(rows []weightsRow) reproduce.Claim {
	came, tori := true, 0
	var notes []string
	for _, r := range rows {
		if len(r.sides) != 2 {
			continue
		}
		tori++
		came = came && r.up[0] > 1e-3 && r.up[0] < 0.5-1e-3 && r.measured < 1
		notes = append(notes, fmt.Sprintf("%s: %.3f", r.name, r.up[0]))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.2", Text: "on a torus, the weight c with the least γ lies between 0 and ½",
		Bound: reproduce.Theirs("inside the interval"), Verdict: reproduce.Judge(came && tori > 0),
		Note: "one of the best, for the first side: " + strings.Join(notes, "; "),
	}
}

// asymmetricClaim asks whether tori need symmetric steps.
func asymmetricClaim(rows []weightsRow) reproduce.Claim {
	came, tried := true, 0
	for _, r := range rows {
		if len(r.sides) == 2 && !r.translations.symmetric() {
			tried++
			came = came && r.measured < 1-1e-6 && math.Abs(r.drift) < 1e-12
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "§4.2, equations 15 and 16",
		Text:    "on a torus with an odd side, any positive weights that add to 1 converge",
		Bound:   reproduce.Ours("γ below 1, and the sum of the loads stays, with all that are not symmetric"),
		Verdict: reproduce.Judge(came && tried > 0),
		Note:    fmt.Sprintf("%d cases: the paper asks for a symmetric step, which is sufficient and not necessary", tried),
	}
}

// worthwhile is a gain that counts.
const worthwhile = 1.01

// directionsClaim asks on which 2d-regular networks weights help.
func directionsClaim(rows []weightsRow) reproduce.Claim {
	var where, notes []string
	tried := 0
	for _, r := range rows {
		if len(r.up) < 2 {
			continue
		}
		tried++
		if r.gain() > worthwhile {
			where = append(where, r.name)
			notes = append(notes, fmt.Sprintf("%s: %.2f times (%s)", r.name, r.gain(), r.weightsText()))
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Check, Section: "§5", Text: "on 2d-regular networks other than rings, some weights are better than none",
		Bound:   reproduce.Ours("the best weights save 1 % of the steps"),
		Verdict: reproduce.Judge(len(where) == tried),
		Note:    "gains: " + strings.Join(notes, "; "),
	}
	if len(where) > 0 && len(where) < tried {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(where, "; ")
		c.Note += "; on square tori weights gain nothing: the negative end of the spectrum decides, and they do not change it"
	}
	return c
}
