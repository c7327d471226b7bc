package tasktree

import (
	"bufio"
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func newReader(data []byte) *bufio.Reader { return bufio.NewReader(bytes.NewReader(data)) }

func TestDecimals(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0.0": "0", "12": "12", "0.25": "0.25", "1.50": "1.5", ".5": "0.5", "5.": "5", "+2": "2",
		"1e3": "1000", "25e-2": "0.25",
		"1.5E+2": "150", "0.0000000004": "0 rounded", "0.0000000005": "0.000000001 rounded", "0.0123456789876": "0.012345679 rounded",
		"1e-999999": "0 rounded", "0e999999": "0", "0.1000000000000000055511151231257827": "0.1 rounded", "00012": "12",
		"0.100000000000000000000000": "0.1",
		"1125899906842623":           "1125899906842623", "12345678901234567890123e-20": "123.456789012 rounded", "0.9999999999": "1 rounded",
		"9.99999999999999999999": "10 rounded",
		"1125899906842624":       largeWork, "1e16": largeWork, "1e999999": largeWork, "-1": "want at least 0", "": wantWork, "x": wantWork,
		"1e": wantWork, "1e+": wantWork, "1.2.3": wantWork, "0x10": wantWork, "1 ": wantWork, "NaN": wantWork, "Inf": wantWork, "-": wantWork,
		"1e99999999999999999999": wantWork, "123456789012345678901234567890": largeWork,
	} {
		d, wrong := parseDecimal([]byte(text), MaxDigits)
		got := wrong
		if wrong == "" {
			got = decimalText(d.mantissa, d.digits)
			if d.rounded {
				got += " rounded"
			}
			if d.digits > 0 && d.mantissa%10 == 0 {
				t.Errorf("%s has %d digits, and ends in 0", text, d.digits)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Numbers are what package big says, rounded half up.
func TestDecimalsAreThoseOfPackageBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := fmt.Sprintf("%d.%se%d", rapid.Int64Range(0, 999).Draw(t, "whole"),
			rapid.StringMatching("[0-9]{0,14}[0-9]{0,6}0{0,9}").Draw(t, "part"), rapid.IntRange(-15, 3).Draw(t, "exponent"))
		most := rapid.IntRange(0, MaxDigits).Draw(t, "most")
		d, wrong := parseDecimal([]byte(text), most)
		if wrong != "" {
			t.Fatalf("%s: %s", text, wrong)
		}
		exact, ok := new(big.Rat).SetString(strings.Replace(text, ".e", ".0e", 1))
		if !ok {
			t.Fatal(text)
		}
		unit := big.NewRat(power(most), 1)
		half := new(big.Rat).Add(new(big.Rat).Mul(exact, unit), big.NewRat(1, 2))
		want := new(big.Rat).Quo(new(big.Rat).SetInt(new(big.Int).Quo(half.Num(), half.Denom())), unit)
		got := big.NewRat(d.mantissa, power(d.digits))
		if got.Cmp(want) != 0 || d.rounded != (want.Cmp(exact) != 0) || d.digits > most {
			t.Errorf("%s with %d decimals: %v, rounded %t; want %v", text, most, got, d.rounded, want)
		}
	})
}
