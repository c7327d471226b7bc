package command

import (
	"context"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

func TestEstimateInterruptedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := transat(t, ctx, "estimate 200-860-3/1")
	if code != cli.Interrupted || stdout != "" || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}
