package experiment_test

import (
	"strings"
	"testing"

	"transat/cmd/transat/internal/experiment"
)

func TestLargeMachinesSayWhatTheyCost(t *testing.T) {
	for _, c := range []struct {
		procs    int
		lockstep bool
		want     string
	}{
		{4096, false, ""},
		{16_383, false, ""},
		{16_384, false, "16,384 processors: a run needs about 31 MiB of memory, and up to minutes, the more"},
		{65_536, false, "up to an hour"},
		{1_000_000, false, "about 1.9 GiB of memory, and up to hours"},
		{1 << 24, false, "up to days"},
		{65_536, true, ""},
		{1 << 18, true, "up to minutes ("},
		{1 << 24, true, "up to an hour ("},
	} {
		got := experiment.Large(c.procs, c.lockstep)
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%d processors, in lockstep %v: %q, want %q", c.procs, c.lockstep, got, c.want)
		}
	}
}
