package parallel

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"transat/dimacs"
	"transat/solver"
	"transat/solver/cdcl"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/drat/stream"
	"transat/solver/simplify"
)

// takers are all that takes a formula and can return an error.
func takers(t *testing.T) map[string]func(*solver.Formula) error {
	ctx := t.Context()
	all := map[string]func(*solver.Formula) error{
		"Formula.Err":   func(f *solver.Formula) error { return f.Err() },
		"Formula.Check": func(f *solver.Formula) error { return f.Check(make(solver.Model, f.Vars()+1)) },
		"Normalise":     func(f *solver.Formula) error { _, err := cnf.Normalise(ctx, f); return err },
		"gophersat":     func(f *solver.Formula) error { _, err := solver.SolveGophersat(ctx, f, nil); return err },
		"cdcl":          func(f *solver.Formula) error { _, err := solver.SolveCDCL(ctx, f, nil); return err },
		"cdcl.Load":     func(f *solver.Formula) error { _, err := cdcl.Load(ctx, f, cdcl.Options{}); return err },
		"CubeSolver":    func(f *solver.Formula) error { _, err := solver.NewCubeSolver(ctx, f, nil); return err },
		"simplify":      func(f *solver.Formula) error { _, err := simplify.Run(ctx, f, simplify.Options{}); return err },
		"local search": func(f *solver.Formula) error {
			_, err := solver.LocalSearch(ctx, f, solver.LocalSearchOptions{Flips: 100})
			return err
		},
		"models": func(f *solver.Formula) error {
			_, err := FindModels(ctx, f, Options{}, Enumeration{}, func(solver.Model) error { return errors.New("a model") })
			return err
		},
		"split": func(f *solver.Formula) error {
			_, err := SplitCubes(ctx, f, Options{}, func([]solver.Lit) error { return errors.New("a cube") })
			return err
		},
		"drat.Check": func(f *solver.Formula) error {
			_, err := drat.Check(ctx, f, new(drat.Proof), drat.Options{})
			return err
		},
		"drat.NewHinted":   func(f *solver.Formula) error { _, err := drat.NewHinted(f); return err },
		"stream.Checker":   func(f *solver.Formula) error { return stream.NewChecker(f).Begin(nil, nil) },
		"stream.Verifier":  func(f *solver.Formula) error { v := stream.New(f); defer v.Close(); return v.Err() },
		"stream.Resume":    func(f *solver.Formula) error { _, err := stream.Resume(f, stream.State{}); return err },
		"dimacs.Write":     func(f *solver.Formula) error { return dimacs.Write(new(bytes.Buffer), f) },
		"dimacs cubes":     func(f *solver.Formula) error { _, err := dimacs.NewCubeWriter(new(bytes.Buffer), f); return err },
		"Assignment.Check": func(f *solver.Formula) error { return make(dimacs.Assignment, 9).Check(f) },
	}
	for _, rule := range solver.Rules() {
		all["dpll, "+rule.Name] = func(f *solver.Formula) error {
			_, err := solver.Solve(ctx, f, solver.Options{Rule: rule.Name})
			return err
		}
		all["worker, "+rule.Name] = func(f *solver.Formula) error {
			_, err := solver.NewWorker(ctx, f, solver.WorkerOptions{Rule: rule.Name})
			return err
		}
		all["live, "+rule.Name] = func(f *solver.Formula) error {
			_, err := solver.NewLive(ctx, f, solver.LiveOptions{Rule: rule.Name})
			return err
		}
		all["record, "+rule.Name] = func(f *solver.Formula) error {
			_, err := solver.Record(ctx, f, solver.RecordOptions{Rule: rule.Name})
			return err
		}
		all["estimate, "+rule.Name] = func(f *solver.Formula) error {
			_, err := solver.EstimateSize(ctx, f, solver.EstimateOptions{Rule: rule.Name})
			return err
		}
	}
	for _, engine := range Engines() {
		all["parallel, "+string(engine)] = func(f *solver.Formula) error {
			_, err := Solve(ctx, f, Options{Engine: engine, Helper: []string{"no program", ""}})
			return err
		}
	}
	return all
}

