package conquer

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/balance/cores"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

// Every step of the lemmas of a search, for the proof and for its stream.
type steps struct {
	t      *testing.T
	stream *Stream
	joined *drat.Proof
	lemmas int
}

func (s *steps) Add(clause []cnf.Lit) error {
	s.lemmas++
	if err := s.stream.Add(clause); err != nil {
		s.t.Errorf("a lemma of a search: %v", err)
	}
	return s.joined.Add(clause)
}
func (s *steps) Delete(clause []cnf.Lit) error { return s.stream.Delete(clause) }

// team is searches that share a tree.
type team struct {
	t        *testing.T
	tree     Tree
	searches []*Search
	steps    []*steps
	desks    []*Exchange
	before   [][]Node // of each search: what was open when its stretch began
	free     []Node
	shown    []Shown
	nodes    int64 // that were counted in the stretches so far
	verifier *TreeChecker
	proof    drat.Proof
}

func newTeam(t *testing.T, f *cnf.Formula, n, depth int) *team {
	t.Helper()
	return teamOf(t, Tree{Formula: f}, n, Options{Splitting: Splitting{Rule: "lex"}, Depth: depth})
}

func teamOf(t *testing.T, tree Tree, n int, opt Options) *team {
	t.Helper()
	m := &team{t: t, tree: tree, free: []Node{tree.Root()}}
	derived, err := Derived(t.Context(), tree, opt.Splitting)
	if err == nil {
		m.verifier, err = NewTreeChecker(t.Context(), tree, opt.Splitting)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, clause := range derived {
		_ = m.proof.Add(clause)
	}
	for range n {
		p := &steps{t: t, joined: &m.proof, stream: NewStream(tree.Formula)}
		opt.Proof, opt.Exchange = p, new(Exchange)
		opt.Exchange.Open()
		s, err := New(t.Context(), tree, opt)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Forget)
		m.searches, m.steps, m.before = append(m.searches, s), append(m.steps, p), append(m.before, nil)
		m.desks = append(m.desks, opt.Exchange)
	}
	return m
}

// travel sends nodes through bytes.
func (m *team) travel(nodes []Node) (all []Node) {
	for _, n := range nodes {
		got, err := m.tree.Read(m.tree.Append(nil, n), m.tree.Depth(n))
		if err != nil {
			m.t.Errorf("%+v: %v", n, err)
		}
		if got.Share = n.Share; !slices.Equal(got.Cube, n.Cube) || got.From != n.From || got.To != n.To {
			m.t.Errorf("%+v comes as %+v", n, got)
		}
		all = append(all, got)
	}
	return all
}

// cut ends a stretch of a search, and checks it.
func (m *team) cut(i int, given ...Node) {
	s, lemmas := m.searches[i], m.desks[i].Given()
	if err := s.Flush(); err != nil {
		m.t.Fatal(err)
	}
	m.share(i, lemmas)
	shown, nodes := s.Shown(), int64(0)
	for _, n := range shown {
		if n.By == Leaf {
			if err := m.steps[i].stream.Refuted(n.Cube); err != nil {
				m.t.Errorf("cube %v: %v", n.Cube, err)
			}
		}
		if n.By != Holds {
			nodes++
		}
	}
	m.shown = append(m.shown, shown...)
	rest := m.travel(s.Rest())
	halved, err := m.verifier.Check(Stretch{Before: m.before[i], After: append(slices.Clone(rest), given...), Shown: shown})
	if err != nil {
		m.t.Errorf("a stretch from %v to %v and %v: %v", m.before[i], rest, given, err)
	}
	m.nodes += nodes + halved
	m.before[i] = rest
	m.free = append(m.free, m.travel(given)...)
}

// share gives lemmas of a search to the others. They follow from its stream.
func (m *team) share(i int, list []uint32) {
	sent, err := ReadLemmas(AppendLemmas(nil, list, 1<<20), m.tree.Formula.Vars())
	if err != nil {
		m.t.Fatal(err)
	}
	for _, lemma := range SplitLemmas(sent) {
		if err := m.steps[i].stream.Follows(lemma); err != nil {
			m.t.Errorf("a lemma for others: %v", err)
		}
	}
	for j, x := range m.desks {
		if j == i || len(sent) == 0 {
			continue
		}
		if err := m.steps[j].stream.Shown(SplitLemmas(sent)); err != nil {
			m.t.Error(err)
		}
		x.Put([32]byte{1}, sent)
	}
}

