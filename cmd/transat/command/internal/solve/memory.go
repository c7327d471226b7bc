package solve

import (
	"context"
	"errors"
	"fmt"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/process"
	"transat/solver"
	"transat/solver/cnf"
)

// memoryLimit is the limit on the memory of solve, and where it comes from.
type memoryLimit struct {
	bytes int64  // 0 for no limit
	bound string // what bounds the memory that there is; "" if --max-memory does
}

// limitMemory sets the limit on memory: --max-memory, but at most the available memory; --max-memory=0 is no limit. The context that
// it returns ends when the program uses more.
func (f *solveFlags) limitMemory(ctx context.Context) (limited context.Context, stop func()) {
	f.memory = memoryLimit{bytes: int64(f.maxMemory)}
	if f.maxMemory > 0 || !f.maxMemoryGiven {
		if there, bound, ok := solver.MemoryCeiling(); ok && (f.maxMemory == 0 || there < int64(f.maxMemory)) {
			f.memory = memoryLimit{there, bound}
		}
	}
	if f.memory.bytes == 0 {
		return ctx, func() {}
	}
	return solver.LimitMemory(ctx, f.memory.bytes)
}

// reason tells that the search was stopped for lack of memory; it is "" if it was not.
func (m memoryLimit) reason(err error) string {
	switch {
	case errors.Is(err, solver.ErrMemoryLimit) && m.bound == "":
		return fmt.Sprintf("the memory limit of %v was reached", m)
	case errors.Is(err, solver.ErrMemoryLimit):
		return fmt.Sprintf("the memory that %s lets the program have is nearly used up", m.bound)
	case errors.Is(err, cnf.ErrMemory) && m.bound == "":
		return fmt.Sprintf("%v (--max-memory=%v, less what is in use)", err, m)
	case errors.Is(err, cnf.ErrMemory):
		return fmt.Sprintf("%v (%s lets the program have no more)", err, m.bound)
	case errors.As(err, new(*process.ShortError)):
		return err.Error()
	}
	return ""
}

func (m memoryLimit) String() string {
	size := cli.ByteSize(m.bytes)
	return size.String()
}

// name is the name of the limit in messages.
func (m memoryLimit) name() string {
	if m.bound == "" {
		return "--max-memory"
	}
	return "memory"
}
