package apps

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ReadCities reads a file of TSPLIB with at most [MaxCities] cities, and returns the distances between them. It takes coordinates
// (EUC_2D, CEIL_2D, ATT, GEO) and distances (EXPLICIT, in any of the six orders of a symmetric matrix by rows). It may be compressed.
//
// Source of the formulas: G. Reinelt: TSPLIB 95 (1995).
func ReadCities(name string, r io.Reader) ([][]int32, error) {
	w := &words{name: name}
	var n int
	keys := map[string]string{}
	var section string
	var numbers []float64
	for line := range w.read(r) {
		key, value, _ := strings.Cut(w.text, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case key == "EOF":
			section = ""
		case strings.HasSuffix(key, "_SECTION"):
			section = key
		case line[0].text[0] >= 'A':
			section = ""
			keys[key] = value
			if key == "DIMENSION" {
				n = int(w.number(word{value, strings.Index(w.text, value) + 1}, "the number of cities", 2, MaxCities))
			}
		case section == "NODE_COORD_SECTION" || section == "EDGE_WEIGHT_SECTION":
			for _, x := range line {
				v, err := strconv.ParseFloat(x.text, 64)
				if err != nil || !(math.Abs(v) <= 1<<20) { // or not a number
					w.fail(x.col, "%q: want a number of at most %d", x.text, 1<<20)
				}
				numbers = append(numbers, v)
			}
		case section == "":
			w.fail(line[0].col, "%q: want KEY : VALUE, or the name of a section", line[0].text)
		}
	}
	if n == 0 {
		w.fail(1, "no number of cities: want DIMENSION : CITIES")
	}
	if w.err != nil {
		return nil, w.err
	}
	d := make([][]int32, n)
	for i := range d {
		d[i] = make([]int32, n)
	}
	var places [][2]int // of the numbers in the matrix
	for i := range n {
		from, to := 0, n
		switch keys["EDGE_WEIGHT_FORMAT"] {
		case "UPPER_ROW":
			from = i + 1
		case "LOWER_ROW":
			to = i
		case "UPPER_DIAG_ROW":
			from = i
		case "LOWER_DIAG_ROW":
			to = i + 1
		}
		for j := from; j < to; j++ {
			places = append(places, [2]int{i, j})
		}
	}
	between := plane(keys["EDGE_WEIGHT_TYPE"])
	switch explicit := keys["EDGE_WEIGHT_TYPE"] == "EXPLICIT"; {
	case !explicit && between == nil:
		w.fail(1, "EDGE_WEIGHT_TYPE %q: want EXPLICIT, EUC_2D, CEIL_2D, ATT or GEO", keys["EDGE_WEIGHT_TYPE"])
	case explicit && len(numbers) != len(places):
		w.fail(1, "%d distances: want %d for %d cities", len(numbers), len(places), n)
	case explicit:
		for k, p := range places {
			if numbers[k] < 0 {
				w.fail(1, "the distance of cities %d and %d is %v: want at least 0", p[0]+1, p[1]+1, numbers[k])
			}
			d[p[0]][p[1]], d[p[1]][p[0]] = int32(numbers[k]), int32(numbers[k])
		}
	case len(numbers) != 3*n:
		w.fail(1, "%d numbers in NODE_COORD_SECTION: want CITY X Y for each of %d cities", len(numbers), n)
	default:
		for i := range n {
			for j := range i {
				a, b := numbers[3*i+1:3*i+3], numbers[3*j+1:3*j+3]
				d[i][j] = int32(between(a[0], a[1], b[0], b[1]))
				d[j][i] = d[i][j]
			}
		}
	}
	return d, w.err
}

// MaxCities is the number of cities for which a Path has room.
const MaxCities = 32

// nearest lists for each city the others, the nearest first.
func nearest(distances [][]int32) ([][]uint8, error) {
	if n := len(distances); n < 2 || n > MaxCities {
		return nil, fmt.Errorf("%d cities: want 2 to %d", n, MaxCities)
	}
	near := make([][]uint8, len(distances))
	for from := range near {
		for to := range near {
			if from != to {
				near[from] = append(near[from], uint8(to))
			}
		}
		slices.SortStableFunc(near[from], func(a, b uint8) int {
			return cmp.Compare(distances[from][a], distances[from][b])
		})
	}
	return near, nil
}

// plane returns TSPLIB's distance of two points, by its name; nil if there is none.
func plane(name string) func(x1, y1, x2, y2 float64) float64 {
	switch name {
	case "EUC_2D":
		return func(x1, y1, x2, y2 float64) float64 { return math.Floor(math.Hypot(x1-x2, y1-y2) + 0.5) }
	case "CEIL_2D":
		return func(x1, y1, x2, y2 float64) float64 { return math.Ceil(math.Hypot(x1-x2, y1-y2)) }
	case "ATT":
		return func(x1, y1, x2, y2 float64) float64 { return math.Ceil(math.Hypot(x1-x2, y1-y2) / math.Sqrt(10)) }
	case "GEO":
		return geographical
	}
	return nil
}

// geographical is the distance in kilometres of two places on the Earth, their latitudes and longitudes in degrees and minutes: 38.24
// is 38°24'.
func geographical(x1, y1, x2, y2 float64) float64 {
	const pi, radius = 3.141592, 6378.388 // as TSPLIB has them
	radians := func(x float64) float64 {
		degrees, minutes := math.Modf(x)
		return pi * (degrees + 5*minutes/3) / 180
	}
	q1 := math.Cos(radians(y1) - radians(y2))
	q2 := math.Cos(radians(x1) - radians(x2))
	q3 := math.Cos(radians(x1) + radians(x2))
	return math.Floor(radius*math.Acos(max(-1, min(1, 0.5*((1+q1)*q2-(1-q1)*q3)))) + 1)
}
