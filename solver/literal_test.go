package solver

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/drat/stream"
	"transat/solver/estimate"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/gophersat"
	"transat/solver/internal/localsearch"
	"transat/solver/internal/rules"
	"transat/solver/internal/simplify"
	"transat/solver/tree"
)

// takers are all that takes a formula and can return an error.
func takers(t *testing.T) map[string]func(*cnf.Formula) error {
	ctx := t.Context()
	all := map[string]func(*cnf.Formula) error{
		"Formula.Err":   func(f *cnf.Formula) error { return f.Err() },
		"Formula.Check": func(f *cnf.Formula) error { return f.Check(make(cnf.Model, f.Vars()+1)) },
		"Normalise":     func(f *cnf.Formula) error { _, err := cnf.Normalise(ctx, f); return err },
		"gophersat":     func(f *cnf.Formula) error { _, err := gophersat.Solve(ctx, f, nil); return err },
		"cdcl":          func(f *cnf.Formula) error { _, err := cdcl.Solve(ctx, f, nil); return err },
		"cdcl.Load":     func(f *cnf.Formula) error { _, err := cdcl.Load(ctx, f, cdcl.Options{}); return err },
		"CubeSolver":    func(f *cnf.Formula) error { _, err := cdcl.NewCubeSolver(ctx, f, nil); return err },
		"simplify":      func(f *cnf.Formula) error { _, err := simplify.Run(ctx, f, simplify.Options{}); return err },
		"local search": func(f *cnf.Formula) error {
			_, err := localsearch.Run(ctx, f, localsearch.Options{Flips: 100})
			return err
		},
		"models": func(f *cnf.Formula) error {
			_, err := FindModels(ctx, f, Options{}, Enumeration{}, func(cnf.Model) error { return errors.New("a model") })
			return err
		},
		"split": func(f *cnf.Formula) error {
			_, err := SplitCubes(ctx, f, Options{}, func([]cnf.Lit) error { return errors.New("a cube") })
			return err
		},
		"drat.Check": func(f *cnf.Formula) error {
			_, err := drat.Check(ctx, f, new(drat.Proof), drat.Options{})
			return err
		},
		"drat.NewHinted":   func(f *cnf.Formula) error { _, err := drat.NewHinted(f); return err },
		"stream.Checker":   func(f *cnf.Formula) error { return stream.NewChecker(f).Begin(nil, nil) },
		"stream.Verifier":  func(f *cnf.Formula) error { v := stream.New(f); defer v.Close(); return v.Err() },
		"stream.Resume":    func(f *cnf.Formula) error { _, err := stream.Resume(f, stream.State{}); return err },
		"dimacs.Write":     func(f *cnf.Formula) error { return dimacs.Write(new(bytes.Buffer), f) },
		"dimacs cubes":     func(f *cnf.Formula) error { _, err := dimacs.NewCubeWriter(new(bytes.Buffer), f); return err },
		"Assignment.Check": func(f *cnf.Formula) error { return make(dimacs.Assignment, 9).Check(f) },
	}
	for _, rule := range rules.All() {
		all["dpll, "+rule.Name] = func(f *cnf.Formula) error {
			_, err := dpll.Solve(ctx, f, dpll.Options{Rule: rule.Name})
			return err
		}
		all["worker, "+rule.Name] = func(f *cnf.Formula) error {
			_, err := dpll.NewWorker(ctx, f, dpll.WorkerOptions{Rule: rule.Name})
			return err
		}
		all["live, "+rule.Name] = func(f *cnf.Formula) error {
			_, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: rule.Name})
			return err
		}
		all["record, "+rule.Name] = func(f *cnf.Formula) error {
			_, err := tree.Record(ctx, f, tree.Options{Rule: rule.Name})
			return err
		}
		all["estimate, "+rule.Name] = func(f *cnf.Formula) error {
			_, err := estimate.Size(ctx, f, estimate.Options{Rule: rule.Name})
			return err
		}
	}
	for _, engine := range Engines() {
		all["parallel, "+string(engine)] = func(f *cnf.Formula) error {
			_, err := Solve(ctx, f, Options{Engine: engine})
			return err
		}
	}
	return all
}

// nowhere are literals of no variable.
func nowhere() map[string]cnf.Lit {
	return map[string]cnf.Lit{
		"the zero Lit": {}, "Pos(0)": cnf.Pos(0), "Neg(0)": cnf.Neg(0), "FromDIMACS(0)": cnf.FromDIMACS(0),
		"Pos(MaxLitVar+1)": cnf.Pos(cnf.MaxLitVar + 1), "FromDIMACS(-1<<40)": cnf.FromDIMACS(math.MinInt32),
	}
}

func TestAllRefuseLiteralsOfNoVariable(t *testing.T) {
	for name, l := range nowhere() {
		two := cnf.NewFormula(0)
		two.Add(cnf.Pos(1), cnf.Neg(2))
		two.Add(cnf.Pos(2), l)
		two.Add(l)
		alone := cnf.NewFormula(3)
		alone.Add(l)
		for taker, take := range takers(t) {
			for f, want := range map[*cnf.Formula]cnf.LiteralError{
				two:   {Where: "clause 2", Place: 2},
				alone: {Where: "clause 1", Place: 1},
			} {
				var fault *cnf.LiteralError
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
	f := cnf.NewFormula(2)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	for name, l := range nowhere() {
		lits := []cnf.Lit{cnf.Pos(1), l}
		i, s := NewIncremental(nil), cdcl.New(2, cdcl.Options{})
		if err := i.Add(cnf.Pos(1)); err != nil {
			t.Fatal(err)
		}
		cubes, err := cdcl.NewCubeSolver(ctx, f, nil)
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
			"Incremental.Add": i.Add(lits...), "cdcl.Add": s.Add(lits...), "Proof.Add": new(drat.Proof).Add(lits),
			"Proof.Delete":   new(drat.Proof).Delete(lits),
			"Hinted.Add":     hinted.Add(2, lits, nil),
			"DRATWriter.Add": dimacs.NewDRATWriter(new(bytes.Buffer), dimacs.ProofText).Add(lits), "CubeWriter.Write": cubeWriter.Write(lits),
		}
		_, errs["Incremental.Solve"] = i.Solve(ctx, lits...)
		_, errs["cdcl.Solve"] = s.Solve(ctx, cdcl.Limits{}, lits...)
		_, errs["CubeSolver.Solve"] = cubes.Solve(ctx, lits)
		_, errs["models"] = FindModels(ctx, f, Options{Assume: lits}, Enumeration{}, func(cnf.Model) error { return nil })
		_, errs["Cubes"] = Solve(ctx, f, Options{Engine: Cube, Cubes: [][]cnf.Lit{lits}})
		_, errs["LRATWriter.Infer"] = dimacs.NewLRATWriter(new(bytes.Buffer), dimacs.ProofLRAT, 1).Infer(lits, nil)
		for _, engine := range Engines() {
			_, errs[fmt.Sprintf("Assume, engine %s", engine)] = Solve(ctx, f,
				Options{Engine: engine, Assume: lits})
		}
		for taker, err := range errs {
			var fault *cnf.LiteralError
			if !errors.As(err, &fault) || fault.Place != 2 || fault.Number != 0 {
				t.Errorf("%s with %s: the error is %v, want a LiteralError for place 2", taker, name, err)
			}
		}
		if result, err := i.Solve(ctx); err != nil || result.Verdict != cnf.Satisfiable {
			t.Errorf("after %s, the incremental solver says %v, %v", name, result.Verdict, err)
		}
	}
}