// run searches until all is refuted, or a model is found. Pieces wander as random numbers have it.
func (m *team) run(rng *rand.Rand) (cnf.Model, error) {
	for {
		idle := 0
		for i, s := range m.searches {
			if len(s.Rest()) == 0 {
				if len(m.free) == 0 {
					idle++
					continue
				}
				next := rng.IntN(len(m.free))
				piece := []Node{m.free[next]}
				m.free = slices.Delete(m.free, next, next+1)
				if err := s.Begin(piece); err != nil {
					return nil, err
				}
				m.before[i] = piece
			}
			outcome, err := s.Search(1 + rng.Int64N(4))
			switch {
			case err != nil:
				return nil, err
			case outcome == cores.Found:
				return s.Model(), nil
			case outcome == cores.Closed:
				m.cut(i)
				continue
			}
			switch open := s.Open(nil); {
			case rng.IntN(4) == 0 && len(open) > 0:
				m.cut(i, s.Give(rng.IntN(len(open))))
			case rng.IntN(8) == 0:
				s.Press()
			case rng.IntN(16) == 0: // it leaves, and another one goes on
				rest := s.Rest()
				m.cut(i)
				m.free = append(m.free, rest...)
				s.Drop()
			}
		}
		if idle == len(m.searches) {
			return nil, nil
		}
	}
}

// Whatever wanders from search to search, every stretch is as it says, and the verdict has a model or a proof.
func TestPiecesWander(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	for i := range solvertest.Cases(t, 60) {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		f := solvertest.RandomMixed(rng, 3+i%12, 2+rng.IntN(4))
		if i%3 == 0 {
			f = solvertest.RandomKSAT(uint64(i), 40, 160+i, 3)
		}
		m := newTeam(t, f, 1+i%3, i%5)
		model, err := m.run(rng)
		if err != nil {
			t.Fatal(err)
		}
		if model != nil {
			verdicts[cnf.Satisfiable]++
			if err := f.Check(model); err != nil {
				t.Error(err)
			}
			continue
		}
		verdicts[cnf.Unsatisfiable]++
		m.check()
	}
	if least := solvertest.Cases(t, 60) / 6; min(verdicts[cnf.Satisfiable], verdicts[cnf.Unsatisfiable]) < least {
		t.Errorf("too few of one kind: %v", verdicts)
	}
}

// check puts the proof together, and checks it.
func (m *team) check() {
	m.t.Helper()
	m.finish()
	if _, err := drat.Check(m.t.Context(), m.tree.Formula, &m.proof, drat.Options{Forward: true}); err != nil {
		m.t.Errorf("%v\n%v", err, m.tree.Formula)
	}
}

// finish ends the proof of the tree.
func (m *team) finish() {
	m.t.Helper()
	for _, clause := range TreeClauses(m.shown) {
		_ = m.proof.Add(clause)
	}
	nodes := int64(0)
	for _, s := range m.searches {
		nodes += s.Counts().Nodes
	}
	if nodes != m.nodes {
		m.t.Errorf("%d nodes are counted, and %d shown", nodes, m.nodes)
	}
}

// What a search has learned under one cube stays for the next one, even if a cube was given up.
func TestWhatIsLearnedStays(t *testing.T) {
	m := newTeam(t, families.Pigeons(7, 6, families.Pairwise), 2, 4)
	model, err := m.run(rand.New(rand.NewPCG(1, 2)))
	if model != nil || err != nil {
		t.Fatal(model, err)
	}
	m.check()
	if m.steps[0].lemmas == 0 || m.steps[1].lemmas == 0 {
		t.Errorf("lemmas: %d and %d", m.steps[0].lemmas, m.steps[1].lemmas)
	}
	var all Counts
	for _, s := range m.searches {
		all.Cubes += s.Counts().Cubes
		all.Refuted += s.Counts().Refuted
	}
	if all.Cubes == 0 {
		t.Errorf("%+v", all)
	}
}

