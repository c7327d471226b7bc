package adf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// The claims of adf/regular: statements of the paper on networks in general, judged by the rows.

func regularClaims(rows []regularRow, series [][]regularRow) []reproduce.Claim {
	return []reproduce.Claim{
		symmetricClaim(rows),
		invariantClaim(rows),
		simpleClaim(rows),
		pairsClaim(rows),
		everyNetworkClaim(rows),
		quadraticClaim(series),
	}
}

// counts says on how many networks a condition is met, of regular ones and of others.
func counts(rows []regularRow, met func(regularRow) bool) (regular, ofRegular, other, ofOther int) {
	for _, r := range rows {
		if r.regular() {
			ofRegular++
			if met(r) {
				regular++
			}
		} else {
			ofOther++
			if met(r) {
				other++
			}
		}
	}
	return regular, ofRegular, other, ofOther
}

func symmetricClaim(rows []regularRow) reproduce.Claim {
	regular, all, other, others := counts(rows, func(r regularRow) bool { return r.asymmetry == 0 })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.2, Lemma 1", Text: "if the network is regular, the step B is symmetric",
		Bound: reproduce.Theirs("b_ij = b_ji for all links"), Verdict: reproduce.Judge(all > 0 && regular == all),
		Note: fmt.Sprintf("on %d of %d regular networks; on %d of %d others", regular, all, other, others),
	}
}

// invariantClaim judges connected networks, as the paper has them (§2.1).
func invariantClaim(rows []regularRow) reproduce.Claim {
	connected := slices.DeleteFunc(slices.Clone(rows), func(r regularRow) bool { return !r.connected() })
	regular, all, other, others := counts(connected, func(r regularRow) bool { return r.drift < 1e-12 })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§5", Text: "for the work to be invariant, the network must be regular",
		Bound: reproduce.Ours("after 100 steps the sum of random loads is the same but for 10⁻¹² of it, on all connected regular networks " +
			"and on no other connected one"),
		Verdict: reproduce.Judge(all > 0 && others > 0 && regular == all && other == 0),
		Note: fmt.Sprintf("on %d of %d regular networks; on %d of %d others; if parts have no links between them, each part has to be "+
			"regular, for itself", regular, all, other, others),
	}
}

func simpleClaim(rows []regularRow) reproduce.Claim {
	came := true
	for _, r := range rows {
		came = came && r.ones == r.components
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§2.2", Text: "on a connected network, 1 is a simple eigenvalue of B",
		Bound: reproduce.Theirs("one eigenvalue is 1"), Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("%d networks: there are as many as parts without links between them", len(rows)),
	}
}

func pairsClaim(rows []regularRow) reproduce.Claim {
	came, two := true, 0
	for _, r := range rows {
		came = came && r.minusOnes == r.halves && (r.halves < r.components || r.pairs)
		if r.halves == r.components {
			two++
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§3, Theorem 1 (proof)",
		Text:  "on a bipartite network the eigenvalues occur in pairs ±μ, so −1 is one; on a network that is not bipartite it is none",
		Bound: reproduce.Ours("pairs within 10⁻⁹, and −1 as often as there are bipartite parts"), Verdict: reproduce.Judge(came && two > 0),
		Note: fmt.Sprintf("%d bipartite networks, %d others", two, len(rows)-two),
	}
}

func everyNetworkClaim(rows []regularRow) reproduce.Claim {
	came, level, all := true, 0, 0
	var exceptions []string
	for _, r := range rows {
		if !r.regular() {
			continue
		}
		all++
		converges := r.left < 1e-8
		if converges {
			level++
		}
		if converges != (r.connected() && r.halves == 0) {
			came = false
			exceptions = append(exceptions, r.name)
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§3, Theorem 1",
		Text:    "on regular networks of all kinds, ADF converges if and only if they are connected and not bipartite",
		Bound:   reproduce.Ours("less than 10⁻⁸ of the deviation is left on these, more elsewhere"),
		Verdict: reproduce.Judge(came && level > 0 && level < all),
		Note:    fmt.Sprintf("loads become level on %d of %d, random networks and tori of three and four dimensions among them", level, all),
	}
	if len(exceptions) > 0 {
		c.Note += "; not as it says: " + strings.Join(exceptions, ", ")
	}
	return c
}

// quadraticClaim judges how the steps grow on networks that are as long as can be.
func quadraticClaim(series [][]regularRow) reproduce.Claim {
	came := len(series) > 0
	var notes []string
	for _, rows := range series {
		first, last := rows[0], rows[len(rows)-1]
		exponent := math.Log(decade(last.gamma)/decade(first.gamma)) / math.Log(float64(len(last.neighbours))/float64(len(first.neighbours)))
		came = came && math.Abs(exponent-2) < 0.1
		notes = append(notes, fmt.Sprintf("N^%.2f from %s to %s", exponent, first.name, last.name))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§1.2", Text: "in the worst case, the number of cycles is quadratic in the number of processors",
		Bound:   reproduce.Ours("on rings, and on the longest networks with three neighbours, the exponent is between 1.9 and 2.1"),
		Verdict: reproduce.Judge(came),
		Note:    "steps/decade grow like " + strings.Join(notes, ", like "),
	}
}
