package balance

const edgeColoursEssay = `Edge colours: dimension exchange on any network. The links are coloured so that no two of the same
colour meet; a step goes through the colours, and in each of them the two ends of every link of that
colour even out.

	tree      0            colour 0: 0─1, 2─5      colour 1: 0─2, 1─3      colour 2: 1─4, 2─6
	        1   2
	       3 4 5 6

On a hypercube, whose colours are its dimensions, all loads are equal after one step. On other networks
they converge, on De Bruijn networks, trees and cliques too, where dimension-exchange has no dimensions
to go through.

Colours are given greedily: the links of the lowest rank first, each the smallest colour that neither
end has. So there are at most twice as many as neighbours, less one.

Parameters: exchange, the share of a difference that goes to the partner, λ (0.5, from 0.001 to 0.999);
period, the time from one step through all colours to the next, over which they are spread evenly.

Messages: one for each link and step, in each direction, besides the elements.

Source: Hosseini, Litow, Malkawi, McPherson, Vairavan: Analysis of a Graph Coloring Based Distributed
Load Balancing Algorithm, 1990; cited by Böhm and Speckenmeyer. Known to us from descriptions. Not from
the source: which colouring. Whole loads: see Linear.
`

// mostColours is the largest number of colours: every processor keeps something for each.
const mostColours = 512

func edgeColoursSpec() Spec {
	return InSteps(Spec{
		Name:     "edge-colours",
		Title:    "edge colours: dimension exchange on any network",
		Family:   familySteps,
		Source:   "Hosseini, Litow, Malkawi, McPherson, Vairavan: Analysis of a Graph Coloring Based … Algorithm, 1990",
		Uses:     "knows the load of one partner at a time; one message per partner and step",
		Essay:    edgeColoursEssay,
		Wordings: stepWordings("pairs along the links of one colour even out"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{{
			Name: "exchange", Title: "share of a difference that goes to the partner, λ", Default: 0.5, Min: 0.001, Max: 0.999,
		}},
		Refuses: func(t Topology, _ Values) string {
			if t.Kind() == "clique" && t.Procs() > mostColours {
				return "a clique of more than 512 processors has too many colours"
			}
			return ""
		},
		Rule: func(t Topology, v Values) func(int) Rule {
			partners := colourLinks(t)
			return func(rank int) Rule { return newEdgeColours(t, rank, partners, v["exchange"]) }
		},
	}, StepOptions{Apart: true})
}

// colourLinks returns, for each colour, the partner of every processor, or -1.
func colourLinks(t Topology) [][]int32 {
	var colours [][]int32
	used := make([][]bool, t.Procs()) // by rank and colour
	for rank := range t.Procs() {
		for _, n := range t.Neighbours(rank) {
			if n < rank {
				continue
			}
			colour := free(used[rank], used[n])
			used[rank], used[n] = with(used[rank], colour), with(used[n], colour)
			if colour == len(colours) {
				none := make([]int32, t.Procs())
				for i := range none {
					none[i] = -1
				}
				colours = append(colours, none)
			}
			colours[colour][rank], colours[colour][n] = int32(n), int32(rank)
		}
	}
	return colours
}

// free returns the smallest colour that is in neither set.
func free(a, b []bool) int {
	colour := 0
	for colour < len(a) && a[colour] || colour < len(b) && b[colour] {
		colour++
	}
	return colour
}

// with adds a colour to a set.
func with(set []bool, colour int) []bool {
	for len(set) <= colour {
		set = append(set, false)
	}
	set[colour] = true
	return set
}

func newEdgeColours(t Topology, rank int, partners [][]int32, exchange float64) *Linear {
	l := &Linear{beta: 1}
	for _, partner := range partners {
		var links []Link
		var shares []Share
		if n := int(partner[rank]); n >= 0 {
			links = []Link{{To: n, Hears: true, Tells: true}}
			shares = []Share{{Out: exchange, In: exchange, Up: leadsUp(t, rank, n)}}
		}
		l.links, l.shares = append(l.links, links), append(l.shares, shares)
	}
	if len(l.links) == 0 { // a single processor
		l.links, l.shares = make([][]Link, 1), make([][]Share, 1)
	}
	return l
}
