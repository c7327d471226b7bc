package pool_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/internal/pieces"
	"transat/solver/internal/pool"
)

// interrupted is a search that is stopped again and again, and goes on from one of its checkpoints each time, not
// always the last, with other processors under another policy.
type interrupted struct {
	t     *testing.T
	rng   *rand.Rand
	cfg   pool.Config
	proof string // folder for its pieces, or ""
	kept  []pool.Snapshot
	stops int

	repairs int   // how often a piece was damaged
	again   int64 // nodes that were visited again because of that
}

// run searches until there is a verdict.
func (i *interrupted) run() pool.Result {
	i.t.Helper()
	for {
		i.begin()
		result := mustSearch(i.t, i.cfg)
		if result.Verdict != cnf.Unknown {
			return result
		}
		if i.cfg.Ledger != nil {
			i.cfg.Ledger.Close()
		}
		i.stops++
	}
}

// begin chooses processors, when to stop, and where to go on.
func (i *interrupted) begin() {
	i.t.Helper()
	specs := policies()
	i.cfg.Layout = sharing(i.t, specs[i.rng.IntN(len(specs))])
	i.cfg.Procs, i.cfg.Threads = 1<<i.rng.IntN(4), 1+i.rng.IntN(4)
	if _, err := i.cfg.Layout(i.cfg.Procs); err != nil {
		i.cfg.Layout = stealing(i.t)
	}
	i.cfg.MaxNodes = 1 + i.rng.Int64N(800)
	i.cfg.Save = func(k pool.Snapshot) error {
		i.kept = append(i.kept, k)
		return nil
	}
	i.cfg.SaveEvery = 200 * time.Microsecond
	i.cfg.Warn = func(err error) { i.t.Error(err) }
	books := pieces.Books{Pieces: make([][]pieces.Part, 1)}
	if n := len(i.kept); n > 0 {
		from := i.kept[n-1-i.rng.IntN(min(n, 2))]
		i.kept = i.kept[:0]
		i.cfg.Open, i.cfg.Before = from.Open, from.Stats
		if from.Books != nil {
			books = *from.Books
		}
	}
	if i.proof != "" || i.cfg.Deterministic {
		i.books(i.damage(books))
	}
}

// damage flips a bit of the proof now and then, and sees to it that what was lost is searched again.
func (i *interrupted) damage(books pieces.Books) pieces.Books {
	i.t.Helper()
	if i.proof == "" || len(books.Spools) == 0 || i.rng.IntN(4) > 0 {
		return books
	}
	spool := i.rng.IntN(len(books.Spools))
	if books.Spools[spool] == 0 {
		return books
	}
	file, err := os.OpenFile(filepath.Join(i.proof, strconv.Itoa(spool)), os.O_RDWR, 0)
	if err != nil {
		i.t.Fatal(err)
	}
	defer file.Close()
	at, one := i.rng.Int64N(books.Spools[spool]), make([]byte, 1)
	_, err = file.ReadAt(one, at)
	one[0] ^= 1 << i.rng.IntN(8)
	_, wrong := file.WriteAt(one, at)
	if err := errors.Join(err, wrong); err != nil {
		i.t.Fatal(err)
	}
	damages := books.Damaged(i.proof)
	if len(damages) > 1 {
		i.t.Fatalf("one flipped bit, and the damage is %v", damages)
	}
	if len(damages) == 0 {
		return books // it belonged to a piece that had been lost before
	}
	left, loss := books.Without(damages, i.cfg.Open)
	i.cfg.Open = append(loss.Rest, loss.Again...)
	i.repairs++
	i.again += loss.Nodes
	return left
}

// books opens the books again.
func (i *interrupted) books(books pieces.Books) {
	i.t.Helper()
	var err error
	if i.cfg.Ledger, err = pieces.Resume(books); err != nil {
		i.t.Fatal(err)
	}
	if i.proof == "" {
		return
	}
	if err := i.cfg.Ledger.Spool(i.proof, dimacs.ProofBinary, books.Spools); err != nil {
		i.t.Fatal(err)
	}
}

