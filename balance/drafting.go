package balance

const draftingEssay = `Drafting: the one with little work chooses, among those that have much, whose work to take. A processor
is in one of three states: light, normal or heavy, by two marks, and tells its neighbours whenever its
state changes.

	light                 heavy                heavy
	  | — draft request ——→ |                    |
	  | — draft request ————————————————————————→ |
	  | ←———————— age 4.0 — |                    |     the draft age: what it has above the mark
	  | ←—————————————————————————————— age 9.0 — |
	  | — draft ————————————————————————————————→ |     the highest age is drafted
	  | ←——————————————————————————————— element — |     or: too late, I am not heavy any more

A light processor sends its requests to all neighbours that it takes to be heavy; each answers with its
draft age, 0 if it is heavy no more. The one with the highest age is drafted. It sends one element, or
says that it is too late. As long as the processor is light, it asks again whenever a neighbour becomes
heavy, or an element has come.

Parameters: light, a processor with fewer elements is light (1, from 0 to 1000000); heavy, one with more is
heavy (2, from 0 to 1000000). The element in work counts.

Messages: one a neighbour and change of state; two for every neighbour asked; one for a draft.

Source: Ni, Xu, Gendreau: A Distributed Drafting Algorithm for Load Balancing, 1985; cited by Böhm and
Speckenmeyer. Not from the source, which we know from descriptions: the draft age, which there measures
the processes of a computer, is the number of elements above the mark here.
`

func draftingSpec() Spec {
	return Spec{
		Name:     "drafting",
		Title:    "drafting: a light one takes from its heaviest neighbour",
		Family:   familyMarks,
		Source:   "Ni, Xu, Gendreau: A Distributed Drafting Algorithm for Load Balancing, 1985",
		Uses:     "knows the states of its neighbours; one message a neighbour and change of state, two a neighbour asked",
		Essay:    draftingEssay,
		Wordings: draftingWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "light", Title: "a processor with fewer elements is light", Default: 1, Min: 0, Max: 1e6},
			{Name: "heavy", Title: "a processor with more elements is heavy", Default: 2, Min: 0, Max: 1e6},
		},
		Refuses: func(_ Topology, v Values) string {
			if v["light"] > v["heavy"] {
				return "light must not be above heavy"
			}
			return ""
		},
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy {
				return &drafting{light: v["light"], heavy: v["heavy"], isHeavy: make([]bool, len(t.Neighbours(rank)))}
			}
		},
	}
}

const (
	draftState   uint8 = iota // A = 1 if heavy, 0 if not
	draftRequest              // how old would a draft be?
	draftAge                  // A
	draftSelect               // you are drafted
	draftTooLate
)

// drafting is one processor.
type drafting struct {
	Base
	light, heavy float64
	isHeavy      []bool // by neighbour, as last told
	told         bool   // that it is heavy itself
	missing      int    // draft ages that are to come
	oldest       float64
	chosen       int
	drafting     bool // an element is to come
}

func (d *drafting) Start(p Proc) { d.look(p) }

func (d *drafting) Idle(p Proc) { d.look(p) }

// LoadChanged implements LoadWatcher.
func (d *drafting) LoadChanged(p Proc) { d.look(p) }

// look tells the own state if it has changed, and asks if it is light.
func (d *drafting) look(p Proc) {
	if heavy := d.age(p) > 0; heavy != d.told {
		d.told = heavy
		m := Message{Kind: draftState}
		if heavy {
			m.A = 1
		}
		for _, n := range p.Neighbours() {
			p.Send(n, m)
		}
	}
	if d.missing > 0 || d.drafting || !d.isLight(p) {
		return
	}
	d.oldest = 0
	for i, n := range p.Neighbours() {
		if d.isHeavy[i] {
			d.missing++
			p.Send(n, Message{Kind: draftRequest})
		}
	}
}

func (d *drafting) isLight(p Proc) bool { return elements(p) < d.light || elements(p) == 0 }

// age is the number of elements above the mark, 0 if there is none to give.
func (d *drafting) age(p Proc) float64 {
	if p.Len() == 0 {
		return 0
	}
	return max(0, elements(p)-d.heavy)
}

func (d *drafting) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case draftState:
		d.note(p, from, m.A > 0)
		d.look(p)
	case draftRequest:
		p.Send(from, Message{Kind: draftAge, A: d.age(p)})
	case draftAge:
		d.answered(p, from, m.A)
	case draftSelect:
		if d.age(p) == 0 {
			p.Send(from, Message{Kind: draftTooLate})
			return
		}
		p.Transfer(from, 1)
		p.CountPhase()
		d.look(p)
	case draftTooLate:
		d.drafting = false
		d.note(p, from, false)
		d.look(p)
	}
}

// note notes the state of a neighbour.
func (d *drafting) note(p Proc, from int, heavy bool) {
	for i, n := range p.Neighbours() {
		if n == from {
			d.isHeavy[i] = heavy
		}
	}
}

// answered drafts the oldest once all ages have come.
func (d *drafting) answered(p Proc, from int, age float64) {
	if age > d.oldest {
		d.oldest, d.chosen = age, from
	}
	if age == 0 {
		d.note(p, from, false)
	}
	if d.missing--; d.missing > 0 || !d.isLight(p) {
		return
	}
	if d.oldest > 0 {
		d.drafting = true
		p.Send(d.chosen, Message{Kind: draftSelect})
		return
	}
	d.look(p)
}

func (d *drafting) Arrived(p Proc, _ int) {
	d.drafting = false
	d.look(p)
}
