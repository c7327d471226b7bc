package apps

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Position is what the 16 fields hold, and the moves that led there.
type Position struct {
	tiles    uint64    // 4 bits a field, the first field lowest
	path     [3]uint64 // 2 bits a move
	hole     uint8
	last     uint8 // the last move, or none
	moves    uint8
	distance uint8
}

// The moves of the hole, and none. Two that are inverse differ in the highest bit.
const (
	up = iota
	left
	down
	right
	none
)

// steps has four letters for each field of the hole: where the moves lead, in their order, a for the first field; a dot for nowhere.
const steps = "..eb.afc.bgd.ch." +
	"a.ifbejgcfkhdgl." +
	"e.mjfinkgjolhkp." +
	"i..njm.okn.plo.."

// step returns the field to which a move leads the hole, above 15 if it leads nowhere.
func step(hole, move uint8) uint8 { return steps[4*hole+move] - 'a' }

// distances has a row for each tile: how far each field is from its place. The hole has no distance.
const distances = "0000000000000000" +
	"1012212332344345" +
	"2101321243235434" +
	"3210432154326543" +
	"1234012312342345" +
	"2123101221233234" +
	"3212210132124323" +
	"4321321043215432" +
	"2345123401231234" +
	"3234212310122123" +
	"4323321221013212" +
	"5432432132104321" +
	"3456234512340123" +
	"4345323421231012" +
	"5434432332122101" +
	"6543543243213210"

// apart is the distance of a tile that lies on a field.
func apart(tile uint64, field uint8) uint8 { return distances[tile*16+uint64(field)] - '0' }

// ParsePosition reads a position of the 15-puzzle: what lies on the 16 fields, row by row, 0 for the hole. The hole's place in the
// goal is the first field. Half of all positions have no way to the goal: for these it returns an error.
func ParsePosition(text string) (Position, error) {
	p := Position{last: none}
	fields := strings.Fields(text)
	if len(fields) != 16 {
		return p, fmt.Errorf("%d numbers: want 16, what lies on each field of the board, 0 for the hole", len(fields))
	}
	var at [16]int
	seen, odd := 0, false
	for i, f := range fields {
		tile, err := strconv.Atoi(f)
		switch {
		case err != nil || tile < 0 || tile > 15:
			return p, fmt.Errorf("field %d: %q: want a number from 0 to 15", i+1, f)
		case seen>>tile&1 != 0:
			return p, fmt.Errorf("field %d: %d for the second time", i+1, tile)
		}
		seen |= 1 << tile
		at[i] = tile
		p.tiles |= uint64(tile) << (4 * i)
		p.distance += apart(uint64(tile), uint8(i))
		for _, before := range at[:i] {
			odd = odd != (before > tile)
		}
		if tile == 0 {
			p.hole = uint8(i)
		}
	}
	if odd != ((p.hole/4+p.hole%4)%2 != 0) { // a move is one exchange of two fields, and one step of the hole
		return p, fmt.Errorf("no moves lead from here to 0 1 2 … 15, as from half of all boards")
	}
	return p, nil
}

// Moves returns the way from the start to p: U, L, D or R for every move, the way the hole goes.
func (p Position) Moves() string {
	var b strings.Builder
	for i := range p.moves {
		b.WriteByte("ULDR"[p.path[i/32]>>(i%32*2)&3])
	}
	return b.String()
}

// Distance returns the sum of the tiles' distances from their places, the first limit of iterative deepening. The moves to the goal
// from a position are even or odd in number, whatever the way, so limits grow by 2.
func (p Position) Distance() int { return int(p.distance) }

// korf is Korf's instances by their numbers in his table: easy ones, and some of the first.
//
// Source: R. E. Korf: Depth-first iterative-deepening, Artificial Intelligence 27 (1985), table 1.
func korf() map[int]korfInstance {
	return map[int]korfInstance{
		1:  {"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57},
		2:  {"13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55},
		4:  {"5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", 56},
		5:  {"4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", 56},
		6:  {"14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13", 52},
		9:  {"3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 46},
		12: {"14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45},
		42: {"4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42},
		55: {"13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41},
		73: {"6 14 10 5 15 8 7 1 3 4 2 0 12 9 11 13", 49},
		79: {"0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42},
		85: {"4 7 13 10 1 2 9 6 12 8 14 5 3 0 11 15", 44},
		94: {"5 7 11 8 0 14 9 13 10 12 3 15 6 1 4 2", 53},
	}
}

// korfInstance is a board, and the fewest moves that solve it.
type korfInstance struct {
	start string
	moves int
}

// NamedPosition returns the start of one of Korf's instances, by its number, or what ParsePosition reads.
func NamedPosition(text string) (Position, error) {
	number, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return ParsePosition(text)
	}
	instance, ok := korf()[number]
	if !ok {
		known := fmt.Sprint(slices.Sorted(maps.Keys(korf())))
		return Position{}, fmt.Errorf("instance %d of Korf's table is not here: want one of %s, or a board", number, strings.Trim(known, "[]"))
	}
	return ParsePosition(instance.start)
}
