package compare

import "testing"

// A caption says whose seconds its times are.
func TestEveryMachineIsOfSomeTime(t *testing.T) {
	for _, p := range Presets() {
		if p.Cost.Era == "" {
			t.Errorf("%s does not say of which time it is", p.Cost.Name)
		}
	}
}
