//go:build unix

package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
)

// otherSolver is a program that decides cubes: this one.
const otherSolver = "transat solve -q -j 1 --engine=cdcl --proof={proof} {cnf}"

// Whatever happens to workers, coordinator, network, disk and the programs that decide cubes, a formula that is split into cubes is
// refuted, and its proof is accepted. The cubes are those of the tree, or those of a list, of which one or none is removed.
// TRANSAT_FAULT_RUNS says how many runs are tried, with one seed each.
func TestClusterFaultsUnderCubes(t *testing.T) {
	for seed := range faultRuns(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Chdir(t.TempDir())
			random := rand.New(rand.NewPCG(uint64(seed), 23))
			kind := seed % 4
			bits := 7
			if kind == 3 {
				bits = 6
			}
			formula := families.Multipliers(bits)
			writeBy(t, "miter.cnf", func(file *os.File) error { return dimacs.Write(file, formula) })
			policies := faultPolicies()
			f := &faults{t: t, random: random, formula: "miter.cnf", policy: policies[seed/4%len(policies)], full: true}
			f.policy = append([]string{"--engine=cube"}, f.policy...)
			switch kind {
			case 1:
				f.policy = append(f.policy, "--splitter=rule")
			case 2:
				removed := random.IntN(64)
				f.formula = "miter.icnf"
				writeBy(t, f.formula, func(file *os.File) error { return writeList(file, formula, 5, removed) })
			case 3:
				f.helped, f.worker = true, []string{"--conqueror=" + otherSolver}
				f.policy = append(f.policy, "--cube-depth=4", f.worker[0])
			}
			f.run()
			check := program(t, "check", f.formula, "p.drat")
			if code := check.wait(); code != cli.OK {
				t.Errorf("exit code %d\n%s", code, check.out)
			}
		})
	}
}

func writeBy(t *testing.T, name string, content func(*os.File) error) {
	t.Helper()
	file, err := os.Create(name)
	if err == nil {
		err = content(file)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// writeList writes a formula with the cubes over its first few variables, without the one of a number.
func writeList(file *os.File, f *cnf.Formula, depth, removed int) error {
	w, err := dimacs.NewCubeWriter(file, f, "miter")
	if err != nil {
		return err
	}
	for bits := range 1 << depth {
		if bits == removed {
			continue
		}
		var cube []cnf.Lit
		for v := range depth {
			cube = append(cube, cnf.Signed(cnf.Var(v+1), bits>>v&1 == 1))
		}
		if err := w.Write(cube); err != nil {
			return err
		}
	}
	return w.Flush()
}
