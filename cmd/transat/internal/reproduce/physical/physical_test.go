package physical

import (
	"context"
	"errors"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestPhysicalSection1112ClaimsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; package partition tests the same claims at smaller sizes")
	}
	for _, item := range Items() {
		r := reproducetest.Found(t, item)
		if len(r.Claims) == 0 || len(r.Tables) == 0 || len(r.Figures) == 0 {
			t.Errorf("%s: %d claims, %d tables, %d figures", item.Name, len(r.Claims), len(r.Tables), len(r.Figures))
		}
		for _, c := range r.Claims {
			if c.Verdict != reproduce.Holds {
				t.Errorf("%s: %s: %v: %s", item.Name, c.Text, c, c.Note)
			}
		}
	}
}

func TestPhysicalItemsStopWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, item := range Items() {
		plan := &reproduce.Plan{Items: []reproduce.Item{item}, Quick: true, Seed: 1, Threads: 1}
		if _, err := plan.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the error is %v", item.Name, err)
		}
	}
}
