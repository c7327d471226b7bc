package solver

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/checkpoint"
	"transat/solver/internal/solvertest"
)

// mutant is a change of one field of a checkpoint.
type mutant struct {
	where  string
	change func(s *checkpoint.State)
}

// mutants are all changes of one number, flag, text or length of a checkpoint.
func mutants(s checkpoint.State) []mutant {
	var all []mutant
	visit(reflect.ValueOf(&s).Elem(), "state", func(s *checkpoint.State) reflect.Value { return reflect.ValueOf(s).Elem() }, &all)
	return all
}

// visit appends the mutants of a value, which find finds in a copy of the state.
func visit(v reflect.Value, where string, find func(*checkpoint.State) reflect.Value, all *[]mutant) {
	add := func(how string, change func(v reflect.Value)) {
		*all = append(*all, mutant{where + " " + how, func(s *checkpoint.State) { change(find(s)) }})
	}
	if b, ok := v.Interface().(dpll.Branch); ok {
		for i, other := range otherBranches(b) {
			add(fmt.Sprintf("encoded otherwise, %d", i), func(v reflect.Value) { v.Set(reflect.ValueOf(other)) })
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			visit(v.Field(i), where+"."+v.Type().Field(i).Name, func(s *checkpoint.State) reflect.Value { return find(s).Field(i) }, all)
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), 3) { // and those at the end
			for _, at := range []int{i, v.Len() - 1 - i} {
				visit(v.Index(at), fmt.Sprintf("%s[%d]", where, at), func(s *checkpoint.State) reflect.Value { return find(s).Index(at) }, all)
			}
		}
		if v.Kind() == reflect.Slice {
			add("empty", func(v reflect.Value) { v.SetZero() })
			if v.Len() > 0 {
				add("shorter", func(v reflect.Value) { v.Set(v.Slice(0, v.Len()-1)) })
				add("longer", func(v reflect.Value) { v.Set(reflect.Append(v, v.Index(0))) })
			}
		}
	case reflect.Bool:
		add("not", func(v reflect.Value) { v.SetBool(!v.Bool()) })
	case reflect.String:
		add("another text", func(v reflect.Value) { v.SetString("none") })
	case reflect.Int, reflect.Int64:
		for _, x := range []int64{0, 1, -1, v.Int() + 1, v.Int() - 1, math.MaxInt32, math.MinInt32, math.MaxInt} {
			add(fmt.Sprint(x), func(v reflect.Value) { v.SetInt(x) })
		}
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		for _, x := range []uint64{0, 1, v.Uint() + 1, v.Uint() - 1, math.MaxUint32, math.MaxUint64} {
			add(fmt.Sprint(x), func(v reflect.Value) { v.SetUint(x) })
		}
	default:
		panic(fmt.Sprintf("%s is a %v, and no mutant is known for that", where, v.Kind()))
	}
}

// otherBranches are the branches that differ from b in one number of its encoding.
func otherBranches(b dpll.Branch) (all []dpll.Branch) {
	data, err := b.MarshalBinary()
	if err != nil {
		panic(err)
	}
	var numbers []uint64
	for rest := data; len(rest) > 0; {
		x, n := binary.Uvarint(rest)
		numbers, rest = append(numbers, x), rest[n:]
	}
	for i, old := range numbers {
		for _, x := range []uint64{0, 1, 2, old + 1, old - 1, old + 4, old ^ 1, old ^ 2, old ^ 3, 100, 1 << 20, math.MaxUint64} {
			var text []byte
			for j, y := range numbers {
				if j == i {
					y = x
				}
				text = binary.AppendUvarint(text, y)
			}
			var other dpll.Branch
			if x != old && other.UnmarshalBinary(text) == nil {
				all = append(all, other)
			}
		}
	}
	return all
}

