package balance

const stealEssay = `Work stealing: a processor that has run out of elements asks others, picked uniformly at random,
until it gets something: one element (steal), or half of the victim's (steal-half).

	thief                      victim
	  | — request ————————————→ |   has waiting elements: sends its oldest, that is, usually its
	  | ←——————————— elements — |     largest one; or the older half of them, rounded up
	  | ←——————————— nothing —— |   has none: says so, and the thief asks the next

One element of a search tree is usually a whole subtree, often as large as all that the victim keeps
together, so steal divides the work well and sends little. Half of the list is half of the work only
if all elements are alike, as on bare loads; on search trees it sends many small ones.

The policies in polling.go ask in the same way, and differ in whom, or in what they get.

After a thousand vain tries in a row, each further one waits a thousandth longer of the time that a try takes.

A processor that asks goes on until it gets something, also if elements have been created on it in the
meantime, which happens with dynamic load only.

Parameters: pause, the wait after a vain try (0 s, from 0 to 3600 s).

Messages: two for every try; none while all have work. Victims may be anywhere in the
network; the machine routes.

Source: Blumofe, Leiserson: Scheduling Multithreaded Computations by Work Stealing, 1999, steals one.
Half: Hendler, Shavit: Non-Blocking Steal-Half Work Queues, 2002.
`

func stealSpec() Spec {
	return Spec{
		Name:     "steal",
		Title:    "work stealing: an idle processor asks random others for one element",
		Family:   familyStealing,
		Source:   "Blumofe, Leiserson: Scheduling Multithreaded Computations by Work Stealing, 1999",
		Uses:     "knows its own list; two messages a try, to any processor",
		Essay:    stealEssay,
		Wordings: thiefWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params:   thiefParams(),
		New: func(_ Topology, v Values) Maker {
			return thieves(thiefRule{pause: v.Seconds("pause"), victim: randomVictim, give: giveOne})
		},
	}
}

func stealHalfSpec() Spec {
	return Spec{
		Name:     "steal-half",
		Title:    "work stealing: an idle processor asks random others for half their elements",
		Family:   familyStealing,
		Source:   "Hendler, Shavit: Non-Blocking Steal-Half Work Queues, 2002",
		Uses:     "knows its own list; two messages a try, to any processor",
		Essay:    stealEssay,
		Wordings: thiefWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Top,
		Params:   thiefParams(),
		New: func(_ Topology, v Values) Maker {
			return thieves(thiefRule{pause: v.Seconds("pause"), victim: randomVictim, give: giveHalf})
		},
	}
}

// thiefParams are the parameters of all policies in which an idle processor asks others.
func thiefParams() []Param {
	return []Param{
		{Name: "pause", Title: "wait before the next try after a vain one", Default: 0, Min: 0, Max: 3600, Unit: "s"},
	}
}

const (
	stealRequest uint8 = iota
	stealNothing
	stealTurn // global-round-robin: whose turn is it to be asked?
	stealNext // its answer: that of processor A
)

// thiefRule is shared by all processors of a policy.
type thiefRule struct {
	pause  Ticks
	victim func(t *thief, p Proc) int // picks one of the others; -1 if it has sent for the choice
	give   func(p Proc, to int) bool  // sends what a victim gives; reports whether there is anything
	yields bool                       // to others who ask: waits twice as long as a vain try took
}

// thief is a policy in which an idle processor asks others.
type thief struct {
	Base
	rule    *thiefRule
	began   Ticks // when the try under way began
	pointer turn  // round-robin and global-round-robin: who was asked last
	asking  bool  // a try or a pause is under way
	vain    int32 // tries in a row that were vain
}

// manyTries is how many vain tries in a row a processor makes at once. Further ones follow each other ever more slowly: where elements last
// for seconds and a try for microseconds, idle processors would otherwise keep busy ones from their work with millions of requests.
const manyTries = 1000

// tryLater returns how long to wait after a number of vain tries in a row, the last of which took that long: a thousandth of it for each
// try beyond manyTries.
func tryLater(tries int, took Ticks) Ticks { return took * Ticks(max(0, tries-manyTries)) / manyTries }

// thieves makes a thief for each processor.
func thieves(rule thiefRule) Maker {
	return func(rank int) Policy { return &thief{rule: &rule, pointer: turn(rank)} }
}

// randomVictim picks any of the others.
func randomVictim(_ *thief, p Proc) int { return randomOther(p) }

// randomOther returns any other processor, each with the same probability. There must be one.
func randomOther(p Proc) int {
	other := p.Rand().IntN(p.Procs() - 1)
	if other >= p.Rank() {
		other++
	}
	return other
}

// giveOne sends the oldest element.
func giveOne(p Proc, to int) bool { return p.Transfer(to, 1) > 0 }

// giveHalf sends the older half of the elements.
func giveHalf(p Proc, to int) bool { return p.Transfer(to, (p.Len()+1)/2) > 0 }

func (t *thief) Idle(p Proc) {
	if p.Procs() > 1 && !t.asking {
		t.ask(p)
	}
}

func (t *thief) ask(p Proc) {
	t.asking, t.began = true, p.Now()
	if victim := t.rule.victim(t, p); victim >= 0 {
		p.Send(victim, Message{Kind: stealRequest})
	}
}

func (t *thief) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case stealRequest:
		if !t.rule.give(p, from) {
			p.Send(from, Message{Kind: stealNothing})
		}
	case stealNothing:
		if pause := t.rest(p); pause > 0 {
			p.WakeAfter(pause)
		} else {
			t.ask(p)
		}
	}
}

// rest is how long to wait after a vain try.
func (t *thief) rest(p Proc) Ticks {
	t.vain++
	took := p.Now() - t.began
	rest := t.rule.pause + tryLater(int(t.vain), took)
	if t.rule.yields {
		rest += 2 * took
	}
	return rest
}

func (t *thief) Arrived(Proc, int) { t.asking, t.vain = false, 0 }

func (t *thief) Wake(p Proc) { t.ask(p) }
