package phases

// Application is what was measured of an iterative program.
type Application struct {
	Name   string
	Ranks  int
	Phases []Phase
}

// Phase is one phase of all ranks. Its objects are ordered by rank, and in a rank as in its file.
type Phase struct {
	ID       int64
	Objects  []Object
	Messages []Message
	// Working is the memory that each rank needs beside its objects, in bytes.
	Working []float64
}

// Object is one object in one phase: a task of vt's files.
type Object struct {
	ID         uint64
	Rank       int // where it lay
	Migratable bool
	Time       float64 // that it took in the phase, in seconds
	Memory     Memory
}

// Memory is what an object takes, in bytes. In vt's files they are user_defined values; what is missing is 0.
type Memory struct {
	Footprint  float64 // as long as it is there
	Overhead   float64 // more, while it runs
	Serialized float64 // on its way to another rank
	Shared     float64 // of the block that it shares with others of the same number on its rank
	Block      int64   // number of that block, -1 if there is none
}

// bytes is what moving an object takes: its serialized size, or its footprint if that is not known, or else usual.
func (m Memory) bytes(usual float64) float64 {
	switch {
	case m.Serialized > 0:
		return m.Serialized
	case m.Footprint > 0:
		return m.Footprint
	}
	return usual
}

// Message is what one object sent to another in one phase.
type Message struct {
	From, To uint64
	Bytes    float64
	Count    int64 // messages, at least 0
}

// Objects is the largest number of objects in a phase.
func (p *Application) Objects() int {
	most := 0
	for _, x := range p.Phases {
		most = max(most, len(x.Objects))
	}
	return most
}

// Strays is the number of messages, of all phases, from or to objects that their phase does not have. Nothing is known of these, so the
// messages do not count.
func (p *Application) Strays() (messages int64) {
	for _, x := range p.Phases {
		there := make(map[uint64]bool, len(x.Objects))
		for _, o := range x.Objects {
			there[o.ID] = true
		}
		for _, m := range x.Messages {
			if !there[m.From] || !there[m.To] {
				messages += m.Count
			}
		}
	}
	return messages
}

// Recorded is where the objects lay in phase number k: a rank for each.
func (p *Application) Recorded(k int) []int {
	ranks := make([]int, len(p.Phases[k].Objects))
	for i, o := range p.Phases[k].Objects {
		ranks[i] = o.Rank
	}
	return ranks
}

// Moves reports whether an object lies on another rank in a later phase: the program was balanced when it was measured.
func (p *Application) Moves() bool {
	before := map[uint64]int{}
	for _, x := range p.Phases {
		for _, o := range x.Objects {
			if rank, known := before[o.ID]; known && rank != o.Rank {
				return true
			}
			before[o.ID] = o.Rank
		}
	}
	return false
}
