package tasktree

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxDigits is the largest number of decimals that works keep. In units of time, none is finer than a nanosecond.
const MaxDigits = 9

// nanoseconds is how long a unit of time is; 0 for another unit.
func nanoseconds(unit string) int64 {
	switch unit {
	case "ns", "nanoseconds":
		return 1
	case "us", "µs", "microseconds":
		return 1e3
	case "ms", "milliseconds":
		return 1e6
	case "s", "seconds":
		return 1e9
	case "min", "minutes":
		return 60e9
	case "h", "hours":
		return 3600e9
	}
	return 0
}

// digitsOf is the largest number of decimals that works in a unit keep.
func digitsOf(unit string) int {
	digits := MaxDigits
	if ns := nanoseconds(unit); ns > 0 {
		for ns%power(digits) != 0 {
			digits--
		}
	}
	return digits
}

// mostWork is more than all works together may come to, counted in the smallest of their decimals: machines turn works into times.
const mostWork = 1 << 50

// decimal is a number of at least 0: mantissa · 10^-digits, with as few digits as possible.
type decimal struct {
	mantissa int64 // below mostWork
	digits   int
	rounded  bool
}

const (
	wantWork  = "want a decimal number of at least 0"
	largeWork = "want less than 2^50, about 10^15, counted in the last decimal"
)

// parseDecimal reads a number such as "12", "0.25" or "1.5e-3", and rounds it to so many decimals at most. What is wrong with it, and
// what is allowed, is in wrong.
func parseDecimal(text []byte, most int) (d decimal, wrong string) {
	i, negative := 0, false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	mantissa, exponent, digits, point, next := int64(0), 0, 0, false, byte(0)
	dropped, lost := false, false // digits, and any but zeros
	for ; i < len(text); i++ {
		c := text[i]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		digits++
		if mantissa < 1e17 && !dropped {
			mantissa = 10*mantissa + int64(c-'0')
			if point {
				exponent--
			}
			continue
		}
		if !dropped {
			dropped, next = true, c
		}
		lost = lost || c != '0'
		if !point {
			exponent++
		}
	}
	if digits == 0 {
		return d, wantWork
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		e, err := strconv.Atoi(string(text[i+1 : min(len(text), i+12)]))
		if err != nil || len(text) > i+12 {
			return d, wantWork
		}
		exponent += e
		i = len(text)
	}
	if i < len(text) {
		return d, wantWork
	}
	if mantissa == 0 {
		return decimal{}, ""
	}
	if negative {
		return d, "want at least 0"
	}
	d.mantissa = mantissa
	for ; exponent < -most; exponent++ {
		if next = byte('0' + d.mantissa%10); next != '0' {
			d.rounded = true
		}
		d.mantissa /= 10
		if d.mantissa == 0 && exponent < -most-1 {
			return decimal{rounded: true}, ""
		}
	}
	if d.rounded = d.rounded || lost; d.rounded && next >= '5' {
		d.mantissa++
	}
	for ; d.mantissa != 0 && exponent < 0 && d.mantissa%10 == 0; exponent++ {
		d.mantissa /= 10
	}
	for ; exponent > 0 && d.mantissa < mostWork; exponent-- {
		d.mantissa *= 10
	}
	if d.mantissa >= mostWork {
		return d, largeWork
	}
	if d.mantissa == 0 {
		exponent = 0
	}
	d.digits = -exponent
	return d, ""
}

// power is 10^n.
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// decimalText is work · 10^-digits.
func decimalText(work int64, digits int) string {
	unit := power(digits)
	text := strconv.FormatInt(work/unit, 10)
	if rest := work % unit; rest != 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%0*d", digits, rest), "0")
	}
	return text
}

func writeCount(b *strings.Builder, n int64, what string) {
	fmt.Fprintf(b, "%d %s", n, what)
	if n != 1 {
		b.WriteByte('s')
	}
}
