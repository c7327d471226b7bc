package liquid

import (
	"fmt"
	"strings"

	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
)

// Verdicts on ramps and maxima (Henrich, §3.3 and §4). ramps.go counts them.

func rampClaims(cases []rampCase) []reproduce.Claim {
	var rings, tori rampCase // sums
	for _, c := range cases {
		sum := &rings
		if len(c.sides) > 1 {
			sum = &tori
		}
		sum.ramps, sum.untrue = sum.ramps+c.ramps, sum.untrue+c.untrue
		sum.chains, sum.broken = sum.chains+c.chains, sum.broken+c.broken
		sum.maxima, sum.wrong = sum.maxima+c.maxima, sum.wrong+c.wrong
		sum.kept += c.kept
		sum.level, sum.lemma3, sum.figure4b = sum.level+c.level, sum.lemma3+c.lemma3, sum.figure4b+c.figure4b
	}
	lemma2 := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4, Lemma 2", Text: "a step lowers every maximum at the left end of a plateau by one, or moves it left",
		Bound:   reproduce.Theirs("after the step its load is L_max − 1"),
		Verdict: reproduce.Judge(rings.wrong+tori.wrong == 0 && rings.maxima > 0),
		Note: fmt.Sprintf("%d of %d such maxima on rings do not, and %d of %d on tori, of which %d keep their height", rings.wrong,
			rings.maxima, tori.wrong, tori.maxima, tori.kept),
	}
	if rings.wrong == 0 && tori.wrong > 0 {
		lemma2.Verdict, lemma2.Range = reproduce.HoldsPartly, "rings"
		lemma2.Note += ": a step goes through the dimensions one after the other, and what the first does a later one may undo; the proof " +
			"looks at one dimension"
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§3.3, Figure 2",
			Text:    "local shifts transfer an element over a series of processors with exactly one, to an idle one",
			Bound:   reproduce.Theirs("always"),
			Verdict: reproduce.Judge(rings.broken == 0 && rings.chains > 0),
			Note:    fmt.Sprintf("%d series on rings, all loads tried; %d exceptions", rings.chains, rings.broken),
		},
		{
			Kind: reproduce.Stated, Section: "§4, Theorem 1",
			Text:    "if all have load, a step takes an element from the upper end of every ramp to its lower end",
			Bound:   reproduce.Theirs("with no change of load between them"),
			Verdict: reproduce.Judge(rings.untrue == 0 && rings.ramps > 0),
			Note:    fmt.Sprintf("%d ramps on rings, all loads tried; %d exceptions", rings.ramps, rings.untrue),
		},
		lemma2,
		{
			Kind: reproduce.Stated, Section: "§4, Lemma 3", Text: "if all rings of a torus are balanced the torus is; the reverse does not hold",
			Bound:   reproduce.Theirs("always; one example against the reverse (Figure 4b)"),
			Verdict: reproduce.Judge(tori.lemma3 == 0 && tori.level > 0 && tori.figure4b > 0),
			Note: fmt.Sprintf("%d distributions with balanced rings, %d of them not balanced; %d are balanced with a ring that is not",
				tori.level, tori.lemma3, tori.figure4b),
		},
		neededClaim(cases),
	}
}

// neededClaim asks whether Definition 2 could call less balanced.
func neededClaim(cases []rampCase) reproduce.Claim {
	came := true
	var parts []string
	for _, c := range cases {
		came = came && c.widest == len(c.sides)
		parts = append(parts, fmt.Sprintf("%d on %s", c.widest, topology.FormatSides(c.sides)))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4, Figure 4a",
		Text:    "loads need not come nearer than D: on a torus of three dimensions a difference of 3 can stay",
		Bound:   reproduce.Ours(fmt.Sprintf("after %d steps, from all small loads above 0, the largest difference is D", rampSteps)),
		Verdict: reproduce.Judge(came), Note: "the largest difference that is left: " + strings.Join(parts, ", "),
	}
}
