package phases

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// HotSpot makes a program with a hot spot that moves: objects on a ring, runs of neighbours on each rank, and the nearer an object is to
// the spot, the longer it takes. The spot goes round once in all phases. Neighbours on the ring send each other messages.
type HotSpot struct {
	Ranks, Objects, Phases int
	Seed                   uint64
}

// The usual numbers of a hot spot.
const (
	usualRanks, usualObjects, usualPhases = 8, 64, 12
	maxMade                               = 1 << 22 // objects in all phases
)

// HotSpotUsage is how a hot spot is named.
const HotSpotUsage = "hot-spot[:RANKSxOBJECTSxPHASES]"

// ParseHotSpot reads the name of a hot spot; false if it is not one's.
func ParseHotSpot(name string, seed uint64) (h HotSpot, ok bool, err error) {
	rest, ok := strings.CutPrefix(name, "hot-spot")
	if !ok {
		return h, false, nil
	}
	h = HotSpot{usualRanks, usualObjects, usualPhases, seed}
	if rest == "" {
		return h, true, nil
	}
	var again string
	if n, scan := fmt.Sscanf(rest, ":%dx%dx%d", &h.Ranks, &h.Objects, &h.Phases); n == 3 && scan == nil {
		again = fmt.Sprintf(":%dx%dx%d", h.Ranks, h.Objects, h.Phases)
	}
	if again != rest {
		return h, true, fmt.Errorf("%s: want %s, such as hot-spot:8x64x12", name, HotSpotUsage)
	}
	return h, true, h.check(name)
}

func (h HotSpot) check(name string) error {
	if min(h.Ranks, h.Objects, h.Phases) < 1 || h.Ranks > 1<<12 || h.Objects > maxMade || h.Phases > maxMade/h.Objects {
		return fmt.Errorf("%s: want from 1 to %d ranks, and from 1 to %d objects in all phases together", name, 1<<12, maxMade)
	}
	return nil
}

// Make makes the program: the same bytes for the same HotSpot. An object at the spot takes about 12 ms, one far away about 1 ms, and both
// up to a tenth more, at random.
func (h HotSpot) Make() *Application {
	p := &Application{Name: "hot-spot", Ranks: h.Ranks, Phases: make([]Phase, h.Phases)}
	random := rand.New(rand.NewPCG(h.Seed, 'H'))
	round := func(x, unit float64) float64 { return math.Round(x/unit) * unit }
	sizes := make([]float64, h.Objects)
	for i := range sizes {
		sizes[i] = float64(4096 * (1 + random.IntN(16)))
	}
	for k := range p.Phases {
		phase := &p.Phases[k]
		phase.ID, phase.Working = int64(k), make([]float64, h.Ranks)
		spot := float64(k) / float64(h.Phases)
		for i := range h.Objects {
			away := math.Abs(float64(i)/float64(h.Objects) - spot)
			away = min(away, 1-away)
			heat := max(0, 1-6*away)
			micros := math.Round((1000 + 11000*heat*heat) * (1 + random.Float64()/10))
			phase.Objects = append(phase.Objects, Object{
				ID: uint64(i), Rank: i * h.Ranks / h.Objects, Migratable: true, Time: micros / 1e6,
				Memory: Memory{Footprint: sizes[i], Overhead: 1024, Serialized: round(sizes[i]/2, 1), Block: -1},
			})
			if next := (i + 1) % h.Objects; next != i {
				phase.Messages = append(phase.Messages, Message{uint64(i), uint64(next), 8192, 2}, Message{uint64(next), uint64(i), 8192, 2})
			}
		}
	}
	return p
}
