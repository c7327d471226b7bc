package balance

import "math"

const nearStealEssay = `Near stealing: as steal-half, but near victims are asked more often than far ones. A victim at a
distance of d links is asked with a probability in proportion to

	d^(−power)

so with a power of 1, of two victims the one that is twice as far away is asked half as often, and with
a power of 0 this is steal-half. On a large mesh, most processors are far away: all those at one
distance together are asked about as often as all those at another.

Far victims are not left out: work has to cross the whole machine, and if it went by neighbours alone,
it would spread slowly.

Parameters: power, the exponent (1, from 0 to 8); pause, the wait after a vain try (0 s, from 0 to 3600
s).

Messages: two for every try; none while all have work.

Source: Perarnau, Sato: Victim Selection and Distributed Work Stealing Performance: A Case Study, 2014,
which takes distances in the torus of the K computer. Known to us from descriptions. Differs from them:
there the distance is the Euclidean one of the coordinates, here the number of links. Not from the
source: the exponent as a parameter.
`

func nearStealSpec() Spec {
	return Spec{
		Name:     "near-steal",
		Title:    "work stealing that asks near processors more often",
		Family:   familyStealing,
		Source:   "Perarnau, Sato: Victim Selection and Distributed Work Stealing Performance: A Case Study, 2014",
		Uses:     "knows its own list and all distances; two messages a try, to any processor",
		Essay:    nearStealEssay,
		Wordings: thiefWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params: append([]Param{
			{Name: "power", Title: "exponent of the distance by which a victim is asked less", Default: 1, Min: 0, Max: 8},
		}, thiefParams()...),
		Refuses: func(t Topology, _ Values) string {
			if len(t.Sides()) == 0 && t.Kind() != "clique" && t.Procs() > farthest {
				return "its distances are known up to 4096 processors only"
			}
			return ""
		},
		New: func(t Topology, v Values) Maker {
			odds := powers(diameter(t), v["power"])
			return func(rank int) Policy {
				return &thief{rule: &thiefRule{pause: v.Seconds("pause"), victim: nearVictim(distancesOf(t, rank), odds), give: giveHalf}}
			}
		},
	}
}

// nearVictim picks others at random, until it takes one, with the odds of its distance. After so many times it takes the nearest of those.
func nearVictim(distance func(to int) int, odds []float64) func(*thief, Proc) int {
	const most = 64
	return func(_ *thief, p Proc) int {
		nearest, links := -1, 0
		for range most {
			other := randomOther(p)
			d := distance(other)
			if p.Rand().Float64() < odds[d] {
				return other
			}
			if nearest < 0 || d < links {
				nearest, links = other, d
			}
		}
		return nearest
	}
}

// powers are the numbers d^(−power) for d up to most; that of 0 is 1.
func powers(most int, power float64) []float64 {
	all := make([]float64, most+1)
	for d := range all {
		all[d] = math.Pow(float64(max(d, 1)), -power)
	}
	return all
}
