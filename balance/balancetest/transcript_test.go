package balancetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTranscriptReplacesEffects(t *testing.T) {
	const in = `# a comment stays
kinds request nothing

policy steal line 2   # and so does this one
idle 0
  0: whatever was here before
deliver
wake
loads`
	const want = `# a comment stays
kinds request nothing

policy steal line 2   # and so does this one
idle 0
  0: send 1 request
deliver 1
  1: send 0 nothing
`
	got, err := Transcript(in)
	if err == nil {
		t.Fatalf("a policy that never falls silent was delivered to its end:\n%s", got)
	}
	got, err = Transcript(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a transcript with its effects is played again (-before +after):\n%s", diff)
	}
}

func TestTranscriptErrors(t *testing.T) {
	const scene = "kinds load:load\npolicy lade line 2\n"
	for in, want := range map[string]string{
		"loads":              "line 1: loads: the text must begin with a policy",
		"policy lade line":   "line 1: policy: want a policy, a kind of topology and its sides",
		"policy lad line 2":  `line 1: policy: unknown policy "lad"`,
		"policy lade line 0": "line 1: policy: grid 0: every side must be at least 1",
		"policy lade cube 2": `line 1: policy: unknown topology "cube"`,
		"policy liquid-c5 line 2": "line 1: policy: policy liquid-c5 is not defined on a line: its dimensions are no " +
			"rings; it runs on: torus, ring, hypercube",
		scene + "\ndance 1":                 "line 4: dance: unknown command",
		scene + "arrive 0 1 1 tag=256":      "line 3: arrive: tag=256: want a tag from 0 to 255",
		scene + "start 2":                   "line 3: start: 2: want a rank from 0 to 1",
		scene + "wake 0":                    "line 3: wake: processor 0 has not asked for it",
		scene + "wait soon":                 "line 3: wait: soon: want a load, or times*load\nwant a number of seconds",
		scene + "idle":                      "line 3: idle: want a rank",
		scene + "list 0 -1*1":               "line 3: list: -1*1: want a load, or times*load",
		scene + "working 0 1 2":             "line 3: working: want one load",
		scene + "deliver 1":                 "line 3: deliver: 1: want a number from 1 to 0, of parcels under way",
		scene + "receive 0 1":               "line 3: receive: want a message",
		scene + "receive 0 1 lode":          `line 3: receive: unknown kind of message "lode"`,
		scene + "receive 0 1 load mean=1":   "line 3: receive: mean=1: a load has no such field",
		scene + "receive 0 1 load load=two": "line 3: receive: load=two: want field=number",
		scene + "arrive 0 1 one":            "line 3: arrive: one: want a load, or times*load",
	} {
		_, err := Transcript(in)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", in, err, want)
		}
	}
}

func TestScriptKeepsOrder(t *testing.T) {
	script, err := NewScript(choose("none"), grid("line", 2), 1)
	if err != nil {
		t.Fatal(err)
	}
	script.SetList(0, 1, 0.5, 0.25)
	p := script.procs[0]
	if sent := p.TransferLoad(1, 0.7, 0.8); sent != 0.75 {
		t.Errorf("TransferLoad(0.7, 0.8) of 1, 0.5, 0.25 sends %v, want 0.75", sent)
	}
	p.SetGrain(0.5)
	p.CountPhase()
	p.WakeAfter(2e9)
	p.WakeAfter(1e9)
	want := []string{"0: transfer 0.5 0.25 to 1", "0: grain 0.5", "0: phase", "0: wake after 2s", "0: wake after 1s"}
	if diff := cmp.Diff(want, script.Effects()); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	if !script.Wake(0) || p.Now() != 1e9 || !script.Wake(0) || p.Now() != 2e9 || script.Wake(0) {
		t.Errorf("the clock shows %d ns after two wakes at 1 s and 2 s", p.Now())
	}
	if script.Deliver(10) != 0 || script.Load(1) != 0.75 || script.Load(0) != 1 {
		t.Errorf("loads %v and %v after the delivery", script.Load(0), script.Load(1))
	}
}
