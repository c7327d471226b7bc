package apps

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// korf is Korf's instances by their numbers in his table, with the fewest moves that solve them: easy ones, and some of the first.
//
// Source: R. E. Korf: Depth-first iterative-deepening, Artificial Intelligence 27 (1985), table 1.
var korf = map[int]struct {
	start string
	moves int
}{
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

// NamedPosition returns the start of one of Korf's instances, by its number, or what ParsePosition reads.
func NamedPosition(text string) (Position, error) {
	number, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return ParsePosition(text)
	}
	instance, ok := korf[number]
	if !ok {
		known := fmt.Sprint(slices.Sorted(maps.Keys(korf)))
		return Position{}, fmt.Errorf("instance %d of Korf's table is not here: want one of %s, or a board", number, strings.Trim(known, "[]"))
	}
	return ParsePosition(instance.start)
}

// Distance returns the sum of the tiles' distances from their places, the first limit of iterative deepening. The moves to the goal
// from a position are even or odd in number, whatever the way, so limits grow by 2.
func (p Position) Distance() int { return int(p.distance) }
