package process

import (
	"errors"
	"math"
	"testing"
)

// Where it is known how much memory there is, a byte fits, and more than any computer has does not.
func TestNeedRefusesWhatCannotFit(t *testing.T) {
	if err := Need(1); err != nil {
		t.Errorf("a byte: %v", err)
	}
	var short *ShortError
	err := Need(math.MaxInt64)
	if _, known := Available(); errors.As(err, &short) != known {
		t.Fatalf("error %v; how much is left is known: %v", err, known)
	}
	if short != nil && (short.Need != math.MaxInt64 || short.Available <= 1 || short.Available >= math.MaxInt64/2 || short.Bound == "") {
		t.Errorf("%+v", short)
	}
}

func TestShortErrorSaysWhatIsMissing(t *testing.T) {
	err := &ShortError{Need: 3 << 30, Available: 5 << 20, Bound: "ulimit -v"}
	if got, want := err.Error(), "about 3.0 GiB of memory would be needed, and ulimit -v lets the program have 5.0 MiB"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
