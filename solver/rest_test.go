package solver

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/solvertest"
)

// splitOf returns cubes of a random tree, which cover everything; now and then one contradicts itself, or is there twice.
func splitOf(rng *rand.Rand, f *cnf.Formula, depth int, path []cnf.Lit) (cubes [][]cnf.Lit) {
	if depth == 0 || rng.IntN(5) == 0 {
		cube := append([]cnf.Lit{}, path...)
		if rng.IntN(8) == 0 {
			cubes = append(cubes, cube)
		}
		if rng.IntN(8) == 0 && len(cube) > 0 {
			cubes = append(cubes, append(append([]cnf.Lit{}, cube...), cube[0].Not(), cube[0]))
		}
		return append(cubes, cube)
	}
	v := cnf.Var(1 + rng.IntN(f.Vars()))
	for _, l := range []cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
		cubes = append(cubes, splitOf(rng, f, depth-1, append(path[:len(path):len(path)], l))...)
	}
	return cubes
}

// Whatever cubes are given, all of a split, all but some, or any, the answer is that for the formula, with a proof.
func TestCubesThatLeaveSomethingOut(t *testing.T) {
	t.Chdir(t.TempDir())
	runs := max(40, solvertest.Cases(t, 300))
	verdicts, holes := map[cnf.Verdict]int{}, 0
	for i := range runs {
		rng := rand.New(rand.NewPCG(41, uint64(i)))
		f, shape := solvertest.Small(rng)
		if f.Vars() == 0 {
			continue
		}
		cubes := splitOf(rng, f, 1+rng.IntN(3), nil)
		if removed := rng.IntN(len(cubes)); i%4 > 0 && len(cubes) > 1 {
			cubes = append(cubes[:removed:removed], cubes[removed+1:]...)
		}
		opt := tested{Options: Options{
			Engine: Cube, Threads: 1, CubeDepth: 1 + rng.IntN(2), Cubes: cubes, Verify: i%3 == 0,
		}}
		if i%5 == 0 {
			opt.Proof.Format = dimacs.ProofLRAT
		}
		if rng.IntN(2) == 0 { // the rest is split as well
			opt.rest = &cdcl.Limits{Work: 1}
		}
		truth := solvertest.NewTruth(f, variables(slices.Concat(cubes...))...)
		want := truth.Verdict()
		if err := opt.decides(t, f, want); err != nil {
			t.Fatalf("formula %d (%s), cubes %v: %v", i, shape, cubes, err)
		}
		verdicts[want]++
		under := cnf.Unsatisfiable
		for _, c := range cubes {
			if truth.Satisfiable(c...) {
				under = cnf.Satisfiable
			}
		}
		if under != want {
			holes++
		}
		if i%10 != 0 {
			continue
		}
		opt.OnlyCubes, opt.Proof = true, Proof{}
		if result, err := opt.solve(t.Context(), f); err != nil || result.Verdict != under {
			t.Fatalf("formula %d (%s), only under the cubes %v: %v, error %v; want %v", i, shape, cubes, result.Verdict, err, under)
		}
	}
	if len(verdicts) != 2 || holes == 0 {
		t.Errorf("verdicts %v, %d models that no cube covers", verdicts, holes)
	}
}

// A rest that is too hard at first comes after the cubes, and a model in it is found there.
func TestHardRest(t *testing.T) {
	t.Chdir(t.TempDir())
	var log []string
	opt := tested{
		Options: Options{
			Engine: Cube, Threads: 2, Cubes: [][]cnf.Lit{{cnf.Pos(1)}}, Verify: true,
			Log: func(line string) { log = append(log, line) },
		},
		hooks: hooks{rest: &cdcl.Limits{Work: 1}},
	}
	if err := opt.decides(t, families.Pigeons(7, 6, families.Pairwise), cnf.Unsatisfiable); err != nil {
		t.Error(err)
	}
	if len(log) == 0 || !strings.Contains(strings.Join(log, "\n"), "leave a part out") {
		t.Errorf("the log is %q", log)
	}
	result, err := opt.solve(t.Context(), families.Pigeons(7, 6, families.Pairwise))
	if err != nil || result.Verified == nil || result.Verified.Parts < 3 {
		t.Errorf("verified: %+v, error %v; want the cube, the tree of the rest, and its cubes", result.Verified, err)
	}
	opt.Verify = false
	if err := opt.decides(t, families.Pigeons(6, 6, families.Pairwise), cnf.Satisfiable); err != nil {
		t.Error(err)
	}
}