// Lies about a tree or a cube are noticed.
func TestLies(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	tree, split := Tree{Formula: f}, Splitting{Rule: "lex"}
	v, err := NewTreeChecker(t.Context(), tree, split)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), tree, Options{Splitting: split, Depth: 3, Proof: &drat.Proof{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Forget)
	if err := s.Begin([]Node{Tree{}.Root()}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Search(2); err != nil {
		t.Fatal(err)
	}
	shown, rest := s.Shown(), s.Rest()
	honest := Stretch{Before: []Node{{}}, After: rest, Shown: shown}
	if _, err := v.Check(honest); err != nil {
		t.Error(err)
	}
	for name, lie := range map[string]Stretch{
		"a branch is left out":    {honest.Before, rest[1:], shown},
		"nothing is left":         {honest.Before, nil, shown},
		"a node it has not shown": {honest.Before, rest[1:], append(slices.Clone(shown), Shown{Split, rest[0].Cube})},
		"a literal of nothing":    {honest.Before, append(slices.Clone(rest), Node{Cube: []cnf.Lit{cnf.Pos(1000)}}), shown},
	} {
		if _, err := v.Check(lie); err == nil {
			t.Errorf("%s: it is believed", name)
		}
	}
	stream := NewStream(f)
	if err := stream.Refuted(rest[0].Cube); err == nil {
		t.Error("a cube without lemmas is believed to be refuted")
	}
}

// Nodes and lists of them go through bytes, and rubbish does not.
func TestBytes(t *testing.T) {
	all := []Shown{
		{Split, nil},
		{Holds, []cnf.Lit{cnf.Pos(1)}},
		{Leaf, []cnf.Lit{cnf.Pos(1), cnf.Neg(300)}},
		{Split, []cnf.Lit{cnf.Neg(1)}},
	}
	data := AppendShown(nil, all)
	var got []Shown
	err := ReadShown(data, 300, func(s Shown) error {
		got = append(got, Shown{s.By, slices.Clone(s.Cube)})
		return nil
	})
	if err != nil || !slices.EqualFunc(got, all, func(a, b Shown) bool { return a.By == b.By && slices.Equal(a.Cube, b.Cube) }) {
		t.Errorf("%v, %v", got, err)
	}
	for cut := range data {
		_ = ReadShown(data[:cut], 300, func(Shown) error { return nil })
	}
	for _, bad := range [][]byte{{255}, {3, 0}, {8, 0}, {0, 9}, {0, 1, 0}, {0, 1, 1}} {
		if err := ReadShown(bad, 300, func(Shown) error { return nil }); err == nil {
			t.Errorf("%v is believed", bad)
		}
	}
	if err := ReadShown(data, 200, func(Shown) error { return nil }); err == nil {
		t.Error("a literal of another formula is believed")
	}
	f := cnf.NewFormula(300)
	plain, list := Tree{Formula: f, Base: 1}, Tree{Formula: f, List: make([][]cnf.Lit, 5)}
	if _, err := plain.Read(plain.Append(nil, Node{Cube: all[2].Cube}), 3); err != nil {
		t.Error(err)
	}
	for _, bad := range []struct {
		tree  Tree
		data  []byte
		depth int
	}{
		{plain, []byte{1}, 2},
		{plain, []byte{4}, 1},
		{plain, []byte{listed, 0, 5}, 0},
		{list, []byte{4}, 1},
		{list, nil, 0},
		{list, Everything(), 0},
		{list, []byte{listed, 0, 5}, 1},
		{list, []byte{listed, 0, 5, 4}, 1},
		{list, []byte{listed, 0, 3}, 1},
		{list, []byte{listed, 1, 3}, 1},
		{list, []byte{listed, 2, 1}, 1},
		{list, []byte{listed, 0, 6}, 0},
		{list, []byte{listed, 0}, 0},
		{list, []byte{listed, 0, 1, 1}, 3},
	} {
		if n, err := bad.tree.Read(bad.data, bad.depth); err == nil {
			t.Errorf("%v of %d cubes is read as %+v", bad.data, len(bad.tree.List), n)
		}
	}
}

// A cube of another tree is an error, and a search that is stopped says so.
func TestForeignAndStopped(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	ctx, stop := context.WithCancel(t.Context())
	s, err := New(ctx, Tree{Formula: f}, Options{Splitting: Splitting{Rule: "lex"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, cube := range [][]cnf.Lit{{cnf.Pos(20), cnf.Pos(20)}, {cnf.Pos(999)}, {{}}} {
		if err := s.Begin([]Node{{Cube: cube}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Search(1); err == nil {
			t.Errorf("cube %v is taken for one of the tree", cube)
		}
	}
	s, err = New(ctx, Tree{Formula: families.Pigeons(11, 10, families.Pairwise)},
		Options{Splitting: Splitting{Rule: "lex"}, Depth: 1})
	if err == nil {
		err = s.Begin([]Node{Tree{}.Root()})
	}
	if err != nil {
		t.Fatal(err)
	}
	if outcome, err := s.Search(10); outcome != cores.Running || err != nil {
		t.Fatal(outcome, err)
	}
	stop()
	for err == nil {
		_, err = s.Search(10)
	}
	if len(s.Rest()) == 0 {
		t.Error("what was open is forgotten")
	}
}
