package main

import (
	"fmt"
	"io"
	"strings"

	"transat/balance"
	"transat/balance/search"
	"transat/balance/search/apps"
	"transat/balance/simd"
	"transat/balance/topology"
)

// liquid solves a puzzle on the simulated MasPar, 16,384 processors in lockstep, under the shift conditions of the Liquid model and other
// rules, and prints a table: the last round without a solution, whose nodes are the same under all of them, and the solution.
func liquid(s *settings, input []string) error {
	start, err := apps.NamedPosition(input[0])
	if err != nil {
		return err
	}
	torus, err := topology.New("torus", s.side, s.side)
	if err != nil {
		return err
	}
	maspar, err := simd.ChooseCostModel("maspar-mp1")
	if err != nil {
		return err
	}
	maspar.ElementBytes = 16 // a board of 8 bytes, and where it stands
	fmt.Fprintln(s.out, "| policy | limit | nodes | steps | balancing | processors that expand | efficiency | time |")
	fmt.Fprintln(s.out, "|---|---|---|---|---|---|---|---|")
	names := s.policy
	if names == "" {
		names = "liquid-c0,liquid-c1,liquid-c2,liquid-c3,liquid-c4,liquid-c5,nna-sync,ngp,gp"
	}
	for name := range strings.SplitSeq(names, ",") {
		policy, err := balance.Choose(name)
		if err != nil {
			return err
		}
		var before simd.Result
		for limit := start.Distance(); ; limit += 2 {
			result, err := simd.Run(s.ctx, simd.Config[search.Node[apps.Position]]{
				Tree: search.Tree(&apps.Puzzle{Start: start, Limit: limit}, true), Network: torus, Policy: policy, Cost: maspar,
			})
			if err != nil {
				return err
			}
			if result.Found {
				row(s.out, name, limit-2, before)
				row(s.out, name, limit, result)
				break
			}
			before = result
		}
	}
	return nil
}

func row(out io.Writer, policy string, limit int, r simd.Result) {
	if r.Steps == 0 {
		return
	}
	use := float64(r.Nodes) / float64(r.Steps) / float64(r.Procs)
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %.1f %% | %.1f %% | %.2f s |\n",
		policy, limit, r.Nodes, r.Steps, r.Balances, 100*use, 100*r.Efficiency(), float64(r.Time)/1e9)
}
