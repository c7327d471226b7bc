package team

import (
	"context"

	"transat/cmd/transat/internal/cluster/protocol"
)

// claim asks the coordinator for pieces that no one has as long as a processor has nothing to do: the whole tree, when a run begins, and
// what those had who have died.
func (t *Team) claim() {
	ctx, cancel := context.WithCancel(t.cfg.Soft)
	defer cancel()
	defer context.AfterFunc(t.cfg.Hard, cancel)()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.ran:
		}
		for t.starving() {
			if err := t.claimOne(ctx); err != nil {
				if ctx.Err() == nil {
					t.cfg.Stop(err)
				}
				return
			}
		}
	}
}

// starving reports whether a processor has nothing to do.
func (t *Team) starving() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.machine != nil && len(t.machine.Idle()) > 0
}

// claimOne asks once. The answer comes when there is a piece, or after a while.
func (t *Team) claimOne(ctx context.Context) error {
	answer, err := t.cfg.Ask(ctx, protocol.Ask{Kind: protocol.Claim, Worker: t.cfg.Worker, Number: 1 + t.claims}, nil)
	if err != nil || answer.Task == nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.claims++
	t.adopt(0, element{task: *answer.Task, held: t.holdOne(true, *answer.Task)})
	return nil
}