func TestInterruptedSearches(t *testing.T) {
	stops, refuted, repairs := 0, 0, 0
	for n := range formulas(t) / 4 {
		rng := rand.New(rand.NewPCG(43, uint64(n)))
		vars := 80 + rng.IntN(60)
		f := random(t, vars, vars*(40+rng.IntN(6))/10, 3, rng.Uint64())
		i := &interrupted{t: t, rng: rng, cfg: pool.Config{Formula: f, Deterministic: n%2 == 0}}
		if n%3 != 0 {
			i.proof = t.TempDir()
		}
		got, want := i.run(), mustSolve(t, f, dpll.Options{})
		stops += i.stops
		repairs += i.repairs
		if got.Verdict != want.Verdict {
			t.Fatalf("formula %d: %v, want %v", n, got.Verdict, want.Verdict)
		}
		switch {
		case want.Verdict == cnf.Unsatisfiable:
			refuted++
			if want, got := want.Stats.Nodes+i.again, got.Stats.Nodes; want != got {
				t.Fatalf("formula %d, after %d repairs: %d nodes, want %d", n, i.repairs, got, want)
			}
			if diff := cmp.Diff(want.Stats, got.Stats); diff != "" && i.repairs == 0 {
				t.Fatalf("formula %d, after %d stops, statistics (-Solve +Search):\n%s", n, i.stops, diff)
			}
			if i.proof != "" {
				checkProof(t, f, i.cfg.Ledger, want.Stats.Leaves)
			}
		case i.cfg.Deterministic && !got.Cut:
			if diff := cmp.Diff(want.Model, got.Model); diff != "" {
				t.Fatalf("formula %d, after %d stops, model (-Solve +Search):\n%s", n, i.stops, diff)
			}
			if got.Stats.Nodes != want.Stats.Nodes {
				t.Fatalf("formula %d, after %d stops: %d nodes, want %d", n, i.stops, got.Stats.Nodes, want.Stats.Nodes)
			}
		default:
			if err := f.Check(got.Model); err != nil {
				t.Fatalf("formula %d: %v", n, err)
			}
		}
		if i.cfg.Ledger != nil {
			i.cfg.Ledger.Close()
		}
	}
	if n := formulas(t) / 4; repairs < n/8 || stops < n || refuted < n/4 || refuted > n*3/4 {
		t.Errorf("%d stops, %d repairs; %d of %d formulas are unsatisfiable", stops, repairs, refuted, n)
	}
}

// hidden returns a formula whose first variable decides: if it is true there is no model, which takes a long search,
// and if it is false everything is satisfied.
func hidden(t *testing.T) *cnf.Formula {
	t.Helper()
	refuted := random(t, 200, 860, 3, 2)
	f := cnf.NewFormula(refuted.Vars() + 1)
	for i := range refuted.Len() {
		f.Add(append(refuted.Clause(i), cnf.Pos(cnf.Var(f.Vars())).Not())...)
	}
	return f
}

// A search that knows a model, and looks for one before it, can be gone on with as well.
func TestSearchThatKnowsAModelGoesOn(t *testing.T) {
	f := hidden(t)
	want := mustSolve(t, f, dpll.Options{})
	cfg := pool.Config{Formula: f, Procs: 3, Threads: 3, Layout: stealing(t), Deterministic: true, SaveEvery: time.Millisecond}
	cfg.Ledger = pieces.New()
	var got pool.Result
	runs := 0
	for done := false; !done; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		var kept *pool.Snapshot
		cfg.Save = func(k pool.Snapshot) error {
			if kept == nil {
				kept = &k
			}
			cancel()
			return nil
		}
		var err error
		got, err = pool.Search(ctx, cfg)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if done = kept == nil; done {
			break
		}
		cfg.Open, cfg.Before = kept.Open, kept.Stats
		if cfg.Ledger, err = pieces.Resume(*kept.Books); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want.Model, got.Model); diff != "" || got.Verdict != cnf.Satisfiable || got.Cut {
		t.Fatalf("%v, cut: %v, model (-Solve +Search):\n%s", got.Verdict, got.Cut, diff)
	}
	if got.Stats.Nodes != want.Stats.Nodes || got.Visited != want.Stats.Nodes {
		t.Errorf("%d nodes, %d visited, want %d", got.Stats.Nodes, got.Visited, want.Stats.Nodes)
	}
	t.Logf("%d runs", runs)
}

