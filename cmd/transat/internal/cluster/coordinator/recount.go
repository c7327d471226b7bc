package coordinator

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/store"
)

// A record of a problem has no proof. To check it, its stretch is searched again, which takes as long as it took. So it may be a share of
// the records that is checked, and no worker can know before which ones. A worker of which one is wrong loses all that were not checked,
// and others search these stretches again.

// drawing says which records are checked.
type drawing struct {
	share     float64
	secret    [32]byte
	unchecked map[string][]ledger.Hash // by worker: records that were taken and not drawn
}

func newDrawing(share float64) drawing {
	d := drawing{share: share, unchecked: map[string][]ledger.Hash{}}
	_, _ = rand.Read(d.secret[:]) // it never fails
	return d
}

// drawn reports whether a record is checked. The same record always is, or is not.
func (c *coordinator) drawn(hash ledger.Hash) bool {
	d := &c.drawing
	if c.cfg.Problem == nil || d.share <= 0 || d.share >= 1 {
		return true
	}
	sum := sha256.Sum256(append(d.secret[:len(d.secret):len(d.secret)], hash[:]...))
	return float64(binary.BigEndian.Uint64(sum[:])>>11)/(1<<53) < d.share
}

// distrust drops the records of a worker that were not checked. Its solutions were, and others have gone by them.
func (c *coordinator) distrust(worker string) {
	lost := c.drawing.unchecked[worker]
	delete(c.drawing.unchecked, worker)
	if len(lost) == 0 {
		return
	}
	before := c.books.Totals()
	c.books = c.books.Without(lost...)
	for _, hash := range lost {
		c.items = append(c.items, store.Item{Kind: store.Forget, Data: []byte(hash.String())})
	}
	if best := before.Best; best != nil {
		if data, err := json.Marshal(best); err == nil {
			c.items = append(c.items, store.Item{Kind: store.Best, Data: data})
		}
	}
	c.cfg.Warn(fmt.Errorf("what %s has told before, and what rests on it, is searched again: %d of %d records",
		c.name(worker), before.Records-c.books.Totals().Records, before.Records))
}

// A lie may be that of a stretch which takes days. A stretch is not searched again for longer than mostRecount, and for slower times the
// time in which its worker can have searched it.
const (
	mostRecount = 5 * time.Minute
	slower      = 10
)

var errTooLong = errors.New("its stretch takes much longer to search again than the worker can have searched")

// recount searches the stretch of a record again.
func recount(ctx context.Context, s cluster.NodeSearch, j *job) error {
	ctx, cancel := context.WithTimeoutCause(ctx, mostRecount+slower*j.took, errTooLong)
	defer cancel()
	var after []ledger.Node
	if j.record.Rest != nil {
		after = append(after, j.record.Rest.Nodes.List...)
	}
	for _, given := range j.record.Given {
		after = append(after, given.Nodes.List...)
	}
	return s.Recount(ctx, j.state.Nodes.List, after, j.record, j.known)
}
