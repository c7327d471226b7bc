//go:build unix

package cli

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// No other program takes the place of one that a signal has ended, however late it came; and one that cannot be run is named.
func TestBecome(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	ctx, cancel := context.WithCancel(t.Context())
	if err := become(ctx, func() {}, missing, nil, nil); err == nil || !strings.HasPrefix(err.Error(), missing+": ") {
		t.Errorf("got %v", err)
	}
	if err := become(ctx, cancel, missing, nil, nil); explain(err) != "interrupted" {
		t.Errorf("after a signal: %v", err)
	}
}
