package dpll

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/internal/solvertest"
)

// mustWorkerAt returns a worker with a search under way that has visited that many nodes.
func mustWorkerAt(t testing.TB, nodes int64) *Worker {
	t.Helper()
	w := mustWorker(t, solvertest.RandomKSAT(3, 120, 516, 3), WorkerOptions{})
	mustBegin(t, w, w.Root())
	if nodes > 0 && mustSearch(t, w, nodes) != Running {
		t.Fatalf("the tree has at most %d nodes", nodes)
	}
	return w
}

// A branch compares as its next node stands in preorder.
func TestBranchCompare(t *testing.T) {
	w := mustWorkerAt(t, 0)
	rng := rand.New(rand.NewPCG(34, 0))
	inOrder := []Branch{w.Rest()}
	for mustSearch(t, w, 1) == Running {
		if n := len(w.Open(nil)); n > 0 && rng.IntN(40) == 0 {
			inOrder = append(inOrder, w.Rest())
			b := w.Give(n - 1)
			if w.Rest().Compare(b) != -1 || b.Compare(w.Rest()) != 1 {
				t.Fatalf("%+v comes before the place where it is given away, %+v", b, w.Rest())
			}
		}
		inOrder = append(inOrder, w.Rest())
	}
	if len(inOrder) < 100 {
		t.Fatalf("only %d places", len(inOrder))
	}
	shuffled := slices.Clone(inOrder)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	slices.SortStableFunc(shuffled, Branch.Compare)
	for i := range inOrder {
		if shuffled[i].Compare(inOrder[i]) != 0 || inOrder[i].Compare(shuffled[i]) != 0 {
			t.Fatalf("place %d of %d is taken by another node", i, len(inOrder))
		}
	}
}

func TestBranchTellsWhatItIs(t *testing.T) {
	w := mustWorkerAt(t, 40)
	rest, open := w.Rest(), w.Open(nil)
	weights := rest.Weight()
	if rest.Fresh() || rest.Depth() != 0 || rest.Level() != open[0] || len(open) < 3 {
		t.Errorf("the rest is %+v, open are %v", rest, open)
	}
	if got := w.Closed(); math.Abs(got+weights-1) > 1e-12 {
		t.Errorf("a share of %v is closed and %v is open", got, weights)
	}
	b := w.Give(1)
	if !b.Fresh() || b.Level() != open[1] || b.Depth() != len(b.path) || b.Weight() != math.Ldexp(1, -b.Depth()) {
		t.Errorf("open are %v, and a branch is %+v", open, b)
	}
	if diff := cmp.Diff(slices.Delete(slices.Clone(open), 1, 2), w.Open(nil)); diff != "" {
		t.Errorf("open (-want +got):\n%s", diff)
	}
	if got, want := w.Rest().Weight(), weights-b.Weight(); got != want {
		t.Errorf("the rest weighs %v, want %v", got, want)
	}
	if root := w.Root(); !root.Fresh() || root.Depth() != 0 || root.Weight() != 1 || root.Piece() != 0 {
		t.Errorf("the root is %+v", root)
	}
}

// A path of 2,000 decisions weighs nothing that a float64 can hold, and that does no harm.
func TestBranchWeightOfDeepBranches(t *testing.T) {
	deep := Branch{path: make([]decision, 2000), base: 1990}
	if got := deep.Weight(); got != 0 {
		t.Errorf("a deep branch weighs %v", got)
	}
	deep.base = 0
	if got := deep.Weight(); got != 1 {
		t.Errorf("a branch with everything open weighs %v", got)
	}
}

// What is given away, and what is left, does not change with the search that it comes from.
func TestBranchSharesNothingWithTheWorker(t *testing.T) {
	w := mustWorkerAt(t, 40)
	given, rest := w.Give(0), w.Rest()
	before := [][]byte{encoded(t, given), encoded(t, rest)}
	for mustSearch(t, w, 7) == Running {
		if len(w.Open(nil)) > 0 {
			w.Give(0)
		}
	}
	if diff := cmp.Diff(before, [][]byte{encoded(t, given), encoded(t, rest)}); diff != "" {
		t.Errorf("branches (-before +after):\n%s", diff)
	}
}

func encoded(t testing.TB, b Branch) []byte {
	t.Helper()
	data, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestBranchDecodingRefuses(t *testing.T) {
	const lit = 2 << 2 // literal 2, as first child
	tests := []struct {
		name string
		data []byte
	}{
		{"nothing", nil},
		{"no level", []byte{1}},
		{"no base", []byte{1, 1}},
		{"no count", []byte{1, 1, 0}},
		{"a decision missing", []byte{1, 1, 0, 1}},
		{"something left", []byte{1, 1, 0, 1, lit, 0}},
		{"base below the path", []byte{1, 1, 2, 1, lit}},
		{"literal 1", []byte{1, 1, 0, 1, 1 << 2}},
		{"unknown child", []byte{1, 1, 0, 1, lit | byte(childStates)}},
		{"no piece", []byte{1, 1, 0, 1, lit | byte(firstOnly)}},
		{"a piece outside the branch", []byte{1, 1, 1, 1, lit | byte(firstOnly), 3}},
		{"literal too large", []byte{1, 1, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x7f}},
		{"level too large", []byte{1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0}},
		{"count too large", []byte{1, 1, 0, 0xff, 0xff, 0xff, 0x7f, lit}},
		{"varint too long", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 1, 0, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b Branch
			if err := b.UnmarshalBinary(test.data); err == nil {
				t.Errorf("decoded as %+v", b)
			}
		})
	}
	if err := new(Branch).UnmarshalBinary([]byte{1, 1, 0, 2, lit | byte(firstOnly), 3, lit}); err != nil {
		t.Errorf("a good one: %v", err)
	}
}

// Whatever is decoded is encoded again as it was, and is searched or refused.
func FuzzBranch(f *testing.F) {
	w := mustWorkerAt(f, 40)
	f.Add(encoded(f, w.Root()))
	f.Add(encoded(f, w.Give(2)))
	f.Add(encoded(f, w.Rest()))
	f.Add([]byte{1, 1, 0, 1, 8})
	w.Drop()
	f.Fuzz(func(t *testing.T, data []byte) {
		var b, again Branch
		if b.UnmarshalBinary(data) != nil {
			return
		}
		encoding := encoded(t, b)
		if err := again.UnmarshalBinary(encoding); err != nil || !slices.Equal(encoding, encoded(t, again)) {
			t.Fatalf("%+v becomes %+v, %v", b, again, err)
		}
		if b.Compare(again) != 0 || b.Weight() != again.Weight() || b.Weight() < 0 || b.Weight() > 1 {
			t.Fatalf("%+v weighs %v, %+v %v", b, b.Weight(), again, again.Weight())
		}
		if w.Begin(b) != nil {
			return
		}
		mustSearch(t, w, 20)
		w.Drop()
	})
}
