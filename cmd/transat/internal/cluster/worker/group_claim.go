package worker

import (
	"context"

	"transat/cmd/transat/internal/cluster/protocol"
)

// claim asks the coordinator for free pieces as long as a processor has nothing to do: the whole tree when a run begins, and
// the pieces of dead workers.
func (g *group) claim() {
	ctx, cancel := context.WithCancel(g.w.soft)
	defer cancel()
	defer context.AfterFunc(g.w.hard, cancel)()
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.ran:
		}
		for g.starving() {
			if err := g.claimOne(ctx); err != nil {
				if ctx.Err() == nil {
					g.w.stop(err)
				}
				return
			}
		}
	}
}

// starving reports whether a processor has nothing to do.
func (g *group) starving() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.machine != nil && len(g.machine.Idle()) > 0
}

// claimOne asks once. The answer comes when there is a piece, or after a while.
func (g *group) claimOne(ctx context.Context) error {
	answer, err := g.w.ask(ctx, protocol.Ask{Kind: protocol.Claim, Worker: g.w.id, Number: 1 + g.claims}, nil)
	if err != nil || answer.Task == nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.claims++
	g.adopt(0, element{task: *answer.Task, held: g.holdOne(true, *answer.Task)})
	return nil
}
