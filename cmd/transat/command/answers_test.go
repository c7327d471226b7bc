package command

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// threeModels has six models, three of them different in the first two variables.
const threeModels = "p cnf 4 3\n1 2 0\n-1 3 0\n-2 -3 4 0\n"

// disguises are the forms in which an answer comes through files and pipes.
func disguises(t *testing.T, text string) map[string]string {
	t.Helper()
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"plain": text, "gzip": zipped.String(),
		"CR LF": strings.ReplaceAll(text, "\n", "\r\n"), "byte order mark": "\xef\xbb\xbf" + text,
	}
}

// TestCheckTakesWhatSolvePrints goes through the flags that change the shape of an answer.
func TestCheckTakesWhatSolvePrints(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "m.cnf", threeModels)
	write(t, "shown.cnf", "c ind 1 2 0\n"+threeModels)
	write(t, "empty.cnf", "p cnf 0 0\n")
	for _, tc := range []struct{ solve, check, formula, json string }{
		{"", "", "m.cnf", `"kind":"model","values":4`},
		{"--models=all", "", "m.cnf", `"kind":"models","models":6`},
		{"--models=2", "", "m.cnf", `"kind":"models","models":2`},
		{"--models=1", "", "m.cnf", `"kind":"model`},
		{"--models=all --project=1-2", "--project=1-2", "m.cnf", `"kind":"models","models":3`},
		{"--models=all --project=4", "--project=4", "m.cnf", `"kind":"models","models":2`},
		{"--models=all", "", "shown.cnf", `"kind":"models","models":3`},
		{"", "", "shown.cnf", `"kind":"model","values":4`},
		{"--models=1 --project=", "--project=", "m.cnf", `"kind":"model`},
		{"--assume=1", "--assume=1", "m.cnf", `"kind":"model","values":4`},
		{"--models=all --assume=1", "--assume=1", "m.cnf", `"kind":"models","models":3`},
		{"--verify --stats", "", "m.cnf", `"kind":"model","values":4`},
		{"", "", "empty.cnf", `"kind":"model","values":0`},
	} {
		for _, format := range []string{"", "--quiet", "--format=json"} {
			_, answer, stderr := transatHere(t, t.Context(), fmt.Sprintf("solve %s %s %s", tc.solve, format, tc.formula))
			for name, text := range disguises(t, answer) {
				where := fmt.Sprintf("solve %s %s %s (%s): %s%s", tc.solve, format, tc.formula, name, answer, stderr)
				write(t, "answer", text)
				code, stdout, stderr := transatHere(t, t.Context(), fmt.Sprintf("check %s %s answer", tc.check, tc.formula))
				if code != cli.OK || !strings.HasSuffix(stdout, "\ns VERIFIED\n") {
					t.Errorf("%s: exit code %d, %s%s", where, code, stdout, stderr)
				}
				var out, errs bytes.Buffer
				code = run(t.Context(), strings.Fields("check --format=json "+tc.check+" "+tc.formula+" -"), strings.NewReader(text), &out, &errs)
				if code != cli.OK || !strings.Contains(out.String(), tc.json) {
					t.Errorf("%s: exit code %d, %s%s; want %s", where, code, &out, &errs, tc.json)
				}
			}
		}
	}
}

