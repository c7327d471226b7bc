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

// memoryLimit is how much memory solve may use, and who says so.
type memoryLimit struct {
	bytes int64  // 0 for no limit
	bound string // what bounds the memory that there is; "" if --max-memory does
}

// limitMemory settles how much memory may be used: what --max-memory says, but no more than there is; nothing is limited by --max-memory=0.
// The context that it returns ends when more is used.
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

// reason says why the search was stopped if it was for memory, and "" otherwise.
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

// name is how messages call the limit.
func (m memoryLimit) name() string {
	if m.bound == "" {
		return "--max-memory"
	}
	return "memory"
}
