package engine_test

import (
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/web/engine"
)

// checked is what check replies.
type checked struct {
	Runs   int
	Faults []struct {
		Clause, What, Run string
		Story             []string
		Error             *engine.Error
	}
	Notes []string
	Text  string
}

const silent = `messages = {}

def idle(p):
    pass
`

func TestCheckFindsFaults(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, tc := range []struct {
		name, source string
		clause       string
		line         int
		note         string
	}{
		{"a thief that works", "", "", 0, ""}, // the template
		{"one that sends nothing", silent, "", 0, "it sends nothing"},
		{"a misspelt word when it runs", "messages = {}\n\ndef idle(p):\n    p.sned(0)\n", "error", 4, ""},
		{"one that never ends", "messages = {}\n\ndef idle(p):\n    while True:\n        pass\n", "error", 3, ""},
		{"one that sends to itself", "messages = {\"a\": []}\n\ndef idle(p):\n    p.send(p.rank, \"a\")\n\ndef receive(p, sender, " +
			"message):\n    pass\n", "", -1, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if testing.Short() && tc.clause == "" {
				t.Skip("it takes a second or two")
			}
			if tc.source == "" {
				c, _ := answer[struct{ Template string }](t, e, fields{"do": "catalogue"})
				tc.source = c.Template
			}
			scripts := map[string]string{"mine.star": tc.source}
			r, _ := answer[checked](t, e, fields{"do": "check", "policy": "mine.star", "scripts": scripts})
			switch {
			case tc.clause == "" && tc.line == 0:
				if len(r.Faults) > 0 || r.Runs < 10 || !strings.HasPrefix(r.Text, "mine.star: nothing wrong in ") {
					t.Errorf("%+v", r)
				}
				if tc.note != "" && (len(r.Notes) != 1 || !strings.Contains(r.Notes[0], tc.note)) {
					t.Errorf("notes %q, want %q", r.Notes, tc.note)
				}
			case len(r.Faults) == 0 || !strings.HasPrefix(r.Text, "mine.star breaks a rule. "):
				t.Errorf("no fault is found: %+v", r)
			case tc.line > 0 && (r.Faults[0].Clause != tc.clause || r.Faults[0].Error == nil || r.Faults[0].Error.Line != tc.line):
				t.Errorf("%+v, error %+v; want %s at line %d", r.Faults[0], r.Faults[0].Error, tc.clause, tc.line)
			}
		})
	}
	if _, err := ask(t, e, fields{"do": "check", "policy": "ideal"}); err == nil || !strings.Contains(err.Error(), "nothing to check") {
		t.Errorf("the error of a bound is %v", err)
	}
	r, _ := answer[checked](t, e, fields{"do": "check", "policy": "steal"})
	if len(r.Faults) > 0 || !strings.HasPrefix(r.Text, "steal: nothing wrong") {
		t.Errorf("%+v", r)
	}
}
