package balance

const alphaSplittingEssay = `α-splitting: on a ring whose links lead one way, a processor without load gets the share 1 − α of
its predecessor's, the next processor downwards. No other processor moves anything.

	load  8 0 0 0  →  4 4 0 0  →  4 2 2 0  →  4 2 1 1      α = ½

It shares and does not balance: once every processor has load, it stops. Kumar and Rao find that supplying
a ring of P processors takes about (1/(1 − α))^P transfers, since the portions shrink with the
distance; on bare loads, which are not consumed, P − 1 steps are enough.

Whole loads: the share is rounded up. Rounded down, a processor with a single element would never
pass it on, and cut the ring.

Parameters: alpha, the share that the predecessor keeps, α; period, the time from one step to the
next.

Messages: one a step, besides the elements.

Source: Kumar, Rao: Parallel depth-first search, part II, 1987, in the words of Henrich: Local load
balancing according to a simple liquid model, §2.1.

Differs from the paper: an idle processor does not ask when it becomes idle, but in the next step. A
processor counts as idle if it has no waiting elements.
`

func alphaSplittingSpec() Spec {
	return InSteps(Spec{
		Name:     "alpha-splitting",
		Title:    "α-splitting: a processor without load gets a share of its predecessor's",
		Family:   familySteps,
		Source:   "Kumar, Rao: Parallel depth-first search, part II, 1987; Henrich: Local load balancing …, §2.1",
		Uses:     "knows whether its successor has load; one message per step",
		Essay:    alphaSplittingEssay,
		Wordings: stepWordings("who has nothing gets a share of its predecessor's load"),
		Kinds:    []string{"ring"},
		Estimate: "count",
		Received: Bottom,
		Params: []Param{{
			Name: "alpha", Title: "share that the predecessor keeps, α", Default: 0.5, Min: 0.001, Max: 0.999,
		}},
		Refuses: func(t Topology, _ Values) string {
			if t.Kind() == "ring" {
				return ""
			}
			return "it is not one ring"
		},
		Rule: func(t Topology, v Values) func(int) Rule {
			return func(rank int) Rule { return newAlphaSplitting(t, rank, v["alpha"]) }
		},
	}, StepOptions{})
}

// alphaSplitting is the rule of one processor. Its links are the successor and the predecessor.
type alphaSplitting struct {
	links []Link
	gives float64 // 1 − α
}

func newAlphaSplitting(t Topology, rank int, alpha float64) *alphaSplitting {
	a := &alphaSplitting{gives: 1 - alpha}
	if up, ok := t.Step(rank, 0, 1); ok {
		down, _ := t.Step(rank, 0, -1)
		a.links = []Link{{To: up, Hears: true}, {To: down, Tells: true}}
	}
	return a
}

// Substeps implements Rule.
func (*alphaSplitting) Substeps() int { return 1 }

// Links implements Rule.
func (a *alphaSplitting) Links(int) []Link { return a.links }

// Flow implements Rule.
func (a *alphaSplitting) Flow(_, _ int, own float64, loads []float64, whole bool, send []float64) {
	if len(a.links) == 0 {
		return
	}
	send[0], send[1] = 0, 0
	if loads[0] > 0 {
		return
	}
	send[0] = a.gives * own
	if whole {
		send[0] = wholeAmount(send[0], own, true, true)
	}
}
