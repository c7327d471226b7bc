package memory

import (
	"errors"
	"math"
	"testing"
)

func TestAvailableIn(t *testing.T) {
	for _, c := range []struct {
		name, meminfo string
		want          int64
		ok            bool
	}{
		{"a line of Linux", "MemTotal:  100 kB\nMemFree:  10 kB\nMemAvailable:     48 kB\n", 48 << 10, true},
		{"no such line", "MemTotal:  100 kB\n", 0, false},
		{"no number", "MemAvailable: much kB\n", 0, false},
		{"cut off", "MemAvailable:", 0, false},
	} {
		if got, ok := availableIn(c.meminfo); got != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

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
