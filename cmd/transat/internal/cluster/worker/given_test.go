package worker_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// listed returns all cubes over the first few variables, but for some of them.
func listed(depth int, without ...int) (list [][]cnf.Lit) {
	gone := map[int]bool{}
	for _, i := range without {
		gone[i] = true
	}
	for bits := range 1 << depth {
		if gone[bits] {
			continue
		}
		var c []cnf.Lit
		for v := range depth {
			c = append(c, cnf.Signed(cnf.Var(v+1), bits>>v&1 == 1))
		}
		list = append(list, c)
	}
	return list
}

// Cubes that are given are shared, and what they leave out is one more piece: the lemmas of all are one proof, whoever shares how, with
// every splitter for those that are too hard.
func TestGivenCubes(t *testing.T) {
	for _, test := range []struct {
		name     string
		plan     *cluster.Plan
		one      bool
		verified bool
		cubes    cluster.Cubes
	}{
		{name: "stealing, all covered", cubes: cluster.Cubes{List: listed(4), Rest: true}},
		{name: "verified, some left out", verified: true, cubes: cluster.Cubes{List: listed(4, 3, 7), Rest: true}},
		{name: "one cube, verified", verified: true, cubes: cluster.Cubes{List: [][]cnf.Lit{{cnf.Neg(2)}}, Rest: true}},
		{name: "workers that are one", one: true, cubes: cluster.Cubes{List: listed(3, 1), Rest: true, Splitter: "lookahead"}},
		{
			name: "policy, verified", plan: &cluster.Plan{Policy: "plb", Topology: "mesh"}, verified: true,
			cubes: cluster.Cubes{List: listed(2, 2), Rest: true, Splitter: "learning"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := families.Multipliers(5)
			l := newLabUnder(t, f, "weights", string(dimacs.ProofText), test.plan)
			l.one = test.one
			if test.verified {
				l.verify()
			}
			l.split(test.cubes)
			for range 2 {
				l.join(t.Context(), 2)
			}
			l.refutes(t, 20*time.Millisecond)
		})
	}
}

// Every splitter has a proof that stands every check.
func TestSplittersOfWorkers(t *testing.T) {
	for _, splitter := range []string{"rule", "lookahead", "learning"} {
		t.Run(splitter, func(t *testing.T) {
			t.Parallel()
			f := families.Multipliers(5)
			l := newLab(t, f, "weights", string(dimacs.ProofText))
			l.verify()
			l.split(cluster.Cubes{Splitter: splitter})
			l.join(t.Context(), 2)
			l.join(t.Context(), 1)
			l.refutes(t, 20*time.Millisecond)
		})
	}
}

// A split with one cube removed is called unsatisfiable only if the formula is: else the model is found in what is left out.
func TestRemovedCubeIsMissed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := cnf.NewFormula(12)
	for v := 1; v < 12; v++ { // one model: all are true
		f.AddInts(-v, v+1)
	}
	f.AddInts(1, -12)
	f.AddInts(1, 12)
	for removed := range 4 {
		for _, only := range []bool{false, true}[:max(1, 2-removed)] {
			l := newLab(t, f, "weights", string(dimacs.ProofText))
			l.verify()
			l.split(cluster.Cubes{List: listed(2, removed), Rest: !only, Only: only})
			l.join(t.Context(), 1)
			proof := new(bytes.Buffer)
			if only {
				proof = nil
			}
			got, err := l.lead(t.Context(), false, 20*time.Millisecond, proof)
			want := cnf.Satisfiable
			if only && removed == 0 {
				want = cnf.Unsatisfiable // under the cubes that are there
			}
			if err != nil || got.Verdict != want {
				t.Fatalf("without cube %d, only %v: %v, %v, want %v", removed, only, got.Verdict, err, want)
			}
		}
	}
}

// A coordinator is stopped several times, records and parts of the proof are lost, workers are killed: the verdict over given cubes and
// what they leave out is right, and has a proof.
func TestGivenCubesAfterLossAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	for _, verified := range []bool{false, true} {
		t.Run(fmt.Sprintf("verified %v", verified), func(t *testing.T) {
			t.Parallel()
			f := families.Pigeons(8, 7, families.Pairwise)
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			if verified {
				l.verify()
			}
			l.split(cluster.Cubes{List: listed(4, 5), Rest: true, Depth: 6})
			l.join(t.Context(), 2)
			var proof bytes.Buffer
			got, err := l.interrupted(&proof)
			refuted(t, f, got, err, &proof)
		})
	}
}

// Lies about given cubes, or about what they leave out, are noticed.
func TestLiarsAboutGivenCubes(t *testing.T) {
	t.Parallel()
	f := families.Pigeons(7, 6, families.Pairwise)
	tree := conquer.Tree{Formula: f, List: listed(6)}
	first := func(r *ledger.Record) *ledger.Node { return &r.Rest.Nodes.List[0] }
	several := func(r *ledger.Record) bool {
		if r.Rest == nil || len(r.Rest.Nodes.List) < 2 {
			return false
		}
		n := r.Rest.Nodes.List[len(r.Rest.Nodes.List)-1]
		node, err := tree.Read(n.Data, n.Depth)
		return err == nil && tree.Whole(node)
	}
	for name, tc := range map[string]struct {
		want string
		lie  func(r *ledger.Record, proof []byte) []byte
	}{
		"a range for another": {"range of cubes that is none", func(r *ledger.Record, p []byte) []byte {
			if several(r) {
				*first(r) = r.Rest.Nodes.List[len(r.Rest.Nodes.List)-1]
			}
			return p
		}},
		"a range that is not refuted": {"does not follow", func(r *ledger.Record, p []byte) []byte {
			if several(r) {
				r.Rest.Nodes.List = r.Rest.Nodes.List[:len(r.Rest.Nodes.List)-1]
				r.Tree.Refuted++
				r.Stats.Nodes++
			}
			return p
		}},
		"all, as what is left out": {"range of cubes that is none", func(r *ledger.Record, p []byte) []byte {
			if several(r) {
				*first(r) = ledger.Node{Depth: 1}
			}
			return p
		}},
		"everything": {"range of cubes that is none", func(r *ledger.Record, p []byte) []byte {
			if several(r) {
				*first(r) = ledger.Node{Data: conquer.Everything()}
			}
			return p
		}},
		"another depth": {"is said to have the depth", func(r *ledger.Record, p []byte) []byte {
			if several(r) {
				first(r).Depth += 40
			}
			return p
		}},
		"cubes of other programs": {"makes no sense", func(r *ledger.Record, p []byte) []byte {
			r.Tree.Outside = r.Tree.Cubes + 1
			return p
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			l.verify()
			l.split(cluster.Cubes{List: tree.List})
			type end struct {
				result cluster.Result
				err    error
			}
			ended := make(chan end, 1)
			go func() {
				result, err := l.lead(t.Context(), false, 50*time.Millisecond, nil)
				ended <- end{result, err}
			}()
			id := strings.ReplaceAll(name, " ", "-")
			why := (&liar{t: t, conn: l.connect(id), id: id, lie: tc.lie, batch: 4}).work(l)
			if !strings.Contains(why, tc.want) {
				t.Errorf("refused %q, want %q", why, tc.want)
			}
			l.join(t.Context(), 2)
			e := <-ended
			if e.err != nil || e.result.Verdict != cnf.Unsatisfiable {
				t.Errorf("%v, %v", e.result.Verdict, e.err)
			}
		})
	}
}
