package command

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
)

func TestCompareOnCoresInterrupted(t *testing.T) {
	for _, line := range []string{"compare --machine=cores --repeat=2 php-5-4", "compare --machine=cores --repeat=2 uts-default"} {
		t.Run(line, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			code, stdout, stderr := transat(t, ctx, line)
			if want := "transat: interrupted after 0 of 12 runs\n"; code != cli.Interrupted || stdout != "" || stderr != want {
				t.Errorf("exit code %d, stdout %q, stderr %q; want %d and %q", code, stdout, stderr, cli.Interrupted, want)
			}
		})
	}
}

// Every policy has a row, in which each node was expanded once, or a warning that says why not.
func TestAllPoliciesRunOnCores(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	code, stdout, stderr := transat(t, t.Context(), "compare --machine=cores -j 2 --procs=4 --repeat=1 --policy=all --format=csv php-5-4")
	if code != cli.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	rows := regexp.MustCompile(`(?m)^[a-z0-9-]+,[a-z]+,(count|alpha),4,2,.*,47,false,`).FindAllString(stdout, -1)
	left := strings.Count(stderr, "; left out\n")
	if all := len(balance.Builtin().Specs()); len(rows)+left != all {
		t.Errorf("%d rows and %d policies left out, of %d:\n%s%s", len(rows), left, all, stdout, stderr)
	}
}

// Only threads of this computer are held against its cores: with a server, those of other processes are elsewhere.
func TestThreadsThatShareCores(t *testing.T) {
	have := runtime.GOMAXPROCS(0)
	for _, c := range []struct {
		flags string
		here  int
	}{
		{fmt.Sprintf("cores -j %d", have), have},
		{fmt.Sprintf("cores -j %d", have+1), have + 1},
		{fmt.Sprintf("workers -j 1 --workers=%d", have), have},
		{fmt.Sprintf("workers -j 1 --workers=%d", have+1), have + 1},
		{fmt.Sprintf("workers -j %d --workers=2 --cluster=nats://nowhere.invalid:4222", 2*have), have},
		{fmt.Sprintf("workers -j %d --workers=2 --cluster=nats://nowhere.invalid:4222", 2*have+2), have + 1},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		want := "transat: interrupted"
		if c.here > have {
			want = fmt.Sprintf("transat: warning: %d threads share %d core", c.here, have)
		}
		line := fmt.Sprintf("compare --procs=%d --policy=steal php-5-4 --machine=%s", 2*have+2, c.flags)
		if code, _, stderr := transat(t, ctx, line); code != cli.Interrupted || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: exit code %d, stderr %q, want %s", c.flags, code, stderr, want)
		}
	}
}
