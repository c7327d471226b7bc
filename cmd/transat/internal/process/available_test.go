package process

import (
	"errors"
	"math"
	"testing"
)

func TestNeed(t *testing.T) {
	if err := Need(1); err != nil {
		t.Errorf("a byte: %v", err)
	}
	free, known := Available()
	var short *ShortError
	err := Need(math.MaxInt64)
	if said := errors.As(err, &short); said != known || said && short.Available < free/2 {
		t.Errorf("error %v; how much is left is known: %v, such as %d bytes", err, known, free)
	}
}
