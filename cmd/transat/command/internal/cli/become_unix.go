//go:build unix

package cli

import (
	"context"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// become lets another program take the place of this one. It returns only if that does not work, or the context has ended. The other
// program would not hear of a signal that this one has taken: so none is taken any more, and one that came just now has time to end the
// context.
func become(ctx context.Context, path string, args, env []string) error {
	signal.Reset(os.Interrupt, unix.SIGTERM)
	time.Sleep(3 * time.Millisecond)
	if err := ctx.Err(); err != nil {
		return err
	}
	return unix.Exec(path, args, env)
}
