package store

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// Items come out of the messages of the log as they went in, and no message is too long.
func TestTogether(t *testing.T) {
	record := func(size int) Item { return Item{Record, bytes.Repeat([]byte{byte(size)}, size)} }
	for name, items := range map[string][]Item{
		"nothing":     nil,
		"one":         {record(5)},
		"a few":       {record(5), record(0), record(300)},
		"among other": {{Head, []byte("h")}, record(1), record(2), {Part, []byte("p")}, record(3), {Forget, []byte("f")}, record(4), record(5)},
		"long ones":   {record(mostRecords / 2), record(mostRecords / 2), record(mostRecords), record(7), record(8)},
	} {
		t.Run(name, func(t *testing.T) {
			var got []Item
			for _, m := range together(items) {
				if m.Kind == records && len(m.Data) > mostRecords {
					t.Errorf("a message of %d bytes", len(m.Data))
				}
				if err := apart(m.Kind, m.Data, func(i Item) error {
					got = append(got, i)
					return nil
				}); err != nil {
					t.Error(err)
				}
			}
			same := func(a, b Item) bool { return a.Kind == b.Kind && bytes.Equal(a.Data, b.Data) }
			if !slices.EqualFunc(got, items, same) {
				t.Errorf("%d items, want %d, or others", len(got), len(items))
			}
		})
	}
	whole := together([]Item{record(100), record(200), record(50)})[0].Data
	for cut := range whole { // what the end of a store has lost
		n := 0
		if err := apart(records, whole[:cut], func(i Item) error {
			if want := []int{100, 200, 50}[n]; len(i.Data) != want {
				return fmt.Errorf("record %d has %d bytes, want %d", n, len(i.Data), want)
			}
			n++
			return nil
		}); err != nil || n == 3 {
			t.Errorf("%d bytes: %d records, %v", cut, n, err)
		}
	}
}
