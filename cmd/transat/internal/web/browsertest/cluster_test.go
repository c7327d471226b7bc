//go:build !js && !wasip1

package browsertest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
)

// aRun is how a run stands, for the room cluster.
func aRun(context.Context) ([]byte, error) {
	type state struct {
		cluster.State
		Left string `json:"time_left"`
	}
	return json.Marshal([]state{{cluster.State{
		Run: "run-test", Formula: "hard.cnf", Since: 90 * time.Second, Pieces: 12, Open: 5, Records: 40, Nodes: 1234567, Closed: 0.25, Waiting: 3,
		Cubes: 2144, Given: 10_000,
		Workers: []cluster.WorkerState{
			{Worker: "A", Host: "here/1", Procs: 4, Busy: 3, Nodes: 1000000, Rate: 25000, Heard: 100 * time.Millisecond},
			{Worker: "B", Host: "there/2", Procs: 2, Busy: 0, Nodes: 234567, Heard: time.Second},
		},
	}, "about 4m30s to go (2m0s to 9m0s)"}})
}

// The room cluster shows the processors of workers, at work or not, and what the run has done.
func TestCluster(t *testing.T) {
	page := open(t, "#cluster")
	page.until(`document.querySelectorAll(".squares i").length === 6`)
	page.until(`[...document.querySelectorAll("nav a")].some((a) => a.innerText === "Cluster")`) // who has been sent here finds it again
	if busy := js[int](page, `document.querySelectorAll(".squares i.busy").length`); busy != 3 {
		t.Errorf("%d processors are shown at work, want 3", busy)
	}
	if share := js[float64](page, `document.querySelector(".run progress").value`); share != 0.25 {
		t.Errorf("the bar shows %v, want 0.25", share)
	}
	for _, text := range []string{
		"run-test: hard.cnf", "2,144 of 10,000 cubes, 25.0 % of the tree closed", "about 4m30s to go (2m0s to 9m0s)", "1,234,567 nodes recorded",
		"there/2", "0 of 2",
	} {
		page.until(`document.querySelector("main").innerText.includes("` + text + `")`)
	}
}
