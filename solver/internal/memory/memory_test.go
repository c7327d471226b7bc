package memory_test

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"testing"

	"transat/solver/internal/memory"
)

const megabyte = 1 << 20

var errLimit = errors.New("memory limit reached")

func TestLimitEndsTheContextWhenMemoryIsUsedUp(t *testing.T) {
	debug.FreeOSMemory() // what other tests have left, which would make room below the limit
	ctx, stop := memory.Limit(t.Context(), memory.Used()+16*megabyte, errLimit)
	defer stop()
	used := make([]byte, 64*megabyte)
	for i := range used {
		used[i] = 1
	}
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, errLimit) {
		t.Errorf("the context ended because of %v, want %v", err, errLimit)
	}
	runtime.KeepAlive(used)
}

func TestLimitSparesGarbage(t *testing.T) {
	ctx, stop := memory.Limit(t.Context(), memory.Used()+64*megabyte, errLimit)
	defer stop()
	var kept []byte
	for range 100 {
		kept = make([]byte, 8*megabyte)
		kept[0] = 1
	}
	if err := ctx.Err(); err != nil {
		t.Errorf("the context ended with %v although at most %d MB were in use at a time", context.Cause(ctx), len(kept)/megabyte)
	}
}

func TestLimitHeedsItsParent(t *testing.T) {
	parent, cancel := context.WithCancel(t.Context())
	ctx, stop := memory.Limit(parent, memory.Used()+1024*megabyte, errLimit)
	defer stop()
	cancel()
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the context ended because of %v, want %v", err, context.Canceled)
	}
}

func TestStopTakesTheLimitBack(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	_, stop := memory.Limit(t.Context(), memory.Used()+1024*megabyte, errLimit)
	if during := debug.SetMemoryLimit(-1); during == before {
		t.Errorf("the runtime's limit is %d, as before", during)
	}
	stop()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the runtime's limit is %d, want %d as before", after, before)
	}
}
