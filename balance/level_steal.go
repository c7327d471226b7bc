package balance

const levelStealEssay = `Level stealing: processors lie in nodes, nodes in larger ones, and so on. An idle processor first asks
the others of its own node, at random, as often as there are others; then the next level, as often as
the parameter tries says; and so on, up to the whole machine, and from the bottom again.

	blocks of 4 ranks    0 1 2 3 │ 4 5 6 7 │ 8 9 10 11 │ 12 13 14 15
	level 0 of rank 5            └ 4 · 6 7 ┘
	level 1 of rank 5    └ all but 5 ───────────────────────────────┘

From its own node a thief gets one element, since the way is short; from farther away half of the list,
since the way is long and those near will ask for a part of it.

Parameters: block, ranks of a node, and nodes of the next larger one (4, from 2 to 4096); tries, on each
level above the first (2, from 1 to 1000); pause, the wait after a vain try (0 s, from 0 to 3600 s).

Messages: two for every try; none while all have work.

Source: Min, Iancu, Yelick: Hierarchical Work Stealing on Manycore Clusters (HotSLAW), 2011:
hierarchical victim selection and hierarchical chunk selection. Not from the source, of which we read the
abstract and descriptions: how often each level is tried, and nodes of the same size on all levels.
`

func levelStealSpec() Spec {
	return Spec{
		Name:     "level-steal",
		Title:    "work stealing from the own node first, then wider around",
		Family:   familyStealing,
		Source:   "Min, Iancu, Yelick: Hierarchical Work Stealing on Manycore Clusters, 2011",
		Uses:     "knows its own list and the nodes; two messages a try, to any processor",
		Essay:    levelStealEssay,
		Wordings: thiefWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params: append([]Param{
			{Name: "block", Title: "ranks of a node, and nodes of the next larger one", Default: 4, Min: 2, Max: 4096},
			{Name: "tries", Title: "tries on each level above the first", Default: 2, Min: 1, Max: 1000},
		}, thiefParams()...),
		New: func(_ Topology, v Values) Maker {
			rule := levelRule{block: int(v["block"]), tries: int(v["tries"])}
			return func(int) Policy {
				l := &levelThief{levelRule: rule}
				l.thief.rule = &thiefRule{pause: v.Seconds("pause"), victim: l.victim, give: l.give}
				return l
			}
		},
	}
}

type levelRule struct{ block, tries int }

// levelThief is a thief that goes from level to level.
type levelThief struct {
	thief
	levelRule
	level int // of the next try
	made  int // tries on it
}

// blockOf returns the ranks from first to, but not including, last that are in one block of so many with a rank.
func blockOf(p Proc, size int) (first, last int) {
	first = p.Rank() / size * size
	return first, min(first+size, p.Procs())
}

// size is the number of ranks in a block of a level, at most the whole machine.
func (l *levelRule) size(p Proc, level int) int {
	size := l.block
	for ; level > 0 && size < p.Procs(); level-- {
		size *= l.block
	}
	return min(size, p.Procs())
}

// victim picks another processor of the block, and moves on to the next level when the tries are up.
func (l *levelThief) victim(_ *thief, p Proc) int {
	for {
		first, last := blockOf(p, l.size(p, l.level))
		tries := l.tries
		if others := last - first - 1; l.level == 0 || others == 0 {
			tries = others
		}
		if l.made < tries {
			l.made++
			return randomIn(p, first, last)
		}
		l.made = 0
		if l.level++; last-first == p.Procs() {
			l.level = 0
		}
	}
}

// randomIn returns any other processor of those from first to, but not including, last.
func randomIn(p Proc, first, last int) int {
	other := first + p.Rand().IntN(last-first-1)
	if other >= p.Rank() {
		other++
	}
	return other
}

// give sends one element within a node, and half of the list beyond.
func (l *levelThief) give(p Proc, to int) bool {
	if first, last := blockOf(p, l.block); first <= to && to < last {
		return giveOne(p, to)
	}
	return giveHalf(p, to)
}

func (l *levelThief) Arrived(p Proc, from int) {
	l.level, l.made = 0, 0
	l.thief.Arrived(p, from)
}
