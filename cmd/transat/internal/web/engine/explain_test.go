package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/explain"
	"transat/cmd/transat/internal/web/engine"
)

func TestExplainGivesTheReportOfTheCommand(t *testing.T) {
	e := engine.New(balance.Builtin())
	reply, err := e.Do(
		t.Context(), []byte(`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb", "lade"], "seeds": 2}`), nil, nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(reply.JSON)
	if err != nil {
		t.Fatal(err)
	}
	var report explain.Explanation
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Pairs) != 1 || report.Seeds != 2 || report.Pairs[0].First.Policy != "plb" ||
		!strings.Contains(report.Pairs[0].Headline, "php-5-4") {
		t.Errorf("%s", text)
	}
}

func TestExplainSaysWhatIsWrong(t *testing.T) {
	for request, want := range map[string]string{
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb"]}`:                                             "at least two",
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb", "lode"]}`:                                     "lade",
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb", "plb"]}`:                                      "given twice",
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb", "ideal"]}`:                                    "bound",
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb", "lade"], "seeds": 21}`:                        "1 to 20",
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "policies": ["plb", "lade"], "depth": "abyss"}`:                   "quick, deep",
		`{"do": "explain", "tree": "php-5-4", "grid": "2x2", "machine": "maspar-mp1", "policies": ["liquid-c5", "liquid-c4"]}`: "lockstep",
	} {
		if _, err := engine.New(balance.Builtin()).Do(t.Context(), []byte(request), nil, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", request, err, want)
		}
	}
}
