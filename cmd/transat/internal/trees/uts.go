package trees

import (
	"context"

	"transat/instances"
)

// UTS records a tree for which there is no formula. That takes about a second for some million nodes, so it
// is not cached. Progress, if not nil, is told the number of nodes found.
func (s *Store) UTS(ctx context.Context, tree *instances.UTS, progress func(nodes int64)) (*instances.UTSRecord, error) {
	const bytes = 4 // a node
	if s.MaxNodes > 0 && tree.Nodes() > s.MaxNodes {
		return nil, s.tooLarge(tree.Name(), bytes)
	}
	return tree.Record(ctx, progress)
}
