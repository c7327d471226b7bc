package dimacs

import (
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"transat/solver/cnf"
)

// Numbers around every border of their lengths in digits and bytes, twice each: the second time, some come from a
// table.
func TestLRATWriterNumbers(t *testing.T) {
	var hints []int64
	for power := int64(1); power <= 1e18; power *= 10 {
		hints = append(hints, power-1, power, power+1, 7*power, 3*power+power/10)
	}
	for shift := range 62 {
		power := int64(1) << shift
		hints = append(hints, power-1, power, power+1, -power)
	}
	for n := int64(1); n < 3_000; n++ {
		hints = append(hints, n*37)
	}
	hints = append(hints, hints...)
	for _, format := range []ProofFormat{ProofLRAT, ProofLRATBinary} {
		var want []byte
		for i, n := range hints {
			if n == 0 {
				hints[i], n = 5, 5
			}
			if format == ProofLRAT {
				want = append(strconv.AppendInt(want, n, 10), ' ')
			} else {
				want = binary.AppendUvarint(want, uint64(max(n, -n))<<1|uint64(n)>>63)
			}
		}
		head, tail := "10001 1 0 ", "0\n"
		if format == ProofLRATBinary {
			head, tail = "a\xa2\x9c\x01\x02\x00", "\x00"
		}
		var out strings.Builder
		w := NewLRATWriter(&out, format, 10_000)
		if _, err := w.Infer([]cnf.Lit{cnf.Pos(1)}, hints); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != head+string(want)+tail {
			t.Errorf("%s: numbers are written otherwise than by strconv and encoding/binary", format)
		}
	}
}
