package settings

import (
	"fmt"
	"testing"

	"transat/balance/compare"
)

// What a user says of speeds is what the machine gets, and what tables say of it; what makes no sense is refused, with what is allowed.
func TestSpeeds(t *testing.T) {
	for _, tc := range []struct{ speeds, stragglers, late, want string }{
		{"1,0.5", "", "", "speeds 1,0.5"},
		{"0.5..2", "", "2:at=5s", "speeds 0.5..2, late 2:at=5s"},
		{"", "0.1:for=1s", "", "stragglers 0.1:speed=0.1:from=0s:for=1s"},
		{"", "1:speed=0.5:from=20ms:for=1s:every=3s", "", "stragglers 1:speed=0.5:from=20ms:for=1s:every=3s"},
		{"x", "", "", `--speeds=x: "x" is no speed: want speeds such as 1,0.5 or a range such as 0.5..2`},
		{"1,", "", "", `--speeds=1,: "" is no speed: want speeds such as 1,0.5 or a range such as 0.5..2`},
		{"0", "", "", "--speeds=0: speed 0: want 0.001 to 1000"},
		{"NaN..1", "", "", "--speeds=NaN..1: speed NaN: want 0.001 to 1000"},
		{"2..1", "", "", "--speeds=2..1: speeds 2 to 1: want the lower one first, both of 0.001 to 1000"},
		{"", "0", "", `--stragglers=0: want a share of the processors above 0 and up to 1 first, not "0"`},
		{"", "0.1", "", "--stragglers=0.1: want the time for which they are slow, too, such as 0.1:for=1s"},
		{"", "0.1:for", "", "--stragglers=0.1:for: for=: want a duration such as 1s that is not negative"},
		{"", "0.1:for=-1s", "", "--stragglers=0.1:for=-1s: for=-1s: want a duration such as 1s that is not negative"},
		{"", "0.1:for=1s:speed=2", "", "--stragglers=0.1:for=1s:speed=2: stragglers of speed 2: want 0.001 to 1"},
		{"", "0.1:for=1s:often=2", "", `--stragglers=0.1:for=1s:often=2: unknown option "often": want speed=0.1, from=0s, for=1s and every=10s`},
		{"", "", "0:at=1s", `--late=0:at=1s: want a number of processors first, at least 1, not "0", as in 2:at=5s`},
		{"", "", "1", "--late=1: want the time when they join, too, such as 2:at=5s"},
		{"", "", "1:at=1", "--late=1:at=1: at=1: want a duration such as 1s that is not negative"},
	} {
		r := New()
		r.Speeds.Give(tc.speeds)
		r.Stragglers.Give(tc.stragglers)
		r.Late.Give(tc.late)
		o, err := r.Options(compare.Presets()[0], Front{Prefix: "--"})
		got := o.Speeds.String()
		if err != nil {
			got = fmt.Sprint(err)
		}
		if got != tc.want {
			t.Errorf("got %s\nwant %s", got, tc.want)
		}
	}
}

// Machines that have no computers, or one speed, say so.
func TestSpeedsOfOtherMachines(t *testing.T) {
	front := Front{Prefix: "--"}
	r := New()
	r.Computer.Give(8)
	const want = "--computer=8: gcel-1024 is not a machine of two levels (--machine=two-level)"
	if _, err := r.Options(compare.Presets()[0], front); fmt.Sprint(err) != want {
		t.Error(err)
	}
	r = New()
	r.Machine.Give("maspar-mp1")
	r.Late.Give("1:at=1s")
	if err := r.InStep(front); fmt.Sprint(err) != "--late=1:at=1s: the processors of maspar-mp1 work in lockstep, all at one speed" {
		t.Error(err)
	}
}
