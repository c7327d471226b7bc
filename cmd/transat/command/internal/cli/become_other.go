//go:build !unix

package cli

import (
	"context"
	"errors"
)

// become says that the system knows no such thing.
func become(context.Context, func(), string, []string, []string) error { return errors.ErrUnsupported }
