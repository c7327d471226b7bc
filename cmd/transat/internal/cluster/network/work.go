package network

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

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
	told := tellLost(o, lostFor)
	conn, err := connect(o.Access, who, false, o.Log, told...)
	if err != nil && mayPass(err) {
		o.Log(fmt.Sprintf("waiting for a server: %v", err))
		conn, err = connect(o.Access, who, true, o.Log, told...)
	}
	if err != nil {
		return cluster.Worked{}, err
	}
	defer conn.Close()
	return worker.Run(ctx, worker.Config{
		Conn: conn, Name: who.Public(), Run: o.Run, Version: o.Version, Host: Host(), Procs: o.Procs,
		One: o.One, MaxMemory: o.MaxMemory, Patience: o.Patience, Log: o.Log, Problem: o.Problem,
		Conqueror: o.Conqueror,
	})
}

// lostFor is how long a connection is gone before a worker tells of it: the server of a run that has ended is gone, too, a moment before
// the worker.
const lostFor = 2 * time.Second

// tellLost has a worker tell when its connection has been lost for some time, and when it is there again.
func tellLost(o cluster.WorkOptions, after time.Duration) []nats.Option {
	var mu sync.Mutex
	lost := func() bool { return false } // stops what tells of it, and reports whether that was in time
	set := func(stops func() bool) (before func() bool) {
		mu.Lock()
		defer mu.Unlock()
		before, lost = lost, stops
		return before
	}
	long := cluster.WaitingFor(o.Patience)
	return []nats.Option{
		nats.DisconnectErrHandler(func(c *nats.Conn, _ error) {
			if c.IsClosed() {
				return
			}
			set(time.AfterFunc(after, func() { o.Log("the connection is lost: waiting for the other side " + long) }).Stop)
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			if inTime := set(func() bool { return true })(); !inTime {
				o.Log("the connection is there again")
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { set(func() bool { return true })() }),
	}
}

// mayPass reports whether a server that cannot be reached may be reached later: nothing listens there yet. A server that refuses the
// token, or has another certificate, will do so again.
func mayPass(err error) bool {
	for _, passing := range []error{nats.ErrNoServers, nats.ErrTimeout, io.EOF} {
		if errors.Is(err, passing) {
			return true
		}
	}
	var network *net.OpError
	var unknown *net.DNSError
	return errors.As(err, &network) && network.Op != "remote error" || errors.As(err, &unknown)
}

// Host is what people call this worker: the computer and the process.
func Host() string {
	name, err := os.Hostname()
	if err != nil {
		name = "unknown"
	}
	return fmt.Sprintf("%s/%d", name, os.Getpid())
}
