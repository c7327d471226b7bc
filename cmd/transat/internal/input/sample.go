package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"transat/balance/tasktree"
	"transat/cmd/transat/internal/suggest"
	"transat/instances"
	"transat/solver/cnf"
)

// Sample returns the formulas of the sample, or the built-in formula or tree, of that name.
func Sample(name string) ([]Formula, error) {
	set, err := instances.Open(name)
	var unknown *instances.UnknownError
	if errors.As(err, &unknown) {
		hint := "transat list samples shows all"
		if strings.Contains(name, "/") {
			hint = "want VARIABLES-CLAUSES-K/INDEX, such as 350-1505-3/07, or a name that transat list samples shows"
		}
		return nil, suggest.Unknown("sample", name, unknown.Known, hint)
	}
	if err != nil {
		return nil, err
	}
	var formulas []Formula
	for _, instance := range set.Instances {
		formulas = append(formulas, fromInstance(instance))
	}
	return formulas, nil
}

// MaxCount is the largest number of formulas that Random returns.
const MaxCount = 1_000_000

// Random returns count formulas of a random sample, from the given index on. Whether there are such
// formulas is known when they are read.
func Random(sample instances.Sample, first, count int) ([]Formula, error) {
	if count > MaxCount || first > math.MaxInt-MaxCount {
		return nil, fmt.Errorf("%d formulas from %s on: want at most %d, and smaller indices", count, sample.Name(first), MaxCount)
	}
	var formulas []Formula
	for i := first; i < first+count; i++ {
		formulas = append(formulas, Formula{
			Name:    sample.Name(i),
			Verdict: sample.Verdict(i),
			read:    func() (*cnf.Formula, error) { return sample.Formula(i) },
		})
	}
	return formulas, nil
}

func fromInstance(i instances.Instance) Formula {
	if file := i.TreeFile; file != nil {
		return LaterTasks(i.Name, func() (*tasktree.Tree, error) {
			open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file.Data())), nil }
			return Finder{}.readTasks(i.Name, headOf(bytes.NewReader(file.Data())), open)
		})
	}
	if i.Bounded != nil {
		f := later(&TreeError{Name: i.Name, Bounded: true}, func() (*tasktree.Tree, error) {
			return nil, fmt.Errorf("%s: %w", i.Name, ErrBounded)
		})
		f.Program = i.Bounded
		return f
	}
	return Formula{Name: i.Name, Tree: i.Tree, Verdict: i.Verdict, read: i.Formula}
}

// fileOrSample is Sample for a name that may have been meant to be a file's. That it is none is what
// missing says.
func fileOrSample(name string, missing error) ([]Formula, error) {
	formulas, err := Sample(name)
	var unknown *suggest.Error
	switch {
	case err == nil:
		return formulas, nil
	case filepath.Ext(name) != "":
		return nil, missing
	case errors.As(err, &unknown) && strings.ContainsRune(name, filepath.Separator):
		return nil, missing
	case errors.As(err, &unknown):
		unknown.Kind = "file or sample"
		unknown.Hint = "transat list samples shows all samples"
	}
	return nil, err
}
