package topology

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

func product(sides []int) (int, error) {
	if len(sides) == 0 {
		return 0, fmt.Errorf("grid without sides: want for example 32x32")
	}
	procs := 1
	for _, s := range sides {
		if s < 1 {
			return 0, fmt.Errorf("grid %s: every side must be at least 1", FormatSides(sides))
		}
		if s > MaxProcs/procs {
			return 0, fmt.Errorf("grid %s: more than %d processors", FormatSides(sides), MaxProcs)
		}
		procs *= s
	}
	return procs, nil
}

// Procs is the number of processors of a grid whose sides are those of a network, or were read by ParseSides.
func Procs(sides []int) int {
	n := 1
	for _, side := range sides {
		n *= side
	}
	return n
}

// ParseSides reads the sides of a grid: "32x32", "16x16x4", "1024".
func ParseSides(s string) ([]int, error) {
	var sides []int
	for part := range strings.SplitSeq(s, "x") {
		n, err := strconv.Atoi(part)
		if err != nil || n > math.MaxInt32 {
			return nil, fmt.Errorf("grid %q: want sides joined by x, for example 32x32 or 16x16x4", s)
		}
		sides = append(sides, n)
	}
	if _, err := product(sides); err != nil {
		return nil, err
	}
	return sides, nil
}

// FormatSides is the inverse of ParseSides.
func FormatSides(sides []int) string {
	parts := make([]string, len(sides))
	for i, s := range sides {
		parts[i] = strconv.Itoa(s)
	}
	return strings.Join(parts, "x")
}
