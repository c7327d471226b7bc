package cnf

import (
	"errors"
	"fmt"
)

// Errors of formulas that are refused, or too large to solve.
var (
	// ErrTooLarge says that a formula has more than MaxVars variables or MaxLiterals literals.
	ErrTooLarge = errors.New("formula too large")
	// ErrMemory says that more memory is needed than is allowed; the error is a *MemoryError.
	ErrMemory = errors.New("memory limit reached")
)

// Limits of the engines. They refuse larger formulas with ErrTooLarge.
const (
	MaxVars     = 1 << 28
	MaxLiterals = 1<<31 - 1
)

// MemoryError says how much more memory a search needs than it may take. It is an ErrMemory.
type MemoryError struct {
	Need  int64 // bytes needed, at least
	Limit int64 // bytes allowed
}

// Error names both amounts, in megabytes.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("the search needs about %s of memory, %s are allowed", megabytes(e.Need), megabytes(e.Limit))
}

// Unwrap returns ErrMemory.
func (e *MemoryError) Unwrap() error { return ErrMemory }

// megabytes rounds up, above ten to the next megabyte.
func megabytes(bytes int64) string {
	const unit = 1_000_000
	if bytes >= 10*unit {
		return fmt.Sprintf("%d MB", (bytes+unit-1)/unit)
	}
	return fmt.Sprintf("%.1f MB", float64((bytes+unit/10-1)/(unit/10))/10)
}
