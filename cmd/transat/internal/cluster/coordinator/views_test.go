package coordinator

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/cluster/protocol"
)

// Ranks are dealt out in proportion to the cores, each to exactly one worker, and every worker has one if there are enough.
func TestShare(t *testing.T) {
	of := func(name string, procs int) *member {
		return &member{Hello: protocol.Hello{Worker: name, Procs: procs}}
	}
	for _, tc := range []struct {
		members []*member
		procs   int
		want    []protocol.Home
	}{
		{[]*member{of("a", 2)}, 2, []protocol.Home{{Worker: "a", From: 0, To: 2}}},
		{[]*member{of("a", 16), of("b", 1)}, 4, []protocol.Home{{Worker: "a", From: 0, To: 3}, {Worker: "b", From: 3, To: 4}}},
		{[]*member{of("a", 1), of("b", 16), of("c", 1)}, 3, []protocol.Home{
			{Worker: "a", From: 0, To: 1}, {Worker: "b", From: 1, To: 2}, {Worker: "c", From: 2, To: 3},
		}},
		{[]*member{of("a", 4), of("b", 4)}, 1, []protocol.Home{{Worker: "a", From: 0, To: 1}}},
		{[]*member{of("a", 1), of("b", 3)}, 8, []protocol.Home{{Worker: "a", From: 0, To: 2}, {Worker: "b", From: 2, To: 8}}},
	} {
		if diff := cmp.Diff(tc.want, share(tc.members, tc.procs)); diff != "" {
			t.Errorf("%d processors: %s", tc.procs, diff)
		}
	}
}