// A checkpoint whose checksum is right and one of whose numbers is wrong is an error, or leads to the right answer; never to
// another one, and never to the end of the program.
func TestCheckpointWithAWrongNumber(t *testing.T) {
	f, err := named(crashFormula)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Solve(t.Context(), f, Options{Rule: "lex", Threads: 1})
	if err != nil || whole.Verdict != cnf.Unsatisfiable {
		t.Fatal(whole.Verdict, err)
	}
	for _, tc := range []struct {
		name string
		opt  Options
		stop stage // or after half of the nodes
	}{
		{"alone", Options{}, ""},
		{"deterministic", Options{Deterministic: true}, ""},
		{"proof", Options{Proof: Proof{Name: "p"}}, ""},
		{"verified", Options{Verify: true}, ""},
		{"proof, verified", Options{Proof: Proof{Name: "p"}, Verify: true, Deterministic: true}, ""},
		{"decided", Options{Proof: Proof{Name: "p"}, Verify: true}, stageDecided},
		{"done", Options{Proof: Proof{Name: "p"}, Verify: true}, stageDone},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			opt := tc.opt
			opt.Rule, opt.Threads, opt.Procs, opt.Checkpoint = "lex", 2, 3, Checkpoint{File: "c"}
			state := unfinished(t, f, opt, tc.stop, whole.Stats.Nodes)
			spools := spoolTexts(t)
			if err := checkpoint.Write("whole", state); err != nil {
				t.Fatal(err)
			}
			all := mutants(state)
			t.Logf("%d mutants", len(all))
			tried := solvertest.Cases(t, 50) // of the mutants, TRANSAT_MUTANTS=all for all, which takes minutes
			switch {
			case os.Getenv("TRANSAT_MUTANTS") == "all":
				tried = len(all)
			}
			for i := range min(tried, len(all)) {
				m := all[i*len(all)/min(tried, len(all))]
				changed, err := checkpoint.Read("whole")
				if err != nil {
					t.Fatal(err)
				}
				m.change(&changed)
				for _, repair := range []bool{false, true} {
					restore(t, changed, spools)
					opt.Checkpoint = Checkpoint{File: "c", Resume: true, Repair: repair}
					if opt.Proof.Name != "" {
						opt.Proof.W = &file{}
					}
					result, err := Solve(t.Context(), f, opt)
					if err == nil && result.Verdict != cnf.Unsatisfiable {
						t.Errorf("%s: %v, %v", m.where, result.Verdict, result.Reason)
					}
				}
			}
		})
	}
}

// unfinished solves up to a stage, and returns the checkpoint.
func unfinished(t *testing.T, f *cnf.Formula, opt Options, stop stage, nodes int64) (state checkpoint.State) {
	t.Helper()
	if opt.Proof.Name != "" {
		opt.Proof.W = &file{}
	}
	if stop == "" {
		opt.MaxNodes = nodes / 2
	}
	stopped := errors.New("stopped")
	atStage := hooks{stage: func(at stage) {
		if at == stop {
			panic(stopped)
		}
	}}
	func() {
		defer func() {
			if r := recover(); r != nil && r != stopped { //nolint:errorlint // it is the value itself
				panic(r)
			}
		}()
		if result, err := solve(t.Context(), f, opt, atStage); err != nil || result.Verdict != cnf.Unknown {
			t.Fatal(result.Verdict, err)
		}
	}()
	state, err := checkpoint.Read("c")
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// spoolTexts reads the pieces of the proof.
func spoolTexts(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	names, err := filepath.Glob("c.pieces/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if all[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// restore makes the folder what it was, but for the checkpoint.
func restore(t *testing.T, s checkpoint.State, spools map[string][]byte) {
	t.Helper()
	if err := errors.Join(os.RemoveAll("c.pieces"), os.RemoveAll("c"), checkpoint.Write("c", s), os.MkdirAll("c.pieces", 0o755)); err != nil {
		t.Fatal(err)
	}
	for name, text := range spools {
		if err := os.WriteFile(name, bytes.Clone(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
