package cluster

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/worker"
)

// WorkOptions say where to work, and how.
type WorkOptions struct {
	Access
	Run       string // "" is any
	Version   string
	Procs     int
	One       bool // the processors share among themselves, and are one to the others
	MaxMemory int64
	Stay      bool          // join the next run when one has ended
	Patience  time.Duration // how long a worker goes on without a coordinator; 0 is for ever
	Log       func(string)
}

// Work joins a run and searches until it ends, or ctx does; or joins one after the other.
func Work(ctx context.Context, o WorkOptions) (worker.Result, error) {
	defer room(o.Procs)()
	for {
		result, err := workOnce(ctx, o)
		if err != nil || result.End == nil || !o.Stay {
			return result, err
		}
		o.Log(fmt.Sprintf("the run has ended: %s; waiting for another one", result.End.Verdict))
		select {
		case <-ctx.Done():
			return worker.Result{}, context.Cause(ctx)
		case <-time.After(reconnectWait): // until it does not answer any more
		}
	}
}

// workOnce joins one run.
func workOnce(ctx context.Context, o WorkOptions) (worker.Result, error) {
	who := protocol.NewIdentity()
	conn, err := o.connect(who, true)
	if err != nil {
		return worker.Result{}, err
	}
	defer conn.Close()
	return worker.Run(ctx, worker.Config{
		Conn: conn, Name: who.Public(), Run: o.Run, Version: o.Version, Host: Host(), Procs: o.Procs, One: o.One, MaxMemory: o.MaxMemory, Patience: o.Patience, Log: o.Log,
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

// Version says which program this is, as far as the go command has written it into the program: only programs of the same one work
// together.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text := cmp.Or(info.Main.Version, "(devel)")
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" && s.Value == "true" {
			text += " " + s.Key + "=" + s.Value
		}
	}
	return text
}
