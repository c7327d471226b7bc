package cluster

import (
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/output"
)

// Of a list of cubes people hear how many are refuted, and how long it takes, as the last record has it.
func TestStatusOfGivenCubes(t *testing.T) {
	var out strings.Builder
	a := &cli.App{Out: &output.Checked{W: &out}}
	print(a, cli.RunStates([]cluster.State{{
		Run: "run-1", Formula: "f.icnf", Since: 90 * time.Second, Last: time.Minute, Closed: 0.25, Off: 2, Cubes: 2144, Given: 10_000,
	}})[0])
	want := "run-1: f.icnf, 2,144 of 10,000 cubes, 25.0 % of the tree closed after 1m30s, about 2m30s to go (30s to 6m30s)\n"
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
