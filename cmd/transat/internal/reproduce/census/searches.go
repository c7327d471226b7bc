package census

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
)

func searchesItem() reproduce.Item {
	return reproduce.Item{
		Name:  "census/searches",
		Title: "gradient model, thresholds, lifelines …: what papers say of each other",
		Source: "Lin, Keller, 1987; Kalé, 1988; Shu, Kalé, 1989; Eager, Lazowska, Zahorjan, 1986; Willebeek-LeMair, Reeves, 1993; " +
			"Lüling, Monien, 1993; Saraswat and others, 2011; Stankovic, Sidhu, 1984; Ni, Xu, Gendreau, 1985; Menon, Kalé, 2013; " +
			"van Nieuwpoort, Kielmann, Bal, 2001; Min, Iancu, Yelick, 2011; Perarnau, Sato, 2014",
		Run: searches,
	}
}

// searched is a policy on a tree.
type searched struct {
	tree, policy     string
	on               place
	seeds            int
	efficiency       float64 // mean
	messages, moved  float64 // a processor
	average, highest float64 // elements on a processor, over time: of all, and of the one with most; of local-change only
}

func searches(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	trees := reproduce.Size(s, []string{"uts-t1/6"}, []string{"uts-t1/6", "uts-t1/7", "uts-t1/8", "uts-t3/30"})
	seeds := reproduce.Size(s, 1, 3)
	var all []searched
	for _, tree := range trees {
		for _, on := range []place{torus, wideArea} {
			for _, policy := range []string{"near-steal", "level-steal", "cluster-steal", "steal"} {
				all = append(all, searched{tree: tree, policy: policy, on: on, seeds: seeds})
			}
		}
		for _, policy := range []string{
			"gradient", "cwn", "acwn", "rid", "hbm", "threshold-sender", "threshold-receiver", "threshold-shortest", "threshold-symmetric",
			"lifeline", "steal-half",
			"local-change", "none", "bidding", "drafting", oneRound, "gossip", manyRounds,
		} {
			all = append(all, searched{tree: tree, policy: policy, seeds: seeds})
		}
	}
	rows, err := reproduce.Map(ctx, s, all,
		func(x searched) reproduce.Job { return reproduce.Job{What: x.policy + " on " + x.tree, Seconds: 0.5} },
		func(ctx context.Context, x searched) (searched, error) { return x, x.run(ctx, s) })
	if err != nil {
		return reproduce.Interrupted(err, nil, searchesTable(reproduce.Finished(rows, err)))
	}
	return &reproduce.Result{
		Setup: []string{
			"64 processors of gcel-1024 that see a hypercube, as the iPSC/2 of several papers was one; the work begins on one of them",
			"policies that steal near: a torus of 16x16 processors; and wide-area, four computers of 16 cores, of two-level, but with 100 times " +
				"the latency between them",
			"like for like: all count elements, and have the same grain",
		},
		Tables: []report.Sheet{searchesTable(rows)},
		Claims: searchesClaims(rows),
	}, nil
}

// run simulates the policy on the tree.
func (x *searched) run(ctx context.Context, s *reproduce.Session) error {
	tree, err := reproduce.Once(ctx, s, "census "+x.tree, func() (*instances.UTSRecord, error) {
		set, err := instances.Open(x.tree)
		if err != nil {
			return nil, err
		}
		return set.Instances[0].Tree.Record(ctx, nil)
	})
	if err != nil {
		return err
	}
	policy, err := balance.Choose(x.policy)
	if err != nil {
		return err
	}
	var loads elementsOverTime
	if x.policy == "local-change" {
		policy = loads.watch(policy)
	}
	o := compare.Defaults(policy)
	o.Seeds, o.Sample = x.seeds, -1
	if err := x.on.set(&o); err != nil {
		return err
	}
	table, err := compare.Policies(ctx, tree, o)
	if err != nil {
		return err
	}
	row := table.Rows[0]
	x.efficiency = row.Efficiency
	x.messages = row.Mean(func(r balance.Result) float64 { return r.PerProc(r.Messages) })
	x.moved = row.Mean(func(r balance.Result) float64 { return r.PerProc(r.Sent) })
	for _, sum := range loads.sums {
		elements := sum / (row.Time * float64(x.seeds) * float64(balance.Second))
		x.average += elements / float64(len(loads.sums))
		x.highest = max(x.highest, elements)
	}
	return nil
}

// place is where a policy runs.
type place string