// TestCheckRefusesLies has answers that look like those of solve and are wrong.
func TestCheckRefusesLies(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "m.cnf", threeModels)
	write(t, "shown.cnf", "c ind 1 2 0\n"+threeModels)
	for _, tc := range []struct{ name, formula, answer, want string }{
		{
			"second model", "m.cnf", "s SATISFIABLE\nv -1 2 -3 4 0\nv -1 -2 -3 -4 0\nv 1 2 3 4 0\n",
			"answer: model 2 (line 3), after 1 model that is right: clause 1 (1 2) is not satisfied",
		},
		{"first of several", "m.cnf", "s SATISFIABLE\nv -1 -2 0\nv 1 2 3 4 0\n", "answer: model 1 (line 1)"},
		{
			"the same again", "m.cnf", "s SATISFIABLE\nv -1 2 -3 4 0\nv 1 2 3 4 0\nv -1 2\nv 4 -3 0\n",
			"answer: model 3 (line 4), after 2 models that are right: it is model 1 again",
		},
		{"the same again in what matters", "shown.cnf", "s SATISFIABLE\nv -1 2 -3 4 0\nv -1 2 3 4 0\n", "it is model 1 again"},
		{"two models in a list", "m.cnf", "-1 2 -3 4 0\n1 2 3 4 0\n", "s NOT VERIFIED"},
		{"no projection", "m.cnf", "s SATISFIABLE\nv 1 0\nv 2 0\n", "model 1"},
		{
			"a projection that cannot be", "shown.cnf", "s SATISFIABLE\nv -1 2 0\nv -1 -2 0\n",
			"model 2 (line 3), after 1 model that is right: clause 1 (1 2) is not satisfied",
		},
		{"a variable of the projection is missing", "shown.cnf", "v 1 0\n", "variable 2 of the projection has no value"},
		{"JSON, a model", "m.cnf", `{"verdict":"SATISFIABLE","model":[-1,-2,3,4]}`, "clause 1 (1 2) is not satisfied"},
		{
			"JSON, one of several", "m.cnf", `{"verdict":"SATISFIABLE","models":[[1,2,3,4],[1,2,-3,4]],"model_count":2}`,
			"answer: model 2, after 1 model that is right: clause 2 (-1 3)",
		},
		{
			"JSON, a number that is wrong", "m.cnf", `{"verdict":"SATISFIABLE","models":[[1,2,3,4]],"model_count":2}`,
			"its model_count is 2, and there are 1",
		},
		{"JSON, out of range", "m.cnf", `{"verdict":"SATISFIABLE","model":[1,2,3,5]}`, "literal 5 is out of range"},
		{"JSON, both signs", "m.cnf", `{"verdict":"SATISFIABLE","model":[1,2,3,4,-4]}`, "literal -4 contradicts literal 4"},
		{"JSON, none", "m.cnf", `{"verdict":"SATISFIABLE","models":[],"model_count":0}`, "there is no model"},
		{"JSON, unsatisfiable", "m.cnf", `{"verdict":"UNSATISFIABLE"}`, "answer:1: the verdict is UNSATISFIABLE: there is no model"},
		{"JSON, cut short", "m.cnf", `{"verdict":"SATISFIABLE","model":[1,2,`, "the answer is cut short"},
		{"JSON, another kind", "m.cnf", `{"verdict":"SATISFIABLE","model":"x"}`, "this is no answer of transat solve --format=json"},
		{"JSON, two", "m.cnf", `{"verdict":"SATISFIABLE","model":[1,2,3,4]}{}`, "want the end of the input"},
		{"words, unsatisfiable", "m.cnf", "UNSATISFIABLE\n", "the verdict is UNSATISFIABLE: there is no model"},
		{"words, a wrong model", "m.cnf", "SATISFIABLE\nv -1 -2 0\n", "clause 1 (1 2) is not satisfied"},
	} {
		write(t, "answer", tc.answer)
		code, stdout, stderr := transatHere(t, t.Context(), "check "+tc.formula+" answer")
		if code != cli.Failure || !strings.Contains(stdout+stderr, tc.want) || strings.Contains(stdout, "s VERIFIED") {
			t.Errorf("%s: exit code %d, %s%s; want %q", tc.name, code, stdout, stderr, tc.want)
		}
	}
	for _, answer := range []string{
		"SATISFIABLE\nv 1 2 3 4 0\n", "SATISFIABLE\n1 2 3 4 0\n", "v 1 2 3 4 0\ns SATISFIABLE\n",
		"v 1 2 3 4 0\ns SATISFIABLE\nv -1 2 3 4 0\n",
	} {
		write(t, "answer", answer)
		if code, stdout, stderr := transatHere(t, t.Context(), "check m.cnf answer"); code != cli.OK {
			t.Errorf("%q: exit code %d, %s%s", answer, code, stdout, stderr)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
