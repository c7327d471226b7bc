package engine_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/web/engine"
)

// fields are those of a request.
type fields map[string]any

// ask sends a request.
func ask(t testing.TB, e *engine.Engine, request fields, blobs ...[]byte) (engine.Reply, error) {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	return e.Do(t.Context(), text, blobs, nil)
}

// answer sends a request that must succeed, and reads its reply.
func answer[T any](t testing.TB, e *engine.Engine, request fields, blobs ...[]byte) (reply T, out [][]byte) {
	t.Helper()
	r, err := ask(t, e, request, blobs...)
	if err != nil {
		t.Fatalf("%v: %v", request, err)
	}
	text, err := json.Marshal(r.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		t.Fatal(err)
	}
	return reply, r.Blobs
}

func TestErrorsSayWhereAndWhat(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, tc := range []struct {
		name    string
		request fields
		want    string
		line    int
		column  int
	}{
		{"no request", fields{}, "no field do", 0, 0},
		{"unknown request", fields{"do": "rum"}, `did you mean "run"`, 0, 0},
		{"unknown field", fields{"do": "run", "polcy": "plb"}, "polcy", 0, 0},
		{"unknown policy", fields{"do": "run", "tree": "php-5-4", "policy": "stela"}, `did you mean "steal"`, 0, 0},
		{"unknown parameter", fields{"do": "run", "tree": "php-5-4", "policy": "plb:gama=1"}, `did you mean "gamma"`, 0, 0},
		{"no policy", fields{"do": "run", "tree": "php-5-4"}, "want the name of one", 0, 0},
		{"unknown sample", fields{"do": "tree", "tree": "php-54"}, `did you mean "php-5-4"`, 0, 0},
		{"a sample of many", fields{"do": "tree", "tree": "30-129-3"}, "choose one, such as 30-129-3/01", 0, 0},
		{"unknown rule", fields{"do": "tree", "tree": "php-5-4", "rule": "lexx"}, `did you mean "lex"`, 0, 0},
		{"rule of a tree without a formula", fields{"do": "tree", "tree": "uts-default", "rule": "boehm"}, "no formula to branch on", 0, 0},
		{"bad grid", fields{"do": "run", "tree": "php-5-4", "policy": "plb", "grid": "0x3"}, "grid", 0, 0},
		{"negative grain", fields{"do": "run", "tree": "php-5-4", "policy": "plb", "grain": -1}, "grain=-1", 0, 0},
		{"bad seed", fields{"do": "run", "tree": "php-5-4", "policy": "plb", "seed": "x"}, "seed=x", 0, 0},
		{"no hypercube", fields{"do": "run", "tree": "php-5-4", "policy": "steal", "grid": "3x3", "topology": "hypercube"}, "topology=hypercube with grid=3x3", 0, 0},
		{"unknown machine", fields{"do": "run", "tree": "php-5-4", "policy": "steal", "machine": "gcel"}, `did you mean "gcel-1024"`, 0, 0},
		{"no steps", fields{"do": "run", "tree": "php-5-4", "policy": "steal", "machine": "maspar-mp1", "grid": "4x4"}, "steal", 0, 0},
		{"formula", fields{"do": "tree", "tree": "mine.cnf", "cnf": "p cnf 2 1\n1 3 0\n"}, "mine.cnf:2:3", 2, 3},
		{"miscount", fields{"do": "tree", "cnf": "p cnf 2 2\n1 2 0\n"}, "formula.cnf:3", 3, 1},
		{"too many variables", fields{"do": "tree", "cnf": "p cnf 9999999 0\n"}, "formula.cnf:1", 1, 7},
		{
			"script",
			fields{"do": "run", "tree": "php-5-4", "policy": "m.star", "scripts": map[string]string{"m.star": "def idle(p):\n  p.sned(1)\n"}},
			"did you mean .send?", 2, 4,
		},
		{
			"script that does not parse",
			fields{"do": "run", "tree": "php-5-4", "policy": "m.star", "scripts": map[string]string{"m.star": "def idle(p)\n  pass\n"}},
			"m.star:2", 2, 1,
		},
		{"missing script", fields{"do": "run", "tree": "php-5-4", "policy": "m.star"}, "m.star", 0, 0},
		{"no blob", fields{"do": "load", "tree": "php-5-4"}, "as one blob", 0, 0},
		{"nothing to put together", fields{"do": "table"}, "want at least one", 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ask(t, e, tc.request)
			var told *engine.Error
			if !errors.As(err, &told) {
				t.Fatalf("the error is %v", err)
			}
			if !strings.Contains(told.Message, tc.want) {
				t.Errorf("%q lacks %q", told.Message, tc.want)
			}
			if tc.line > 0 && (told.Line != tc.line || told.Column != tc.column || told.Bare == "" || strings.Contains(told.Bare, told.File)) {
				t.Errorf("at %s:%d:%d, want :%d:%d; bare %q", told.File, told.Line, told.Column, tc.line, tc.column, told.Bare)
			}
		})
	}
	// After all that, the engine works.
	answer[struct{}](t, e, fields{"do": "run", "tree": "php-5-4", "policy": "steal", "grid": "2x2"})
}
