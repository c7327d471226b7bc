package script_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
	"transat/balance/topology"
)

// lifeline gives one element to who asks, as an answer, and half of the rest, unasked, to the next one. Who gets elements tells
// them apart by the tag, without a message more.
const lifeline = `
messages = {"request": [], "answered": [], "given": []}

def receive(p, sender, message):
    if message.kind == "request":
        p.transfer(sender, 1, tag = 7)
        p.transfer_load((p.rank + 2) % p.procs, 1, tag = 0)
        p.transfer(sender, 1)

def arrived(p, sender, tag):
    p.send(sender, "answered" if tag == 7 else "given")
`

func TestTagsReachArrived(t *testing.T) {
	spec, err := script.Open(write(t, "lifeline.star", lifeline), nil)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := spec.Choose("")
	if err != nil {
		t.Fatal(err)
	}
	g, err := topology.New("line", 3)
	if err != nil {
		t.Fatal(err)
	}
	s, err := balancetest.NewScript(chosen, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.SetList(0, 1, 1, 1)
	s.Receive(0, 1, balance.Message{})
	if left := s.Deliver(100); left > 0 {
		t.Fatal(left)
	}
	want := []string{
		"0: transfer 1 to 1 tag=7", "0: transfer 1 to 2", "0: transfer 1 to 1",
		"1: send 0 kind1", "2: send 0 kind2", "1: send 0 kind2",
	}
	got := s.Effects()
	for i := range got {
		got[i] = strings.Split(got[i], " A=")[0]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
