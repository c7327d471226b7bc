package fuzztest_test

import (
	"testing"

	"transat/instances/fuzztest"
)

func TestEdited(t *testing.T) {
	for _, tc := range []struct {
		edits, want string
	}{
		{"", "abcdef"},
		{"\x00\x01\x02", "abcdef"},
		{"\x00\x01\x02\x00", "adef"},
		{"\x00\x01\x02\x03xyz", "axyzdef"},
		{"\x00\x06\x09\x02xy", "abcdefxy"},
		{"\x00\x00\xff\x09new", "new"},
		{"\x00\x00\x01\x00\x00\x00\x00\x01A", "Abcdef"},
		{"\x00\x07\x01\x01x", "xbcdef"}, // after the end it begins again
	} {
		if got := string(fuzztest.Edited("abcdef", []byte(tc.edits))); got != tc.want {
			t.Errorf("%q makes %q, want %q", tc.edits, got, tc.want)
		}
	}
}