const (
	hypercube place = ""          // 64 processors of gcel-1024 that see one
	torus     place = "torus"     // 256 processors of gcel-1024, which is a mesh, that see one
	wideArea  place = "wide-area" // four computers of 16 cores, far apart
)

// far is how many times longer a message takes between computers of a wide area than between those of two-level.
const far = 100

func (p place) set(o *compare.Options) (err error) {
	switch p {
	case hypercube:
		o.Sides, o.Topology = []int{8, 8}, "hypercube"
	case torus:
		o.Sides, o.Topology = []int{16, 16}, "torus"
	case wideArea:
		o.Sides = []int{4, 16}
		o.Machine, err = compare.ChoosePreset("two-level")
		o.Machine.Cost.Between.Latency *= far
	}
	return err
}

// elementsOverTime adds up the elements of all processors over time.
type elementsOverTime struct {
	sums  []float64 // element seconds, by rank
	since []balance.Ticks
	count []float64
}

// watch is the policy, with its elements added up. Runs come one after the other.
func (e *elementsOverTime) watch(c balance.Chosen) balance.Chosen {
	inner := c.Spec.New
	c.Spec.New = func(t balance.Topology, v balance.Values) balance.Maker {
		maker := inner(t, v)
		if e.sums == nil {
			e.sums = make([]float64, t.Procs())
		}
		e.since, e.count = make([]balance.Ticks, t.Procs()), make([]float64, t.Procs())
		return func(rank int) balance.Policy {
			return balance.Around(maker(rank), func(p balance.Proc, _ balance.Callback, do func(balance.Proc)) {
				do(p)
				e.sums[rank] += e.count[rank] * float64(p.Now()-e.since[rank])
				e.since[rank], e.count[rank] = p.Now(), float64(p.Len())
				if p.Busy() {
					e.count[rank]++
				}
			})
		}
	}
	return c
}

func searchesTable(rows []searched) report.Sheet {
	return report.NewSheet("searches", "Searches on 64 processors, and on the others", []report.Column[searched]{
		{Key: "tree", Heading: "tree", Left: true, Value: func(x searched) any { return x.tree }},
		{Key: "policy", Heading: "policy", Left: true, Value: func(x searched) any { return x.policy }},
		{Key: "on", Heading: "on", Left: true, Value: func(x searched) any { return string(x.on) }},
		report.Number("efficiency", "efficiency %", 1, func(x searched) float64 { return 100 * x.efficiency }),
		report.Number("info", "info", 0, func(x searched) float64 { return x.messages }),
		report.Number("send", "send", 0, func(x searched) float64 { return x.moved }),
	}, rows, "info, send: messages that carry no work, and elements, of a processor")
}

// measured is a quantity that a claim judges.
type measured struct {
	unit  string
	value func(searched) string
}

func efficiencies() measured {
	return measured{" %", func(x searched) string { return fmt.Sprintf("%.1f", 100*x.efficiency) }}
}

func messages() measured {
	return measured{" messages a processor", func(x searched) string { return fmt.Sprintf("%.0f", x.messages) }}
}

// pairs judges a sentence about two policies, tree by tree: so says whether it is true there. The note has what was measured.
func pairs(rows []searched, on place, a, b string, shown measured, so func(a, b searched) bool) (came bool, note string) {
	trees, yes := 0, 0
	for _, x := range rows {
		for _, y := range rows {
			if x.policy == a && y.policy == b && x.tree == y.tree && x.on == on && y.on == on {
				if trees++; so(x, y) {
					yes++
				}
				note += fmt.Sprintf("; %s: %s and %s%s", x.tree, shown.value(x), shown.value(y), shown.unit)
			}
		}
	}
	return trees > 0 && yes == trees, fmt.Sprintf("on %d of %d trees%s", yes, trees, note)
}

// boundConstant is the C in the bound of local-change, in elements: the paper leaves it open.
const boundConstant = 1

