//go:build unix

package cli

import (
	"context"
	"fmt"

	"golang.org/x/sys/unix"
)

// become lets another program take the place of this one. It returns only if that does not work, or the context has ended. The other
// program would not hear of a signal that this one has taken, so first release has none taken any more.
func become(ctx context.Context, release func(), path string, args, env []string) error {
	release()
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", path, unix.Exec(path, args, env))
}