// checkProof puts the pieces together, and checks what comes of it: a lemma for every leaf.
func checkProof(t *testing.T, f *cnf.Formula, ledger *pieces.Ledger, leaves int64) {
	t.Helper()
	var file bytes.Buffer
	if err := ledger.WriteProof(&file); err != nil {
		t.Fatal(err)
	}
	if ledger.Lemmas() != leaves {
		t.Fatalf("%d lemmas for %d leaves", ledger.Lemmas(), leaves)
	}
	proof := readProof(t, &file, f.Vars())
	if report, err := drat.Check(t.Context(), f, proof, drat.Options{}); err != nil {
		t.Fatalf("%v; %+v", err, report)
	}
}

func readProof(t *testing.T, file io.Reader, vars int) *drat.Proof {
	t.Helper()
	r, err := dimacs.NewProofReader("proof", file, dimacs.ProofOptions{Format: dimacs.ProofBinary, MaxVars: vars})
	if err != nil {
		t.Fatal(err)
	}
	proof := new(drat.Proof)
	for {
		step, err := r.Next()
		if err == io.EOF {
			return proof
		}
		add := proof.Add
		if step.Deletion {
			add = proof.Delete
		}
		if err = errors.Join(err, add(step.Clause)); err != nil {
			t.Fatal(err)
		}
	}
}

// Checkpoints are made at the end as well, but not if there is a verdict; their errors are told.
func TestCheckpointAtTheEnd(t *testing.T) {
	f := random(t, 100, 430, 3, 7)
	wrong := errors.New("the disk is full")
	for _, procs := range []int{1, 3} {
		calls := 0
		cfg := pool.Config{
			Formula: f, Procs: procs, Threads: 2, Layout: stealing(t), SaveEvery: time.Hour,
			Save: func(k pool.Snapshot) error {
				calls++
				if k.Stats.Nodes != 100 || len(k.Open) == 0 {
					t.Errorf("a checkpoint after %d nodes of 100, with %d open branches", k.Stats.Nodes, len(k.Open))
				}
				return wrong
			},
		}
		mustSearch(t, cfg)
		if calls != 0 {
			t.Errorf("%d checkpoints of a search with a verdict", calls)
		}
		cfg.MaxNodes = 100
		for _, cfg.Open = range [][]dpll.Branch{nil, whole()} {
			calls = 0
			if _, err := search(t, cfg); !errors.Is(err, wrong) || calls != 1 {
				t.Errorf("%d processors: %d checkpoints, error %v, want %v", procs, calls, err, wrong)
			}
		}
	}
}

// Progress counts nodes from the beginning of the search, and the share of the tree that was closed before.
func TestProgressOfASearchThatGoesOn(t *testing.T) {
	var from pool.Snapshot
	cfg := pool.Config{
		Formula: random(t, 600, 2580, 3, 1), Procs: 3, Threads: 2, Layout: stealing(t), SaveEvery: time.Hour,
		Open: []dpll.Branch{{}}, MaxNodes: 20_000,
		Save: func(k pool.Snapshot) error {
			from = k
			return nil
		},
	}
	mustSearch(t, cfg)
	closed := 1.0
	for _, b := range from.Open {
		closed -= b.Weight()
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var told pool.Progress
	cfg.Open, cfg.Before, cfg.MaxNodes, cfg.Save = from.Open, from.Stats, 0, nil
	cfg.Progress = func(p pool.Progress) {
		told = p
		cancel()
	}
	result, err := pool.Search(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if told.Nodes <= 0 || told.Nodes > result.Now || told.Closed < closed || told.Closed > closed+0.5 {
		t.Errorf("progress %+v of %d nodes; a share of %v had been closed before", told, result.Now, closed)
	}
	if want := from.Stats.Nodes + result.Now; result.Stats.Nodes != want || result.Visited != want {
		t.Errorf("%d nodes in all, %d visited, want %d", result.Stats.Nodes, result.Visited, want)
	}
}

// A proof that cannot be written ends the search.
func TestFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		if os.Getenv("TRANSAT_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no device that is full:", err)
	}
	folder := t.TempDir()
	if err := os.Symlink(full, filepath.Join(folder, "0")); err != nil {
		t.Fatal(err)
	}
	ledger := pieces.New()
	if err := ledger.Spool(folder, dimacs.ProofText, nil); err != nil {
		t.Fatal(err)
	}
	defer ledger.Close()
	f := random(t, 150, 640, 3, 3)
	_, err := search(t, pool.Config{Formula: f, Procs: 3, Threads: 3, Layout: stealing(t), Open: whole(), Ledger: ledger})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want %v", err, syscall.ENOSPC)
	}
}
