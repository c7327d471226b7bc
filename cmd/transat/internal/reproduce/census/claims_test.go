package census

import (
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

// claimOf is the claim of a section, with these words.
func claimOf(t *testing.T, claims []reproduce.Claim, section, words string) reproduce.Claim {
	t.Helper()
	for _, c := range claims {
		if c.Section == section && c.Text == words {
			return c
		}
	}
	t.Fatalf("no claim of %s says: %s", section, words)
	return reproduce.Claim{}
}

// Verdicts on searches follow the numbers: each claim holds of the first rows, and does not of a single change to them.
func TestClaimsOnSearchesCanFail(t *testing.T) {
	rows := func() map[string]*searched {
		all := map[string]*searched{}
		for policy, efficiency := range map[string]float64{
			"gradient": 0.3, "hbm": 0.3, "cwn": 0.5, "acwn": 0.6, "rid": 0.7, "threshold-sender": 0.5, "threshold-shortest": 0.52,
			"threshold-receiver": 0.6, "threshold-symmetric": 0.6, "lifeline": 0.8, "steal-half": 0.8, "local-change": 0.7,
			"none": 0.1, "bidding": 0.5, "drafting": 0.6, oneRound: 0.4, "gossip": 0.6, manyRounds: 0.62,
		} {
			all[policy] = &searched{tree: "a", policy: policy, efficiency: efficiency, messages: 100, average: 2, highest: 9}
		}
		for _, on := range []place{torus, wideArea} {
			for policy, efficiency := range map[string]float64{"steal": 0.5, "near-steal": 0.6, "level-steal": 0.6, "cluster-steal": 0.6} {
				all[string(on)+" "+policy] = &searched{tree: "a", policy: policy, on: on, efficiency: efficiency}
			}
		}
		all["lifeline"].messages, all["drafting"].messages = 99, 99
		return all
	}
	// beside a tree on which all is as claimed
	claims := func(changed map[string]*searched) []reproduce.Claim {
		var all []searched
		for _, x := range rows() {
			all = append(all, *x)
		}
		for _, x := range changed {
			x.tree = "b"
			all = append(all, *x)
		}
		return searchesClaims(all)
	}
	const shortest = "what is more complex gains little: shortest is near sender"
	const enough = "who has heard of some knows enough: rounds beyond the usual gain little"
	const silent = "lifelines keep idle processors silent: fewer messages than thieves send"
	const bound = "no load is expected above f²·δ/(δ + 1 − f) times the average and C: 3 times here"
	cases := []struct {
		section, words string
		change         func(x map[string]*searched)
	}{
		{"Shu, Kalé, abstract", "acwn outperforms the gradient model", func(x map[string]*searched) { x["acwn"].efficiency = 0.3 }},
		{"Kalé", "cwn outperforms the gradient model", func(x map[string]*searched) { x["cwn"].efficiency = 0.3 }},
		{"Eager and others, abstract", shortest, func(x map[string]*searched) { x["threshold-shortest"].efficiency = 0.521 }},
		{"Eager and others, 1986b", "receivers are better than senders where the load is high", func(x map[string]*searched) {
			x["threshold-receiver"].efficiency = 0.5
		}},
		{"Willebeek-LeMair, Reeves", "rid is ahead of the gradient model", func(x map[string]*searched) { x["gradient"].efficiency = 0.7 }},
		{"Willebeek-LeMair, Reeves", "rid is ahead of hbm", func(x map[string]*searched) { x["hbm"].efficiency = 0.7 }},
		{"Saraswat and others", silent, func(x map[string]*searched) { x["lifeline"].messages = 100 }},
		{"Stankovic, Sidhu", "bidding is better than no balancing", func(x map[string]*searched) { x["none"].efficiency = 0.5 }},
		{"Ni and others", "drafting outperforms bidding", func(x map[string]*searched) { x["drafting"].efficiency = 0.5 }},
		{"Ni and others, messages", "drafting needs fewer messages than bidding", func(x map[string]*searched) { x["drafting"].messages = 100 }},
		{"Menon, Kalé", enough, func(x map[string]*searched) { x[manyRounds].efficiency = 0.651 }},
		{"Menon, Kalé, spreading", "rumours must spread: one round is not enough", func(x map[string]*searched) { x[oneRound].efficiency = 0.6 }},
		{"Shivaratri and others", "symmetric policies are as good as receivers where the load is high", func(x map[string]*searched) {
			x["threshold-symmetric"].efficiency = 0.57
		}},
		{
			"van Nieuwpoort and others", "one steal far away at a time, meanwhile near, outperforms random stealing",
			func(x map[string]*searched) { x["wide-area cluster-steal"].efficiency = 0.5 },
		},
		{"Min and others", "trying the own node first, then wider around, outperforms random stealing", func(x map[string]*searched) {
			x["wide-area level-steal"].efficiency = 0.5
		}},
		{"Perarnau, Sato", "victims that are near more often outperform random ones", func(x map[string]*searched) {
			x["torus near-steal"].efficiency = 0.5
		}},
		{"Lüling, Monien", bound, func(x map[string]*searched) { x["local-change"].highest = 9.01 }},
	}
	if got := len(claims(rows())); got != len(cases) {
		t.Errorf("%d claims, and %d are tested", got, len(cases))
	}
	for _, c := range cases {
		reproducetest.WantVerdict(t, c.words, claimOf(t, claims(rows()), c.section, c.words), "holds")
		changed := rows()
		c.change(changed)
		reproducetest.WantVerdict(t, c.words+", changed", claimOf(t, claims(changed), c.section, c.words), "does not hold")
		reproducetest.WantVerdict(t, c.words+", without rows", claimOf(t, searchesClaims(nil), c.section, c.words), "does not hold")
	}
}

// So do those on a hierarchy.
func TestClaimsOnHalvesCanFail(t *testing.T) {
	rows := func() []halved {
		return []halved{
			{machine: "ideal", side: 4, start: pile, steps: 9},
			{machine: "ideal", side: 4, start: ramp, one: 0.1, steps: 9},
			{machine: "ideal", side: 8, start: ramp, one: 0.1, steps: 10},
			{machine: "ideal", side: 10, start: ramp, one: 0.9, steps: 1}, // halves of other sizes
			{machine: "gcel-1024", side: 8, start: pile, one: 0.1},
		}
	}
	const exactly = "one phase, down log₂ n levels, evens out a pile exactly"
	const nearly = "nearly so any other load, but for elements that cannot be divided"
	const waves = "long waves take diffusion the more steps the larger the machine"
	const price = "halves that do not wait for elements of the level above need more phases where elements take time"
	for _, c := range []struct {
		section, words string
		change         func(x []halved)
	}{
		{"Horton", exactly, func(x []halved) { x[0].one = 0.001 }},
		{"Horton", nearly, func(x []halved) { x[2].one = 0.19 }},
		{"Horton, diffusion", waves, func(x []halved) { x[2].steps = 9 }},
		{"Horton, diffusion", waves, func(x []halved) { x[1].steps, x[2].steps = 1, 2 }},
		{"the price of not waiting", price, func(x []halved) { x[4].one = 0 }},
	} {
		reproducetest.WantVerdict(t, c.words, claimOf(t, halvesClaims(rows()), c.section, c.words), "holds")
		changed := rows()
		c.change(changed)
		reproducetest.WantVerdict(t, c.words+", changed", claimOf(t, halvesClaims(changed), c.section, c.words), "does not hold")
		reproducetest.WantVerdict(t, c.words+", without rows", claimOf(t, halvesClaims(nil), c.section, c.words), "does not hold")
	}
}

// So do those on steps.
func TestClaimsOnStepsCanFail(t *testing.T) {
	rows := func() map[string]*even {
		all := map[string]*even{}
		for _, policy := range policiesInSteps() {
			all[policy] = &even{net: net{kind: "hypercube", sides: []int{16}}, policy: policy, values: 4, took: 4, ended: true, flow: 1}
		}
		all["edge-colours"].took, all["edge-colours"].flow = 1, 1.5
		all["matching"].shrink, all["matching"].bound = 0.9, 0.9
		return all
	}
	claims := func(rows map[string]*even) []reproduce.Claim {
		var all []even
		for _, x := range rows {
			all = append(all, *x)
		}
		return stepsClaims(all)
	}
	const flows = "the flow of the optimal scheme is the least in ℓ₂"
	cases := []struct {
		section, words string
		change         func(x map[string]*even)
	}{
		{"Diekmann and others (OPT)", "loads are equal after as many steps as there are different eigenvalues", func(x map[string]*even) {
			x["optimal"].took = 5
		}},
		{"Diekmann and others", flows, func(x map[string]*even) { x["optimal"].flow = 1.001 }},
		{"Diekmann and others; Hu and others", "the flow of diffusion is the least in ℓ₂, too", func(x map[string]*even) {
			x["diffusion"].flow = 1.001
		}},
		{"Hosseini and others", "evening out by edge colours converges on every connected network", func(x map[string]*even) {
			x["edge-colours"].ended = false
		}},
		{"Ghosh, Muthukrishnan", "the potential shrinks by 1 − λ₂/16d a step, or more", func(x map[string]*even) { x["matching"].shrink = 0.91 }},
		{"Hosseini and others; Cybenko", "on a hypercube one step through all colours evens out", func(x map[string]*even) {
			x["edge-colours"].took = 2
		}},
		{"Hosseini and others; Cybenko", "on a hypercube one step through all colours evens out", func(x map[string]*even) {
			x["edge-colours"].kind = "torus" // no hypercube was seen
		}},
		{"Hosseini and others; Cybenko", "on a hypercube one step through all colours evens out", func(x map[string]*even) {
			x["edge-colours"].ended = false
		}},
		{"the price of edge colours", "edge colours move more than the least flow", func(x map[string]*even) { x["edge-colours"].flow = 1 }},
	}
	seen := map[string]bool{}
	for _, c := range cases {
		seen[c.section] = true
		reproducetest.WantVerdict(t, c.words, claimOf(t, claims(rows()), c.section, c.words), "holds")
		changed := rows()
		c.change(changed)
		reproducetest.WantVerdict(t, c.words+", changed", claimOf(t, claims(changed), c.section, c.words), "does not hold")
	}
	if got := len(claims(rows())); got != len(seen) {
		t.Errorf("%d claims, and %d are tested", got, len(seen))
	}
}
