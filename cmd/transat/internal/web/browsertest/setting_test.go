package browsertest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/settings"
)

// The form of a race has a field for each setting of the table, and a link sets it; the race is then that of the command.
func TestSettingsHaveFields(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", "off")
	page := open(t, "#race?tree=100-430-3/2&grid=2x2&policy=plb&start=spread&deal=count&seed=0&grain=0.2")
	got := ready(page)
	want := rows(
		t, transat(t, "compare", "100-430-3/2", "--grid=2x2", "--policy=plb", "--start=spread", "--deal=count", "--seed=0", "--grain=0.2",
			"--format=json"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-command +page:\n%s", diff)
	}
	given := map[string]string{"grid": "2x2", "start": "spread", "deal": "count", "seed": "0", "grain": "0.2"}
	for _, s := range settings.Table() {
		if s.Several {
			continue
		}
		field := js[string](page, fmt.Sprintf("document.querySelector('.setup [data-test=%s]')?.value ?? 'no field'", s.Name))
		if field != given[s.Name] {
			t.Errorf("the field of %s has %q, want %q", s.Name, field, given[s.Name])
		}
	}
}
