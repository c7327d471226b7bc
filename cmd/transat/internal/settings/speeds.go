package settings

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/sim"
)

// The texts of settings that say how fast processors are.

// ProcessorSpeeds makes the speeds of a machine of the three settings.
func (r *Values) ProcessorSpeeds(front Front) (sim.Speeds, error) {
	var s sim.Speeds
	for _, x := range []struct {
		name, text string
		read       func(text string, s *sim.Speeds) error
	}{
		{"speeds", r.Speeds.V, readSpeeds},
		{"stragglers", r.Stragglers.V, readStragglers},
		{"late", r.Late.V, readLate},
	} {
		if x.text == "" {
			continue
		}
		if err := x.read(x.text, &s); err != nil {
			return s, fmt.Errorf("%s%s=%s: %w", front.Prefix, x.name, x.text, err)
		}
	}
	return s, nil
}

// readSpeeds reads 1,0.5 or 0.5..2.
func readSpeeds(text string, s *sim.Speeds) error {
	const want = "want speeds such as 1,0.5 or a range such as 0.5..2"
	number := func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is no speed: %s", text, want)
		}
		return x, (&sim.Speeds{Of: []float64{x}}).Check(1)
	}
	if low, high, is := strings.Cut(text, ".."); is {
		var err error
		for i, end := range []string{low, high} {
			if s.Range[i], err = number(end); err != nil {
				return err
			}
		}
		return s.Check(1)
	}
	for _, one := range strings.Split(text, ",") {
		x, err := number(one)
		if err != nil {
			return err
		}
		s.Of = append(s.Of, x)
	}
	return nil
}

// readStragglers reads 0.1:speed=0.1:from=0s:for=1s:every=10s.
func readStragglers(text string, s *sim.Speeds) error {
	x := sim.Slow{Speed: 0.1}
	first, rest, _ := strings.Cut(text, ":")
	var err error
	if x.Share, err = strconv.ParseFloat(first, 64); err != nil || !(x.Share > 0 && x.Share <= 1) {
		return fmt.Errorf("want a share of the processors above 0 and up to 1 first, not %q", first)
	}
	err = options(rest, map[string]func(string) error{
		"speed": func(value string) (err error) {
			if x.Speed, err = strconv.ParseFloat(value, 64); err != nil {
				return fmt.Errorf("speed=%s: want a number", value)
			}
			return nil
		},
		"from": duration("from", &x.From), "for": duration("for", &x.For), "every": duration("every", &x.Every),
	}, "speed=0.1, from=0s, for=1s and every=10s")
	if err == nil && x.For == 0 {
		err = fmt.Errorf("want the time for which they are slow, too, such as 0.1:for=1s")
	}
	s.Slow = x
	if err == nil {
		err = (&sim.Speeds{Slow: x}).Check(1)
	}
	return err
}

// readLate reads 2:at=5s.
func readLate(text string, s *sim.Speeds) error {
	first, rest, _ := strings.Cut(text, ":")
	procs, err := strconv.Atoi(first)
	if err != nil || procs < 1 {
		return fmt.Errorf("want a number of processors first, at least 1, not %q, as in 2:at=5s", first)
	}
	s.Late.Procs = procs
	if err := options(rest, map[string]func(string) error{"at": duration("at", &s.Late.At)}, "at=5s"); err != nil {
		return err
	}
	if s.Late.At <= 0 {
		return fmt.Errorf("want the time when they join, too, such as 2:at=5s")
	}
	return nil
}

// options reads NAME=VALUE, several behind colons.
func options(text string, readers map[string]func(value string) error, known string) error {
	if text == "" {
		return nil
	}
	for _, option := range strings.Split(text, ":") {
		name, value, _ := strings.Cut(option, "=")
		read := readers[name]
		if read == nil {
			return fmt.Errorf("unknown option %q: want %s", name, known)
		}
		if err := read(value); err != nil {
			return err
		}
	}
	return nil
}

// duration reads a duration into a time.
func duration(name string, to *balance.Ticks) func(value string) error {
	return func(value string) error {
		d, err := time.ParseDuration(value)
		if err != nil || d < 0 {
			return fmt.Errorf("%s=%s: want a duration such as 1s that is not negative", name, value)
		}
		*to = balance.Ticks(d)
		return nil
	}
}
