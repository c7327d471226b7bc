package worker_test

import (
	"bytes"
	"slices"
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

// show adds a node to those that a record shows to be refuted.
func show(t *testing.T, r *ledger.Record, n conquer.Shown) {
	var all []conquer.Shown
	err := conquer.ReadShown(r.Tree.Shown, 1<<20, func(s conquer.Shown) error {
		all = append(all, conquer.Shown{By: s.By, Cube: slices.Clone(s.Cube)})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	r.Tree.Shown = conquer.AppendShown(nil, append(all, n))
	r.Stats.Nodes++
}

// dropLast takes the last open node out of what a record leaves, and returns it; the record must leave more.
func dropLast(t *testing.T, r *ledger.Record) []cnf.Lit {
	list := r.Rest.Nodes.List
	last := list[len(list)-1]
	node, err := conquer.Tree{Formula: cnf.NewFormula(1 << 20)}.Read(last.Data, last.Depth)
	if err != nil {
		t.Error(err)
	}
	r.Rest.Nodes.List = list[:len(list)-1]
	return node.Cube
}

// Whatever a worker makes up about a cube, its lemmas or the tree above, it is cut off, and the verdict has a proof.
func TestLiarsAboutCubes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := families.Pigeons(7, 6, families.Pairwise)
	for name, tc := range map[string]struct {
		want string
		lie  func(r *ledger.Record, proof []byte) []byte
	}{
		"counts":              {"makes no sense", func(r *ledger.Record, p []byte) []byte { r.Tree.Cubes++; return p }},
		"conflicts below 0":   {"makes no sense", func(r *ledger.Record, p []byte) []byte { r.Tree.Conflicts = -1; return p }},
		"all is refuted":      {"makes no sense", func(r *ledger.Record, p []byte) []byte { r.Rest, r.Given = nil, nil; return p }},
		"another lemma count": {"it counts", func(r *ledger.Record, p []byte) []byte { r.Lemmas++; return p }},
		"no lemmas": {"wrong", func(r *ledger.Record, p []byte) []byte {
			if r.Tree.Cubes == 0 {
				return p
			}
			r.Lemmas = 0
			return nil
		}},
		"a lemma that does not follow": {"does not follow", func(r *ledger.Record, p []byte) []byte {
			r.Lemmas++
			return append([]byte("1 0\n"), p...)
		}},
		"a variable of nothing": {"does not have", func(r *ledger.Record, p []byte) []byte {
			r.Lemmas++
			return append([]byte("9999 0\n"), p...)
		}},
		"a lemma for others that does not follow": {"does not follow", func(r *ledger.Record, p []byte) []byte {
			r.Shared = []byte{2, 0} // the literal 1
			return p
		}},
		"a lemma for others of nothing": {"want literals of the formula", func(r *ledger.Record, p []byte) []byte {
			r.Shared = []byte{0xff, 0x7f, 0}
			return p
		}},
		"too many lemmas for others": {"makes no sense", func(r *ledger.Record, p []byte) []byte {
			r.Shared = bytes.Repeat([]byte{2, 0}, ledger.MostShared)
			return p
		}},
		"no proof at all": {"cannot be read", func(r *ledger.Record, p []byte) []byte { r.Tree.Shown = []byte{255, 255}; return p }},
		"a node that is not refuted": {"does not follow", func(r *ledger.Record, p []byte) []byte {
			if r.Rest == nil || len(r.Rest.Nodes.List) < 2 {
				return p
			}
			r.Tree.Refuted++
			show(t, r, conquer.Shown{By: conquer.Split, Cube: dropLast(t, r)})
			return p
		}},
		"a cube that is not solved": {"does not follow", func(r *ledger.Record, p []byte) []byte {
			if r.Rest == nil || len(r.Rest.Nodes.List) < 2 {
				return p
			}
			r.Tree.Cubes++
			show(t, r, conquer.Shown{Cube: dropLast(t, r)})
			return p
		}},
		"another node in its place": {"does not follow", func(r *ledger.Record, p []byte) []byte {
			if r.Rest == nil || len(r.Rest.Nodes.List) < 2 {
				return p
			}
			list := r.Rest.Nodes.List
			list[0] = list[1]
			return p
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			l.verify()
			l.cubes(5)
			type end struct {
				result cluster.Result
				err    error
			}
			ended, proof := make(chan end, 1), new(bytes.Buffer)
			go func() {
				result, err := l.lead(t.Context(), false, 10*time.Millisecond, proof)
				ended <- end{result, err}
			}()
			id := strings.ReplaceAll(name, " ", "-")
			why := (&liar{t: t, conn: l.connect(id), id: id, lie: tc.lie, batch: 7, more: 2, keeps: true}).work(l)
			if !strings.Contains(why, tc.want) {
				t.Errorf("refused %q, want %q", why, tc.want)
			}
			l.join(t.Context(), 2)
			e := <-ended
			refuted(t, f, e.result, e.err, proof)
		})
	}
}
