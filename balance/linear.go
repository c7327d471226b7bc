package balance

import "math"

// Linear is a rule under which every load becomes a fixed combination of the loads before:
//
//	u ← u − Σ (Out·u − In·v)   over the links of a substep, to neighbours with loads v
//
// Diffusion, synchronous nearest-neighbour averaging, average diffusion, dimension exchange and
// second-order diffusion are of this kind. They differ in the shares of their links, in whether a link
// carries both portions or their difference, and in whether they remember; the files named after them
// say what they are for.
//
// Load elements cannot be divided. Where loads are whole, an amount is rounded up if it goes up the
// link, and down if it goes down:
//
//	loads  5 5 6 5 4 5     with ⌈α·1⌉ = 1 upwards and ⌊α·1⌋ = 0 downwards, the element in
//	           └→└→        excess moves on round the ring until it falls into a gap
//
// Up is towards the higher coordinate of a grid, or the higher rank. Rounded down in both directions,
// differences below 1/α would stay for ever. Where there is no way round, they may stay downwards. No
// processor shall starve beside many elements: a neighbour that is known to have nothing gets at least
// one, as long as another one stays.
//
// Source of the rounding: Henrich: Local load balancing according to a simple liquid model, §5; the rule
// for neighbours without load is ours.
type Linear struct {
	links  [][]Link  // by substep
	shares [][]Share // by substep, one per link
	gross  bool      // both portions of a link are sent, and not only their difference; loads become the same
	beta   float64   // overrelaxation, 1 if the rule remembers nothing
	last   []float64 // what was to go over the links in the last step; negative: to come
}

// Share says what a link carries in a substep of a Linear rule.
type Share struct {
	Out float64 // this share of the own load goes to the neighbour,
	In  float64 // and this share of the neighbour's load comes: it is the neighbour's Out
	Up  bool    // whole amounts are rounded up
}

// Shares returns what the links of a substep carry, in their order. Do not modify.
func (l *Linear) Shares(substep int) []Share { return l.shares[substep] }

// Beta is the overrelaxation β of second-order diffusion: from the second step on, the net amount
// over a link is β times that of the rule without memory, and β−1 times that of the step before. It
// is 1 if the rule remembers nothing. Rules that remember have one substep.
func (l *Linear) Beta() float64 { return l.beta }

// Substeps implements Rule.
func (l *Linear) Substeps() int { return len(l.links) }

// Links implements Rule.
func (l *Linear) Links(substep int) []Link { return l.links[substep] }

// Flow implements Rule.
func (l *Linear) Flow(step, substep int, own float64, loads []float64, whole bool, send []float64) {
	left := own
	for i, share := range l.shares[substep] {
		amount := share.Out * own
		if !l.gross {
			amount -= share.In * loads[i]
		}
		if l.last != nil {
			if step > 0 {
				amount = l.beta*amount + (l.beta-1)*l.last[i]
			}
			l.last[i] = amount
		}
		amount = max(0, amount)
		if whole {
			amount = wholeAmount(amount, left, share.Up, !l.gross && loads[i] == 0)
			left -= amount
		}
		send[i] = amount
	}
}

// wholeAmount makes an amount whole, at most what is left. A starving neighbour gets one element if it
// was to get anything, and one stays. What is whole but for the error of a few floating-point
// operations stays as it is.
func wholeAmount(amount, left float64, up, starving bool) float64 {
	const tolerance = 1e-9
	whole := math.Floor(amount + tolerance)
	if up {
		whole = math.Ceil(amount - tolerance)
	}
	if whole == 0 && amount > 0 && starving && left > 1 {
		whole = 1
	}
	return min(whole, left)
}

// newLinear returns a rule with one substep, in which every link has the share that share says.
func newLinear(t Topology, rank int, share func(neighbour int) Share) *Linear {
	l := &Linear{links: make([][]Link, 1), shares: make([][]Share, 1), beta: 1}
	neighbours := t.Neighbours(rank)
	l.links[0] = make([]Link, len(neighbours))
	l.shares[0] = make([]Share, len(neighbours))
	for i, n := range neighbours {
		l.links[0][i] = Link{To: n, Hears: true, Tells: true}
		l.shares[0][i] = share(n)
	}
	return l
}

// leadsUp reports whether the link from rank to a neighbour leads up. Of the two ends of a link, one
// finds that it does.
func leadsUp(t Topology, rank, neighbour int) bool {
	for d := range t.Sides() {
		up, isUp := t.Step(rank, d, 1)
		down, isDown := t.Step(rank, d, -1)
		isUp = isUp && up == neighbour
		isDown = isDown && down == neighbour
		if isUp != isDown {
			return isUp
		}
	}
	return neighbour > rank
}
