package addresses

import (
	"strings"
	"testing"
)

func TestScripted(t *testing.T) {
	for _, c := range []struct {
		line string
		want bool
	}{
		{"", false},
		{"transat", false},
		{"transat --version", false},
		{"transat solve php-5-4", false},
		{"transat solve --policy=mine.star php-5-4", false},
		{"transat compare php-5-4", false},
		{"transat compare --policy=mine.star php-5-4", true},
		{"transat compare --policy=plb,./mine.star:pause=2,steal php-5-4", true},
		{"transat policy check mine.star", true},
		{"transat policy check mine.sta", false},
	} {
		if got := scripted(strings.Fields(c.line)); got != c.want {
			t.Errorf("%s: %v, want %v", c.line, got, c.want)
		}
	}
}