func searchesClaims(rows []searched) []reproduce.Claim {
	at := hypercube
	judged := func(kind reproduce.ClaimKind, section, text string, bound reproduce.Bound, a, b string, shown measured,
		so func(a, b searched) bool,
	) reproduce.Claim {
		came, note := pairs(rows, at, a, b, shown, so)
		return reproduce.Claim{Kind: kind, Section: section, Text: text, Bound: bound, Verdict: reproduce.Judge(came), Note: note}
	}
	claim := func(kind reproduce.ClaimKind, section, text string, bound reproduce.Bound, a, b string, so func(a, b searched) bool,
	) reproduce.Claim {
		return judged(kind, section, text, bound, a, b, efficiencies(), so)
	}
	faster := func(a, b searched) bool { return a.efficiency > b.efficiency }
	more := reproduce.Ours("more efficiency, on every tree")
	within := func(points float64) func(a, b searched) bool {
		return func(a, b searched) bool { return a.efficiency <= b.efficiency+points/100 }
	}
	claims := []reproduce.Claim{
		claim(reproduce.Stated, "Shu, Kalé, abstract", "acwn outperforms the gradient model", more, "acwn", "gradient", faster),
		claim(reproduce.Reading, "Kalé", "cwn outperforms the gradient model", more, "cwn", "gradient", faster),
		claim(reproduce.Stated, "Eager and others, abstract", "what is more complex gains little: shortest is near sender",
			reproduce.Ours("at most two points, on every tree"), "threshold-shortest", "threshold-sender", within(2)),
		claim(reproduce.Reading, "Eager and others, 1986b", "receivers are better than senders where the load is high",
			reproduce.Ours("more efficiency in searches, where all are busy most of the time"), "threshold-receiver", "threshold-sender", faster),
		claim(reproduce.Reading, "Willebeek-LeMair, Reeves", "rid is ahead of the gradient model", more, "rid", "gradient", faster),
		claim(reproduce.Reading, "Willebeek-LeMair, Reeves", "rid is ahead of hbm", more, "rid", "hbm", faster),
		judged(reproduce.Reading, "Saraswat and others", "lifelines keep idle processors silent: fewer messages than thieves send",
			reproduce.Ours("fewer, on every tree"), "lifeline", "steal-half", messages(),
			func(a, b searched) bool { return a.messages < b.messages }),
		boundClaim(rows),
		claim(reproduce.Reading, "Stankovic, Sidhu", "bidding is better than no balancing", more, "bidding", "none", faster),
		claim(reproduce.Reading, "Ni and others", "drafting outperforms bidding", more, "drafting", "bidding", faster),
		judged(reproduce.Reading, "Ni and others, messages", "drafting needs fewer messages than bidding", reproduce.Ours("fewer, on every tree"),
			"drafting", "bidding", messages(), func(a, b searched) bool { return a.messages < b.messages }),
		claim(reproduce.Reading, "Menon, Kalé", "who has heard of some knows enough: rounds beyond the usual gain little",
			reproduce.Ours("16 rounds gain at most five points over 5, on every tree"), manyRounds, "gossip", within(5)),
		claim(reproduce.Reading, "Menon, Kalé, spreading", "rumours must spread: one round is not enough",
			reproduce.Ours("5 rounds have more efficiency than one, on every tree"), "gossip", oneRound, faster),
		claim(reproduce.Reading, "Shivaratri and others", "symmetric policies are as good as receivers where the load is high",
			reproduce.Ours("at most two points less, on every tree"), "threshold-receiver", "threshold-symmetric", within(2)),
	}
	at = wideArea
	claims = append(claims,
		claim(reproduce.Reading, "van Nieuwpoort and others", "one steal far away at a time, meanwhile near, outperforms random stealing",
			more, "cluster-steal", "steal", faster),
		claim(reproduce.Reading, "Min and others", "trying the own node first, then wider around, outperforms random stealing",
			more, "level-steal", "steal", faster))
	at = torus
	return append(claims,
		claim(reproduce.Reading, "Perarnau, Sato", "victims that are near more often outperform random ones",
			more, "near-steal", "steal", faster))
}

// Gossip with fewer and with more rounds than usual.
const (
	oneRound   = "gossip:rounds=1"
	manyRounds = "gossip:rounds=16"
)

func boundClaim(rows []searched) reproduce.Claim {
	came, note := true, ""
	for _, x := range rows {
		if x.policy == "local-change" {
			bound := 3 * (x.average + boundConstant)
			came = came && x.highest <= bound
			note += fmt.Sprintf("; %s: average %.2f, highest %.2f, bound %.2f", x.tree, x.average, x.highest, bound)
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "Lüling, Monien",
		Text:    "no load is expected above f²·δ/(δ + 1 − f) times the average and C: 3 times here",
		Bound:   reproduce.Ours("the mean over time for the expectation, and C = 1 element"),
		Verdict: reproduce.Judge(came && note != ""), Note: "elements" + note,
	}
}