// nowhere are literals of no variable.
func nowhere() map[string]solver.Lit {
	return map[string]solver.Lit{
		"the zero Lit": {}, "Pos(0)": solver.Pos(0), "Neg(0)": solver.Neg(0), "FromDIMACS(0)": solver.FromDIMACS(0),
		"Pos(MaxVar+1)": solver.Pos(solver.MaxVar + 1), "FromDIMACS(-1<<40)": solver.FromDIMACS(math.MinInt32),
	}
}

func TestAllRefuseLiteralsOfNoVariable(t *testing.T) {
	for name, l := range nowhere() {
		two := solver.NewFormula(0)
		two.Add(solver.Pos(1), solver.Neg(2))
		two.Add(solver.Pos(2), l)
		two.Add(l)
		alone := solver.NewFormula(3)
		alone.Add(l)
		for taker, take := range takers(t) {
			for f, want := range map[*solver.Formula]solver.LiteralError{
				two:   {Where: "clause 2", Place: 2},
				alone: {Where: "clause 1", Place: 1},
			} {
				var fault *solver.LiteralError
				if err := take(f); !errors.As(err, &fault) || *fault != want {
					t.Errorf("%s with %s: the error is %v, want %v", taker, name, err, &want)
				}
			}
		}
	}
}

// A clause, an assumption, a cube or a lemma besides the formula is refused in the same way.
func TestAllRefuseOtherLiteralsOfNoVariable(t *testing.T) {
	ctx := t.Context()
	f := solver.NewFormula(2)
	f.Add(solver.Pos(1), solver.Pos(2))
	for name, l := range nowhere() {
		lits := []solver.Lit{solver.Pos(1), l}
		i, s := NewIncremental(nil), cdcl.New(2, cdcl.Options{})
		if err := i.Add(solver.Pos(1)); err != nil {
			t.Fatal(err)
		}
		cubes, err := solver.NewCubeSolver(ctx, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		hinted, err := drat.NewHinted(f)
		if err != nil {
			t.Fatal(err)
		}
		cubeWriter, err := dimacs.NewCubeWriter(new(bytes.Buffer), f)
		if err != nil {
			t.Fatal(err)
		}
		errs := map[string]error{
			"Incremental.Add": i.Add(lits...), "cdcl.Add": s.Add(lits...), "Proof.Add": new(drat.Proof).Add(lits), "Proof.Delete": new(drat.Proof).Delete(lits),
			"Hinted.Add":      hinted.Add(2, lits, nil),
			"ProofWriter.Add": dimacs.NewProofWriter(new(bytes.Buffer), dimacs.ProofText).Add(lits), "CubeWriter.Write": cubeWriter.Write(lits),
		}
		_, errs["Incremental.Solve"] = i.Solve(ctx, lits...)
		_, errs["cdcl.Solve"] = s.Solve(ctx, cdcl.Limits{}, lits...)
		_, errs["CubeSolver.Solve"] = cubes.Solve(ctx, lits)
		_, errs["models"] = FindModels(ctx, f, Options{Assume: lits}, Enumeration{}, func(solver.Model) error { return nil })
		_, errs["Cubes"] = Solve(ctx, f, Options{Engine: Cube, Helper: []string{"no program", ""}, Cubes: [][]solver.Lit{lits}})
		_, errs["HintWriter.Infer"] = dimacs.NewHintWriter(new(bytes.Buffer), dimacs.ProofLRAT, 1).Infer(lits, nil)
		for _, engine := range Engines() {
			_, errs[fmt.Sprintf("Assume, engine %s", engine)] = Solve(ctx, f, Options{Engine: engine, Helper: []string{"no program", ""}, Assume: lits})
		}
		for taker, err := range errs {
			var fault *solver.LiteralError
			if !errors.As(err, &fault) || fault.Place != 2 || fault.Number != 0 {
				t.Errorf("%s with %s: the error is %v, want a LiteralError for place 2", taker, name, err)
			}
		}
		if result, err := i.Solve(ctx); err != nil || result.Verdict != solver.Satisfiable {
			t.Errorf("after %s, the incremental solver says %v, %v", name, result.Verdict, err)
		}
	}
}
