package reproduce

import (
	"context"
	"errors"
	"slices"

	"transat/cmd/transat/internal/report"
)

// An experiment of minutes that is interrupted keeps the rows that are finished. [Map] and [OnTrees] then return
// what they have, with an error that knows what that is; [Finished] and [Whole] pick it, and [Interrupted] makes a
// Result of the tables alone, without verdicts:
//
//	rows, err := Map(ctx, s, cases, about, do)
//	if err != nil {
//		return Interrupted(err, nil, table(Finished(rows, err)))
//	}

// unfinished is the error of a Map that was interrupted.
type unfinished struct {
	error
	finished []bool // by output
}

func (u unfinished) Unwrap() error { return u.error }

// Finished returns the outputs of Map that are finished: all, if err, which is the error of Map, is nil.
func Finished[R any](outputs []R, err error) []R {
	return slices.Concat(Whole(outputs, 1, err)...)
}

// Whole returns the outputs of Map in groups of that many, but no group that is not finished.
func Whole[R any](outputs []R, size int, err error) [][]R {
	var u unfinished
	if err != nil && !errors.As(err, &u) {
		return nil
	}
	var groups [][]R
	for first := 0; first+size <= len(outputs); first += size {
		if err == nil || !slices.Contains(u.finished[first:first+size], false) {
			groups = append(groups, outputs[first:first+size])
		}
	}
	return groups
}

// Interrupted is what an item returns if Map or OnTrees has failed: err, and if that is an interruption, the
// tables that have rows.
func Interrupted(err error, setup []string, tables ...report.Sheet) (*Result, error) {
	if !errors.As(err, &unfinished{}) {
		return nil, err
	}
	tables = slices.DeleteFunc(tables, func(s report.Sheet) bool { return s.Rows() == 0 })
	if len(tables) == 0 {
		return nil, err
	}
	return &Result{Setup: setup, Tables: tables, Unfinished: true}, err
}

// interrupted is the error of several jobs. If it is no more than the end of a context it knows which of them are finished.
func interrupted(err error, finished []bool) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	return unfinished{context.Canceled, finished}
}

// bare is an error without the finished results.
func bare(err error) error {
	var u unfinished
	if errors.As(err, &u) {
		return u.error
	}
	return err
}
