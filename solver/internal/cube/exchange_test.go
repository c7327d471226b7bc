package cube

import (
	"bufio"
	"io"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/wire"
)

// heard is what a child has said until the answer.
type heard struct {
	reply
	shared []uint32
}

// childOf solves one cube in a child, which hears of lemmas before.
func childOf(t *testing.T, p problem, cube cnf.Lit, lemmas []uint32, proof *drat.Proof) (h heard) {
	t.Helper()
	in, orders := io.Pipe()
	replies, out := io.Pipe()
	go func() { _ = out.CloseWithError(Serve(in, out)) }()
	go func() {
		_ = wire.Write(orders, p)
		if len(lemmas) > 0 {
			_ = wire.Write(orders, order{Shared: lemmas})
		}
		_ = wire.Write(orders, order{Cube: []uint32{cube.Code()}})
	}()
	defer orders.Close()
	all := lemmasOfProof{proof}
	for from := bufio.NewReader(replies); !h.Done; {
		var r reply
		if err := wire.Read(from, &r); err != nil {
			t.Fatal(err)
		}
		if err := all.add(r.Lemmas); err != nil {
			t.Fatal(err)
		}
		h = heard{r, append(h.shared, r.Shared...)}
	}
	if h.Failure != "" || h.Result.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%+v", h.reply)
	}
	return h
}

// lemmasOfProof adds the steps of a child to a proof.
type lemmasOfProof struct{ proof *drat.Proof }

func (l lemmasOfProof) add(steps []uint32) error {
	p := lemmas{w: l.proof}
	return p.add(steps)
}

// What a child gives saves another one conflicts, whether or not lemmas are checked; and the steps of both are one proof.
func TestChildrenShare(t *testing.T) {
	f := families.SumMiter(8, 4)
	for _, verify := range []bool{false, true} {
		p := newProblem(f)
		p.Proof, p.Verify, p.Share = true, verify, true
		var proof drat.Proof
		branch := cnf.Pos(cnf.Var(f.Vars() / 2))
		first := childOf(t, p, branch, nil, &proof)
		if len(SplitLemmas(first.shared)) < 50 || CheckLemmas(first.shared, f.Vars()) != nil {
			t.Fatalf("verify %v: a child has given %d lemmas: %v", verify, len(SplitLemmas(first.shared)), CheckLemmas(first.shared, f.Vars()))
		}
		second := childOf(t, p, branch.Not(), first.shared, &proof)
		p.Share = false
		alone := childOf(t, p, branch.Not(), nil, new(drat.Proof))
		if r := second.Result; r.Taken < 50 || r.Conflicts > alone.Result.Conflicts*9/10 {
			t.Errorf("verify %v: %d conflicts with %d lemmas, and %d without", verify, r.Conflicts, r.Taken, alone.Result.Conflicts)
		}
		if verify && second.Checked == 0 {
			t.Error("the second child has checked nothing")
		}
		if len(alone.shared) > 0 {
			t.Errorf("%d lemmas of a child that has no others", len(SplitLemmas(alone.shared)))
		}
		_ = proof.Add(nil)
		if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Errorf("verify %v: %v", verify, err)
		}
	}
}

// Lists of lemmas come through bytes as they are, up to a size, and lists that are none are errors.
func TestListsOfLemmas(t *testing.T) {
	list := []uint32{2, 5, 0, 3, 0, 1001, 6, 0}
	got, err := ReadLemmas(AppendLemmas(nil, list, 100), 500)
	if err != nil || len(SplitLemmas(got)) != 3 || len(got) != len(list) {
		t.Errorf("%v, %v", got, err)
	}
	if short := AppendLemmas([]byte{9}, list, 7); len(short) != 1+5 {
		t.Errorf("%v, want the first two lemmas behind the 9", short)
	}
	for name, data := range map[string][]byte{
		"no end":               {2, 5},
		"an empty lemma":       {2, 0, 0},
		"empty at first":       {0},
		"a deletion":           {1, 2, 0},
		"no variable":          {1, 0},
		"a variable too large": {12, 0},
		"a broken number":      {2, 0x80},
		"a number too large":   {0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0},
	} {
		if got, err := ReadLemmas(data, 5); err == nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}

// An exchange bounds what waits in it, and gives nothing before it is opened.
func TestExchangeIsBounded(t *testing.T) {
	var x Exchange
	if x.Give([]cnf.Lit{cnf.Pos(1)}) || x.Gives() {
		t.Error("it has given a lemma though there is nobody")
	}
	x.Open()
	for range mostWaiting {
		x.Give([]cnf.Lit{cnf.Pos(1), cnf.Pos(2)})
		x.Put([32]byte{1}, []uint32{2, 0})
	}
	if n := len(x.Given()); n > mostWaiting || n < mostWaiting/2 {
		t.Errorf("%d words were given", n)
	}
	if n := len(x.Take()); n != mostLists {
		t.Errorf("%d lists of one lemma have waited, want %d", n, mostLists)
	}
	if n := len(x.Rests()); n != mostLists || len(x.Rests()) != 0 {
		t.Errorf("%d sources, want %d once", n, mostLists)
	}
	x.Give([]cnf.Lit{cnf.Pos(1)})
	x.Put([32]byte{1}, []uint32{2, 0})
	x.Take()
	if x.Reset(); x.Gives() || len(x.Rests()) != 0 {
		t.Error("something is left after Reset")
	}
}
