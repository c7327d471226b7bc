package liquid

import (
	"context"
	"fmt"

	"transat/balance/simd"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The searches of liquid/search on trees as large as the paper's, of 10⁷ and 10⁸ nodes, with all conditions.

func largeItem() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/large",
		Title:  "the same on trees of 10⁷ and 10⁸ nodes, some minutes",
		Source: "Henrich: Local load balancing according to a simple liquid model, §5, last paragraph, and §6",
		ByName: true,
		Run:    large,
	}
}

func large(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	maspar, err := simd.ChooseCostModel("maspar-mp1")
	if err != nil {
		return nil, err
	}
	plan := reproduce.Size(s,
		searchPlan{maspar, 32, "300-1500-3/1", []string{"uts-t1l/9"}, ""},
		searchPlan{maspar, 128, "350-1505-3/03", []string{"uts-t1l"}, ""})
	rows, err := everySearch(ctx, s, plan)
	if err != nil {
		return reproduce.Interrupted(err, nil, searchSheet(reproduce.Finished(rows, err)))
	}
	coarse, err := coarseSearches(ctx, s, plan)
	if err != nil {
		return reproduce.Interrupted(err, nil, searchSheet(rows))
	}
	rows = append(rows, coarse...)
	trees := searchedTrees(rows)
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("machine maspar-mp1, torus of %d×%d, the root on one processor, as in liquid/search", plan.side, plan.side),
			"every expansion is followed by one balancing step",
		},
		Tables: []report.Sheet{searchSheet(rows)},
		Claims: []reproduce.Claim{averageClaim(rows), sharingClaim(trees), efficientClaim(rows), averagingClaim(trees), overallClaim(trees)},
	}, nil
}

// everySearch searches the first tree of UTS under all policies.
func everySearch(ctx context.Context, s *reproduce.Session, plan searchPlan) ([]searchRow, error) {
	name := plan.trees[0]
	record, err := recordUTS(ctx, name)
	if err != nil {
		return nil, err
	}
	_, nodes, _ := record.Subtree(record.Root())
	return reproduce.Map(ctx, s, searchPolicies(),
		func(policy string) reproduce.Job {
			job := searchCase{policy, 1, 1}.about()
			return reproduce.Job{What: job.What + " on " + name, Seconds: job.Seconds * float64(nodes) / 1e6}
		},
		func(ctx context.Context, policy string) (searchRow, error) {
			return searched(ctx, plan, searchCase{policy, 1, 1}, name, plan.fine(), record)
		})
}
