package sim

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

// preset returns the preset of that name.
func preset(t *testing.T, name string) CostModel {
	t.Helper()
	m, err := ChooseCostModel(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Under another library, the nodes of a search and the bytes on links take as long as before.
func TestPPBBRunsOnTheHardwareOfTheGCel(t *testing.T) {
	gcel, ppbb := preset(t, "gcel-1024"), preset(t, "gcel-ppbb")
	gcel.Name, gcel.Title, gcel.Source = ppbb.Name, ppbb.Title, ppbb.Source
	gcel.TakeTime, gcel.InstallTime, gcel.MessageCPU, gcel.ElementCPU = ppbb.TakeTime, ppbb.InstallTime, ppbb.MessageCPU, ppbb.ElementCPU
	gcel.LinkTime = ppbb.LinkTime // software, too, at one end
	if diff := cmp.Diff(gcel, ppbb); diff != "" {
		t.Errorf("besides the software (-gcel-1024 +gcel-ppbb):\n%s", diff)
	}
}

// Corradi, Leonardi, Zambonelli, §4.3: freezing, transferring and resuming a process takes about 30 ms.
func TestMeikoSection43AProcessMovesIn30Milliseconds(t *testing.T) {
	m := preset(t, "meiko-cs1")
	got := 2*(m.MessageCPU+m.ElementCPU) + m.transfer(m.ElementBytes)
	if got < 29*balance.Millisecond || got > 31*balance.Millisecond {
		t.Errorf("it takes %v ns", got)
	}
}

// The numbers that the presets' sources name.
func TestClusterIsAsFastAsItsSources(t *testing.T) {
	m := preset(t, "cluster")
	// Nodes of 350-1505-3 and 400-2000-3 hold 170 and 211 clause visits on average.
	for visits, rate := range map[int64]float64{170: 1.3e6, 211: 1.2e6} {
		if got := float64(balance.Second) / float64(m.Expand(visits, 1)); got < 0.95*rate || got > 1.05*rate {
			t.Errorf("%.0f nodes/s with %d clause visits each, want about %.0f", got, visits, rate)
		}
	}
	if message := 2*m.MessageCPU + m.transfer(balance.MessageBytes); message < 900 || message > 1000 {
		t.Errorf("a message takes %d ns to the next processor, want 900 to 1000", message)
	}
}
