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
)

// Whatever happens to workers, coordinator and network, a formula that is split into cubes is refuted, and its proof is accepted.
// TRANSAT_FAULT_RUNS says how many runs are tried, with one seed each.
func TestClusterFaultsUnderCubes(t *testing.T) {
	for seed := range faultRuns(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Chdir(t.TempDir())
			file, err := os.Create("miter.cnf")
			if err == nil {
				err = dimacs.Write(file, families.Multipliers(7))
			}
			if err == nil {
				err = file.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			policies := faultPolicies()
			f := &faults{t: t, random: rand.New(rand.NewPCG(uint64(seed), 23)), formula: "miter.cnf"}
			f.policy = append([]string{"--engine=cube"}, policies[seed%len(policies)]...)
			f.run()
			check := program(t, "check", "miter.cnf", "p.drat")
			if code := check.wait(); code != cli.OK {
				t.Errorf("exit code %d\n%s", code, check.out)
			}
		})
	}
}
