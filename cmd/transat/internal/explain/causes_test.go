package explain

import (
	"slices"
	"testing"

	"transat/balance"
)

// taking is what runs came to whose processors spent that many seconds on list handling, by seed.
func taking(seconds ...float64) *Measured {
	m := &Measured{}
	for _, s := range seconds {
		m.add(balance.Result{Procs: 1, Time: 100 * balance.Second, Take: balance.Ticks(s * float64(balance.Second))})
	}
	return m
}

// A setting is the cause of a part if it removes half of it, in one policy or the other, and more than the seeds make.
func TestCauseRemovesHalfOfADifference(t *testing.T) {
	undefined := &Measured{Undefined: "it is not defined there"}
	for _, x := range []struct {
		name         string
		fast, slow   *Measured // they spend 1 and 9 seconds
		inFast       *Measured // the fast one with the setting of the slow one
		inSlow       *Measured
		equalF       *Measured // with all settings of the other
		equalS       *Measured
		cause, stays bool
	}{
		{name: "it raises the fast one", inFast: taking(7), inSlow: taking(8), cause: true},
		{name: "it lowers the slow one", inFast: taking(2), inSlow: taking(3), cause: true},
		{name: "less than half, in both", inFast: taking(4), inSlow: taking(6)},
		{name: "it lowers the fast one", inFast: taking(-5), inSlow: taking(8)},
		{name: "it raises the slow one", inFast: taking(2), inSlow: taking(17)},
		{name: "less than the seeds", fast: taking(1, 1, 1), slow: taking(4, 14, 9), inFast: taking(7, 7, 7), inSlow: taking(8, 8, 8)},
		{name: "nothing is known", inFast: undefined, inSlow: undefined},
		{name: "it stays", inFast: taking(2), inSlow: taking(8), equalF: taking(2), equalS: taking(7), stays: true},
		{name: "it goes one way only", inFast: taking(2), inSlow: taking(8), equalF: taking(2), equalS: taking(3)},
		{name: "it stays as far as is known", inFast: taking(2), inSlow: taking(8), equalF: undefined, equalS: taking(7), stays: true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.fast == nil {
				x.fast, x.slow = taking(1), taking(9)
			}
			c := &comparison{first: party{run: x.fast}, second: party{run: x.slow}, differ: allSettings()[:1]}
			c.fast, c.slow = &c.first, &c.second
			key := c.differ[0].key
			c.switched = map[*party]map[string]*Measured{c.fast: {key: x.inFast}, c.slow: {key: x.inSlow}}
			c.equal = map[*party]*Measured{c.fast: x.equalF, c.slow: x.equalS}
			p := piecesByKey("take")
			if found, ok := c.causeOf(p); ok != x.cause {
				t.Errorf("cause %v: %+v", ok, found)
			}
			if inherent, ok := c.inherent(p); (inherent && ok) != x.stays {
				t.Errorf("it stays with equal settings: %v, as far as is known: %v", inherent, ok)
			}
		})
	}
}

// It is said once of several savings of a policy that its rule makes them.
func TestSavingsThatStayAreToldOnce(t *testing.T) {
	reasons := []Reason{
		{Part: "take", Saver: "dn", Text: "A. " + itStays("dn"), stays: " " + itStays("dn")},
		{Part: "idle_end", Saver: "steal", Text: "B. " + itStays("steal"), stays: " " + itStays("steal")},
		{Part: "message", Saver: "dn", Text: "C. No single setting is the cause."},
		{Part: "idle_start", Saver: "dn", Text: "D. " + itStays("dn"), stays: " " + itStays("dn")},
		{Part: "message", Saver: "dn", Text: "E. The cause is the grain."},
	}
	want := []string{
		"A.", "B. It stays when all settings are equal: the rule of steal makes it.", "C. No single setting is the cause.",
		"D. When all settings are equal, what dn saves of list handling and waiting for the first element stays: its rule makes it.",
		"E. The cause is the grain.",
	}
	if got := theyStay(reasons); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