// Cubes that are none are refused before anything is solved.
func TestCubesOfNoVariable(t *testing.T) {
	f := families.Pigeons(3, 2, families.Pairwise)
	opt := Options{Engine: Cube, Cubes: [][]cnf.Lit{{cnf.Pos(7)}}}
	_, err := Solve(t.Context(), f, opt)
	var option *OptionError
	if !errors.As(err, &option) || option.Option != "Cubes" || !strings.Contains(err.Error(), "the variables 1 to 6") {
		t.Errorf("error %v", err)
	}
}

// A list in the order of a tree is refuted from the cubes up, with a conflict for every two.
func TestClimb(t *testing.T) {
	f := cnf.NewFormula(10)
	var cubes [][]cnf.Lit
	for n := range 1 << 10 {
		var cube []cnf.Lit
		for v := range 10 {
			cube = append(cube, cnf.Signed(cnf.Var(v+1), n>>(9-v)&1 == 1))
		}
		cubes = append(cubes, cube)
	}
	for _, missing := range []bool{false, true} {
		if missing {
			cubes = slices.Delete(cubes, 77, 78)
		}
		var proof solvertest.ProofList
		s, err := cdcl.Load(t.Context(), Uncovered(f, cubes), cdcl.Options{Proof: &proof})
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := climb(t.Context(), s, cubes, cdcl.Limits{})
		if err == nil && verdict == cnf.Unknown {
			verdict, err = s.Solve(t.Context(), cdcl.Limits{Conflicts: 1})
		}
		want := map[bool]cnf.Verdict{false: cnf.Unsatisfiable, true: cnf.Satisfiable}[missing]
		if err != nil || verdict != want || s.Stats().Conflicts > 1<<9 {
			t.Errorf("a cube is missing %v: %v, error %v, %d conflicts", missing, verdict, err, s.Stats().Conflicts)
		}
	}
}

// Given cubes that are refuted are told one by one, also those that are split again; known ones are not solved again.
func TestRefutedCubesAreTold(t *testing.T) {
	f := families.Pigeons(7, 6, families.Pairwise)
	cubes := [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}
	told := map[int]int64{}
	opt := Options{Cubes: cubes, Threads: 2}
	opt.Refuted = func(place int, conflicts int64, long time.Duration) {
		if _, twice := told[place]; twice || long <= 0 {
			t.Errorf("cube %d: told twice, or took %v", place, long)
		}
		told[place] = conflicts
	}
	result, err := Solve(t.Context(), f, opt)
	if err != nil || result.Verdict != cnf.Unsatisfiable || len(told) != 3 || told[0]+told[1]+told[2] != result.Cubes.Conflicts {
		t.Fatalf("%v, told %v, %d conflicts, error %v", result.Verdict, told, result.Cubes.Conflicts, err)
	}
	clear(told)
	opt.Known, opt.Threads = []bool{true, false, true}, 1 // another core would have the cube split for it if that takes long
	result, err = Solve(t.Context(), f, opt)
	if err != nil || result.Verdict != cnf.Unsatisfiable || len(told) != 1 || result.Cubes.Cubes != 1 {
		t.Errorf("%+v, told %v, error %v", result, told, err)
	}
	opt.Known = []bool{true, true, true}
	if result, err = Solve(t.Context(), f, opt); err != nil || result.Verdict != cnf.Unsatisfiable || result.Cubes.Cubes != 0 {
		t.Errorf("%+v, error %v", result, err)
	}
	opt.Verify = true
	if _, err := Solve(t.Context(), f, opt); !errors.As(err, new(*OptionError)) {
		t.Errorf("trusted cubes under Verify: error %v", err)
	}
}
