package rounds

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"transat/balance/topology"
)

// LoadsError says what is wrong in a file of loads, and where.
type LoadsError struct {
	Name      string // of the file
	Line, Col int    // from 1; Col counts bytes
	Msg       string
}

func (e *LoadsError) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Msg) }

// ReadLoads reads numbers that are separated by white space or commas. What follows a # on a line is a
// comment. Loads must not be negative; errors in the text are *LoadsErrors.
//
//	# 2x3, row by row
//	12, 0, 0
//	 5  7  1.5
func ReadLoads(name string, r io.Reader) ([]float64, error) {
	var loads []float64
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26) // a million numbers may lie on one line
	for line := 1; lines.Scan(); line++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		for at := 0; ; {
			from, to := number(text, at)
			if from == to {
				break
			}
			if len(loads) == topology.MaxProcs {
				return nil, &LoadsError{name, line, from + 1, fmt.Sprintf("more than %d loads", topology.MaxProcs)}
			}
			load, wrong := parseLoad(text[from:to])
			if wrong != "" {
				return nil, &LoadsError{name, line, from + 1, wrong}
			}
			loads = append(loads, load)
			at = to
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return loads, nil
}

// number returns where the next number in text begins and ends, not before at. Both are the same if
// there is none.
func number(text string, at int) (from, to int) {
	const separators = " \t\r\f\v,"
	for at < len(text) && strings.IndexByte(separators, text[at]) >= 0 {
		at++
	}
	if end := strings.IndexAny(text[at:], separators); end >= 0 {
		return at, at + end
	}
	return at, len(text)
}

// parseLoad reads a load, or says what is wrong with it.
func parseLoad(text string) (load float64, wrong string) {
	load, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(load) || math.IsInf(load, 0):
		return 0, fmt.Sprintf("%s is not a number; want loads separated by white space or commas", shortened(text))
	case load < 0:
		return 0, fmt.Sprintf("load %s is negative; want at least 0", shortened(text))
	}
	return load, ""
}

// shortened is text in quotes, cut if it is long.
func shortened(text string) string {
	if len(text) > 20 {
		text = text[:20] + "…"
	}
	return strconv.Quote(text)
}

// fromFile is the distribution whose loads are in a file. If there is no such file, the name may also
// be meant to be one of the table.
func fromFile(name string, table []Distribution, open func(name string) (io.ReadCloser, error)) (Distribution, error) {
	file, err := open(name)
	if err != nil {
		known := make([]string, len(table))
		for i, d := range table {
			known[i] = d.usage()
		}
		return Distribution{}, fmt.Errorf("distribution %q is none of %s, and no file: %w", name, strings.Join(known, ", "), err)
	}
	defer file.Close()
	loads, err := ReadLoads(name, file)
	if err != nil {
		return Distribution{}, err
	}
	return Distribution{
		Name: name, Title: "loads from a file",
		loads: func(_ Distribution, n int, whole bool, _ *rand.Rand) ([]float64, error) {
			if len(loads) != n {
				return nil, fmt.Errorf("%s has %d loads, for %d processors", name, len(loads), n)
			}
			if i := slices.IndexFunc(loads, divided); whole && i >= 0 {
				return nil, fmt.Errorf("%s: load %v of processor %d: want a whole number of elements", name, loads[i], i)
			}
			return slices.Clone(loads), nil
		},
	}, nil
}

// divided reports whether a load is no whole number of elements.
func divided(load float64) bool { return load != math.Trunc(load) }
