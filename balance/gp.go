package balance

import "math"

const gpEssay = `Search on a computer in lockstep, balanced by its front end: all processors expand nodes, step by step,
until a trigger fires. Then a balancing phase matches idle processors to those that can give, by prefix sums.

	processor            0  1  2  3  4  5  6  7
	elements             3  0  2  0  0  5  1  4
	can give, numbered   0     1        2     3    two elements or more
	idle, numbered          0     1  2             the i-th gets of the i-th
	ngp                  0→1, 2→3, 5→4             from the first processor on
	gp, last donor 2     5→1, 7→3, 0→4             from behind the last donor on

A donor sends its oldest element and keeps one at least. Under ngp the first processors give again and again while those behind
keep all their work; gp lets each give in its turn, by a global pointer to the last donor.

The trigger says when the next phase begins. A is the number of processors with work, P of all, t the time
since the last phase, w what all have worked in it together, and L the time that the last phase took:

	0  static   S^x: A ≤ x·P
	1  dynamic  D^P: w ≥ A·(t + L)       fewer work now than in the mean of t + L
	2  dynamic  D^K: idle time ≥ L·P     all have lost what the next phase costs

A dynamic trigger begins with phases after every step, until more than x·P have work for the first time.
D^K needs at most about twice the overhead of the best static trigger, which nobody knows beforehand. D^P
goes by the mean of the phase: if few work from its beginning, it waits long, so it wants many transfers.

Parameters: trigger (2, that is D^K; 0, 1 or 2); x, share of the processors with work (0.85, from 0 to 1);
transfers, the number of matchings in a phase: further ones follow while any are idle (1, from 1 to
1000000).

Messages: none in lockstep. There a look at the trigger takes the time of a rule, and a matching two prefix
sums, of log₂ P words through the router each, a word to and fro for the ranks, and an element through the
router. On other machines processor 0 is the front end, as far as messages can tell it: one comes from a
processor that becomes idle or gets an element, and one goes to each donor. One that has nothing to give
says so, and tells processor 0 when it has. L is the time until all elements of a phase have come.

No script: the language has no word for a front end, which looks at all processors at once.

Source: Karypis, Kumar: Unstructured Tree Search on SIMD Parallel Computers, 1994; D^P: Powley, Ferguson,
Korf: Parallel Tree Search on a SIMD Machine, 1991. Of both we could read the abstracts only; the rules are as
others describe them. How much a donor gives there we do not know: here it is one element, its oldest. Not
from the sources: the message-passing form.
`

func gpSpec() Spec {
	return frontEndSpec(Spec{
		Name: "gp", Title: "front end matches idle to busy, going on after the last donor", Wordings: frontEndWordings(),
		Essay: gpEssay, Source: "Karypis, Kumar: Unstructured Tree Search on SIMD Parallel Computers, 1994 (GP)",
	}, true)
}

func ngpSpec() Spec {
	return frontEndSpec(Spec{
		Name: "ngp", Title: "front end matches idle to busy, from the first processor on", Wordings: frontEndWordings(),
		Essay: gpEssay, Source: "Powley, Ferguson, Korf: Parallel Tree Search on a SIMD Machine, 1991; Karypis, Kumar, 1994 (nGP)",
	}, false)
}

// frontEndSpec completes the entry of a policy of a front end.
func frontEndSpec(s Spec, goesOn bool) Spec {
	s.Family = familyFrontEnd
	s.Uses = "the front end, or processor 0, knows who is idle; two messages an idle time and one a transfer"
	s.Kinds, s.Anywhere = everyKind("torus"), true
	s.Estimate, s.Received = "count", Bottom
	s.Params = []Param{
		{Name: "trigger", Title: "when to balance: 0 static, 1 D^P, 2 D^K", Default: float64(karypisTrigger), Min: 0, Max: 2},
		{Name: "x", Title: "share of processors with work, up to which S^x balances", Default: 0.85, Min: 0, Max: 1},
		{Name: "transfers", Title: "matchings in a phase, while any are idle", Default: 1, Min: 1, Max: 1e6},
	}
	s.Refuses = func(_ Topology, v Values) string {
		if v["trigger"] != math.Trunc(v["trigger"]) || v["transfers"] != math.Trunc(v["transfers"]) {
			return "trigger and transfers must be whole numbers"
		}
		return ""
	}
	s.FrontEnd = func(v Values) *FrontEnd {
		return &FrontEnd{trigger: trigger(v["trigger"]), share: v["x"], transfers: int(v["transfers"]), goesOn: goesOn, last: -1}
	}
	s.New = func(t Topology, v Values) Maker {
		return func(rank int) Policy {
			if rank == 0 {
				return newMatcher(s.FrontEnd(v), t.Procs())
			}
			return &frontWorker{}
		}
	}
	return s
}
