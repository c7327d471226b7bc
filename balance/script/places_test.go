package script_test

import (
	"strings"
	"testing"
)

// Places in a tree can be compared, alone and within lists; they have no order.
func TestPlacesCompare(t *testing.T) {
	begin := "messages = {'m': []}\ndef receive(p, sender, message): pass\ndef wake(p): pass\ndef start(p):\n    " +
		"a, b = p.topology.tree(0), p.topology.tree(1)\n    "
	for _, body := range []string{
		"if a != p.topology.tree(0) or a == b or not (a in [b, a]) or [[a]] != [[p.topology.tree(0)]]: fail('wrong')",
	} {
		if err := start(t, begin+body+"\n"); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
	if err := start(t, begin+"x = a < b\n"); err == nil || !strings.Contains(err.Error(), "have no order") {
		t.Errorf("a < b: %v", err)
	}
}
