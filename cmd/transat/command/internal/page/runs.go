package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
)

// runs asks how the runs of a NATS server stand, for all browsers together: at most once in a while.
type runs struct {
	access cluster.Access

	mu    sync.Mutex
	asked time.Time
	data  []byte
}

const (
	runsWait  = time.Second            // for an answer
	runsPause = 500 * time.Millisecond // in which the last answer is good enough
)

func addRunFlags(cmd *cobra.Command, to *cluster.Access) {
	cmd.Flags().StringVar(&to.URL, "cluster", "", "show the runs of the NATS server at `URL`, too, in the room #cluster")
	cli.AddAccessFlags(cmd, to)
}

// checkRuns looks at the flags, and finds the token.
func checkRuns(cmd *cobra.Command, a *cluster.Access) error {
	if a.URL != "" && !strings.Contains(a.URL, "://") {
		return cli.Misuse(fmt.Errorf("--cluster=%s: want a URL, such as nats://HOST:PORT", a.URL))
	}
	for _, name := range cli.AccessFlags() {
		if a.URL == "" && cmd.Flags().Changed(name) {
			return cli.Misuse(fmt.Errorf("--%s is for --cluster=URL", name))
		}
	}
	if a.URL != "" {
		return cli.FindToken(a)
	}
	return nil
}

// states returns what cluster status --format=json prints; an empty list if no run answers.
func (r *runs) states(ctx context.Context) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.data != nil && time.Since(r.asked) < runsPause {
		return r.data, nil
	}
	all, err := cluster.States(ctx, r.access, runsWait)
	if err != nil && !errors.Is(err, cluster.ErrNoRun) {
		return nil, err
	}
	if all == nil {
		all = []protocol.State{}
	}
	if r.data, err = json.Marshal(all); err == nil {
		r.asked = time.Now()
	}
	return r.data, err
}
