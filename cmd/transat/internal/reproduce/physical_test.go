package reproduce

import (
	"context"
	"errors"
	"testing"

	"transat/cmd/transat/internal/report"
)

// physicalItems runs the experiments on the physical analogy at their quick size.
func physicalItems(t *testing.T) Findings {
	t.Helper()
	items := []Item{physicalMuItem(), physicalPartitionsItem(), physicalMigrationItem()}
	return findings(t, &Plan{Items: items, Quick: true, Seed: 1, Threads: 2})
}

func TestPhysicalSection1112ClaimsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; package partition tests the same claims at smaller sizes")
	}
	for _, f := range physicalItems(t) {
		if len(f.Result.Claims) == 0 || len(f.Result.Tables) == 0 || len(f.Result.Figures) == 0 {
			t.Errorf("%s: %d claims, %d tables, %d figures", f.Item.Name, len(f.Result.Claims), len(f.Result.Tables), len(f.Result.Figures))
		}
		for _, c := range f.Result.Claims {
			if c.Verdict != Holds {
				t.Errorf("%s: %s: %v: %s", f.Item.Name, c.Text, c, c.Note)
			}
		}
		t.Log(printed(t, Findings{f}, report.Text))
	}
}

func TestPhysicalItemsStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, item := range []Item{physicalMuItem(), physicalPartitionsItem(), physicalMigrationItem()} {
		plan := &Plan{Items: []Item{item}, Quick: true, Seed: 1, Threads: 1}
		if _, err := plan.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the error is %v", item.Name, err)
		}
	}
}
