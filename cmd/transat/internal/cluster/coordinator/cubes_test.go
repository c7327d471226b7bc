package coordinator

import (
	"testing"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/cnf"
	"transat/solver/conquer"
)

// No record of the given cubes may rest on lemmas of what they leave out, which rest on the cubes being refuted, nor on those of others.
func TestStreamsStayApart(t *testing.T) {
	f := cnf.NewFormula(2)
	c := &coordinator{given: &conquer.Given{Formula: f, List: [][]cnf.Lit{{cnf.Pos(1)}}}, streams: streams{}}
	state := func(tree conquer.Tree) ledger.Branch {
		return ledger.Branch{Nodes: &ledger.Nodes{Cubes: true, List: []ledger.Node{{Data: tree.Append(nil, tree.Root())}}}}
	}
	list, rest := state(c.given.Listed()), state(c.given.Rest())
	ofList, ofRest := ledger.Sum([]byte("list")), ledger.Sum([]byte("rest"))
	c.streams[ofList], c.streams[ofRest] = &stream{worker: "w"}, &stream{worker: "w", rest: true}
	for _, test := range []struct {
		name   string
		worker string
		after  ledger.Hash
		state  ledger.Branch
		taken  bool
	}{
		{"list after list", "w", ofList, list, true},
		{"rest after rest", "w", ofRest, rest, true},
		{"list after rest", "w", ofRest, list, false},
		{"rest after list", "w", ofList, rest, false},
		{"another worker", "v", ofList, list, false},
		{"none such", "w", ledger.Sum(nil), list, false},
	} {
		got := c.stream(protocol.Ask{Worker: test.worker}, &ledger.Record{Stream: test.after}, test.state)
		if (got != nil) != test.taken {
			t.Errorf("%s: taken %v, want %v", test.name, got != nil, test.taken)
		}
	}
	if s := c.stream(protocol.Ask{Worker: "w"}, &ledger.Record{}, rest); s == nil || !s.rest {
		t.Errorf("a new stream of the rest is %+v", s)
	}
}
