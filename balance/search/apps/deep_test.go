package apps

import (
	"sync/atomic"
	"testing"

	"transat/balance/search"
	"transat/instances"
)

// trialUTS counts the nodes that Finish has visited before it gave up.
type trialUTS struct {
	UTS
	lost *atomic.Int64
}

func (u trialUTS) Finish(e instances.UTSNode, limit int64) (solutions, nodes int64) {
	solutions, nodes = u.UTS.Finish(e, limit)
	if nodes > limit {
		u.lost.Add(nodes)
	}
	return solutions, nodes
}

// In a deep tree of subtrees that are tiny or huge, hundreds of levels offer Finish a subtree. Together they lose few nodes: each processor
// a 32nd of those that it visits, and the last trial.
func TestTrialsOfAllLevelsLoseFewNodes(t *testing.T) {
	const procs, largestTrial = 2, 16385
	u := trialUTS{openUTS(t, "uts-t3"), new(atomic.Int64)}
	r, err := search.Count(t.Context(), u, search.Options{Procs: procs})
	if most := r.Nodes/32 + procs*largestTrial; err != nil || r.Nodes != u.Nodes() || u.lost.Load() > most {
		t.Errorf("%d of %d nodes, and %d visited in vain, %v: want at most %d", r.Nodes, u.Nodes(), u.lost.Load(), err, most)
	}
}
