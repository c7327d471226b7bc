package instances

import (
	"fmt"
	"strconv"
	"strings"

	"transat/solver/cnf"
)

// SampleSize is the number of formulas in a sample, as in the papers.
const SampleSize = 50

// Sample is a sequence of random formulas of one shape, counted from 1.
type Sample struct {
	Vars    int // number of variables
	Clauses int // number of clauses
	K       int // literals in a clause
}

// ParseSample reads the name of a sample, "350-1505-3", or of one of its formulas, "350-1505-3/7"
// or "350-1505-3/07". The index is 0 if there is none. The error is a *NameError.
func ParseSample(name string) (s Sample, index int, err error) {
	shape, indexText, hasIndex := strings.Cut(name, "/")
	parts := strings.Split(shape, "-")
	if len(parts) != 3 {
		return s, 0, misnamed(name)
	}
	for i, field := range []*int{&s.Vars, &s.Clauses, &s.K} {
		if *field, err = parseNumber(name, parts[i]); err != nil {
			return Sample{}, 0, err
		}
	}
	if err := s.random(1).check(); err != nil {
		return Sample{}, 0, &NameError{name, err.Error()}
	}
	if !hasIndex {
		return s, 0, nil
	}
	if index, err = parseNumber(name, indexText); err != nil {
		return Sample{}, 0, err
	}
	if index == 0 {
		return Sample{}, 0, &NameError{name, "formulas are counted from 1"}
	}
	return s, index, nil
}

// parseNumber reads digits, which are a part of name.
func parseNumber(name, digits string) (int, error) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, misnamed(name)
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, &NameError{name, digits + " is too large"}
	}
	return n, nil
}

// NameError says why a name is not that of a sample.
type NameError struct {
	Name string // the name
	Msg  string // the fault, and the names allowed
}

func (e *NameError) Error() string { return fmt.Sprintf("sample %s: %s", e.Name, e.Msg) }

func misnamed(name string) *NameError {
	return &NameError{name, "want VARIABLES-CLAUSES-K or VARIABLES-CLAUSES-K/INDEX, such as 350-1505-3/07"}
}

// String returns the name of the sample.
func (s Sample) String() string { return fmt.Sprintf("%d-%d-%d", s.Vars, s.Clauses, s.K) }

// Name returns the name of formula i. It has at least two digits after the slash, so that the names of a sample sort.
func (s Sample) Name(i int) string { return fmt.Sprintf("%v/%02d", s, i) }

// Formula generates formula i, i ≥ 1: Random with the numbers of the sample and seed i.
func (s Sample) Formula(i int) (*cnf.Formula, error) {
	if i < 1 {
		return nil, &NameError{s.Name(i), "formulas are counted from 1"}
	}
	f, err := s.random(i).Formula()
	if err != nil {
		return nil, &NameError{s.Name(i), err.Error()}
	}
	return f, nil
}

func (s Sample) random(i int) Random {
	return Random{Vars: s.Vars, Clauses: s.Clauses, K: s.K, Seed: uint64(i)}
}
