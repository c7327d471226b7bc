package balance

const nnaEssay = `Nearest-neighbour averaging: each processor aims at the mean of its own load and those of its
neighbours. There are two ways.

Synchronous: each processor divides its load into equal portions, one for each neighbour and one for
itself, and sends them all at once.

	load  0 9 0 0  →  3 3 3 0  →  2 3 2 2      a ring: a third goes to either side

Both portions of a link are sent (eq. 5), not only their difference (footnote 3): that is what the
numbers of the paper's Figure 5 need. So a processor has to know its own load alone, and most of
the load is on its way in every step. On a regular network, loads become those of diffusion with
α = 1/(number of neighbours + 1).

Asynchronous: a processor whose load is above the mean of its neighbourhood sends what is above it to
those neighbours whose loads are below, in proportion to what they lack (eq. 3, 4):

	load   2  8  5        mean 5: 8−5 = 3 are too many, the left one lacks 3, the right one nothing
	        ←3 ─

Each acts on its own, so a processor between two that have too much may get more than it lacks.
Where steps are driven by messages, its neighbours' loads are those of the same step.

Whole loads: amounts are rounded up if they go up the link and down if they go down, as long as
anything is left (see Linear).

Parameter: period, the time from one step to the next.

Messages: none for the synchronous way, besides the elements; one a step to each neighbour for the
asynchronous one.

Source: Henrich: Local load balancing according to a simple liquid model, §2.3, §5; the asynchronous
way: Willebeek-LeMair, Reeves: Strategies for dynamic load balancing on highly parallel computers,
1993.
`

func nnaSyncSpec() Spec {
	return InSteps(Spec{
		Name:     "nna-sync",
		Title:    "nearest-neighbour averaging: equal portions of a load go to all neighbours",
		Family:   familySteps,
		Source:   "Henrich: Local load balancing according to a simple liquid model, §2.3 (eq. 5)",
		Uses:     "knows its own load and how many neighbours there are; no messages",
		Essay:    nnaEssay,
		Wordings: stepWordings("equal portions go to all neighbours"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Rule: func(t Topology, _ Values) func(int) Rule {
			portions := make([]float64, t.Procs()) // of the load of each processor
			for rank := range portions {
				portions[rank] = 1 / float64(len(t.Neighbours(rank))+1)
			}
			return func(rank int) Rule { return newNNASync(t, rank, portions) }
		},
	}, StepOptions{})
}

func newNNASync(t Topology, rank int, portions []float64) *Linear {
	l := newLinear(t, rank, func(n int) Share {
		return Share{Out: portions[rank], In: portions[n], Up: leadsUp(t, rank, n)}
	})
	l.gross = true
	for i := range l.links[0] {
		l.links[0][i].Hears, l.links[0][i].Tells = false, false
	}
	return l
}

func nnaAsyncSpec() Spec {
	return InSteps(Spec{
		Name:     "nna-async",
		Title:    "nearest-neighbour averaging: what is above the mean fills up who has less",
		Family:   familySteps,
		Source:   "Henrich: Local load balancing according to a simple liquid model, §2.3 (eq. 3, 4)",
		Uses:     "knows the loads of its neighbours; one message per neighbour and step",
		Essay:    nnaEssay,
		Wordings: stepWordings("what is above the mean fills up who has less"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Rule: func(t Topology, _ Values) func(int) Rule {
			return func(rank int) Rule { return newNNAAsync(t, rank) }
		},
	}, StepOptions{})
}

// nnaAsync is the rule of one processor in asynchronous nearest-neighbour averaging.
type nnaAsync struct {
	links []Link
	up    []bool // whole amounts over the link are rounded up
}

func newNNAAsync(t Topology, rank int) *nnaAsync {
	a := &nnaAsync{}
	for _, n := range t.Neighbours(rank) {
		a.links = append(a.links, Link{To: n, Hears: true, Tells: true})
		a.up = append(a.up, leadsUp(t, rank, n))
	}
	return a
}

// Substeps implements Rule.
func (*nnaAsync) Substeps() int { return 1 }

// Links implements Rule.
func (a *nnaAsync) Links(int) []Link { return a.links }

// Flow implements Rule.
func (a *nnaAsync) Flow(_, _ int, own float64, loads []float64, whole bool, send []float64) {
	mean := own
	for _, load := range loads {
		mean += load
	}
	mean /= float64(len(loads) + 1)
	lack := 0.0 // H, the load that all neighbours together lack
	for _, load := range loads {
		lack += max(0, mean-load)
	}
	left := own
	for i, load := range loads {
		send[i] = 0
		if own <= mean || load >= mean {
			continue
		}
		send[i] = (own - mean) * (mean - load) / lack
		if whole {
			send[i] = wholeAmount(send[i], left, a.up[i], load == 0)
			left -= send[i]
		}
	}
}
