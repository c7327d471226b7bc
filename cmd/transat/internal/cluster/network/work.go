package network

import (
	"context"
	"fmt"
	"os"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/worker"
)

// Work joins a run and searches until it ends, or ctx does; or joins one after the other.
func Work(ctx context.Context, o cluster.WorkOptions) (cluster.Worked, error) {
	defer room(o.Procs)()
	for {
		result, err := workOnce(ctx, o)
		if err != nil || result.End == nil || !o.Stay {
			return result, err
		}
		o.Log(fmt.Sprintf("the run has ended: %s; waiting for another one", result.End.Verdict))
		select {
		case <-ctx.Done():
			return cluster.Worked{}, context.Cause(ctx)
		case <-time.After(reconnectWait): // until it does not answer any more
		}
	}
}

// workOnce joins one run.
func workOnce(ctx context.Context, o cluster.WorkOptions) (cluster.Worked, error) {
	who := protocol.NewIdentity()
	conn, err := connect(o.Access, who, true)
	if err != nil {
		return cluster.Worked{}, err
	}
	defer conn.Close()
	return worker.Run(ctx, worker.Config{
		Conn: conn, Name: who.Public(), Run: o.Run, Version: o.Version, Host: Host(), Procs: o.Procs,
		One: o.One, MaxMemory: o.MaxMemory, Patience: o.Patience, Log: o.Log,
	})
}

// Host is what people call this worker: the computer and the process.
func Host() string {
	name, err := os.Hostname()
	if err != nil {
		name = "unknown"
	}
	return fmt.Sprintf("%s/%d", name, os.Getpid())
}
