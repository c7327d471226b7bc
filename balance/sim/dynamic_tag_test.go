package sim

import (
	"testing"

	"transat/balance"
)

// tagging sends every second item with a tag, and counts what arrives with one.
type tagging struct {
	balance.Base
	sent, plain, tagged, wrong *int
}

func (x tagging) Start(p balance.Proc) { p.WakeAfter(10 * balance.Millisecond) }

func (x tagging) Wake(p balance.Proc) {
	if *x.sent++; *x.sent%2 == 0 {
		p.SetTag(9)
	}
	p.Transfer(p.Neighbours()[0], 2)
	x.Start(p)
}

func (x tagging) Arrived(p balance.Proc, _ int) {
	switch p.Tag() {
	case 0:
		*x.plain++
	case 9:
		*x.tagged++
	default:
		*x.wrong++
	}
}

// Items have tags as elements have.
func TestItemsHaveTags(t *testing.T) {
	var sent, plain, tagged, wrong int
	cfg := dynamicConfig(t, "none", 4, 4)
	cfg.Policy = func(int) balance.Policy { return tagging{sent: &sent, plain: &plain, tagged: &tagged, wrong: &wrong} }
	runDynamic(t, cfg)
	if plain < 100 || tagged < 100 || max(plain-tagged, tagged-plain) > 50 || wrong > 0 {
		t.Errorf("of %d, %d arrive without a tag, %d with it, and %d with another", sent, plain, tagged, wrong)
	}
}
