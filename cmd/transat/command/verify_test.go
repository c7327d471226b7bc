package command

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// However often it is killed, a search is verified in the end: every lemma, and each once.
func TestKilledWhileVerifying(t *testing.T) {
	const formula = "200-860-3/1"
	for _, proof := range []string{"", "--proof=p"} {
		flags := []string{"--verify", "--rule=lex"} // which derives no clauses, that every core would verify
		if proof != "" {
			flags = append(flags, proof)
		}
		k := &killed{t: t, rng: rand.New(rand.NewPCG(45, 0)), formula: formula, flags: flags, remaining: 12}
		if testing.Short() {
			k.remaining = 2
		}
		verified := regexp.MustCompile(`(?m)^s UNSATISFIABLE\nc verified: .* lemmas, checked by the built-in streaming checker$`)
		code, stdout, stderr := transat(t, t.Context(), "solve --verify --rule=lex -j 1 "+formula)
		want := verified.FindString(stdout)
		if code != cli.Unsatisfiable || want == "" {
			t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
		}
		for first := true; first || k.remaining > 0; first = false {
			t.Chdir(t.TempDir())
			line := "solve --verify --rule=lex --checkpoint=c --max-nodes=3000 " + proof + " " + formula
			if code, _, stderr := transatHere(t, t.Context(), line); code != cli.OK {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			if got := verified.FindString(k.run()); got != want {
				t.Fatalf("a search that was killed ends with %q, want %q", got, want)
			}
		}
		if k.resumed == 0 {
			t.Error("no run has gone on from a checkpoint")
		}
	}
}

// A search is verified from its beginning or not at all.
func TestVerifyHalfWay(t *testing.T) {
	t.Chdir(t.TempDir())
	solve := "solve 200-860-3/1 --max-nodes=1000 --checkpoint="
	for _, line := range []string{solve + "plain", solve + "verified --verify"} {
		if code, _, stderr := transatHere(t, t.Context(), line); code != cli.OK {
			t.Fatalf("%s: exit code %d: %s", line, code, stderr)
		}
	}
	for line, want := range map[string]string{
		solve + "plain --resume --verify": "transat: checkpoint plain is of a search without --verify, and verifying cannot begin half-way: " +
			"begin anew\n",
		solve + "verified --resume": "transat: checkpoint verified is of a search with --verify: go on with --verify, too\n",
	} {
		if code, stdout, stderr := transatHere(t, t.Context(), line); code != cli.Failure || stderr != want {
			t.Errorf("%s: exit code %d, %s%s, want %s", line, code, stdout, stderr, want)
		}
	}
}

// What --verify says, as text and as JSON, and what it does not go with.
func TestVerifyAnswers(t *testing.T) {
	for _, tc := range []struct {
		line string
		code cli.Code
		want string // in stdout and stderr together
	}{
		{"solve --verify --quiet queens-6", cli.Satisfiable, " 0\nc verified: the model satisfies 296 clauses\n"},
		{"solve --verify --quiet php-5-4", cli.Unsatisfiable, "s UNSATISFIABLE\nc verified: "},
		{"solve --verify --quiet --engine=cube php-5-4", cli.Unsatisfiable, "lemmas, checked by the built-in streaming checker\n"},
		{"solve --verify --format=json php-5-4", cli.Unsatisfiable, `"verified":{"checked_by":"solver/drat/stream","lemmas":`},
		{"solve --verify --format=json queens-6", cli.Satisfiable, `"verified":{"checked_by":"solver/cnf","lemmas":0,"parts":0}`},
		{"solve --verify --assume=1,2 queens-6", cli.Unsatisfiable, "c verified: "},
		{"solve --verify --models=2 queens-6", cli.Usage, "--models and --verify do not go together"},
	} {
		code, stdout, stderr := transat(t, t.Context(), tc.line)
		if code != tc.code || !strings.Contains(stdout+stderr, tc.want) {
			t.Errorf("%s: exit code %d, %s%s, want %d and %q", tc.line, code, stdout, stderr, tc.code, tc.want)
		}
	}
}

// The number of lemmas in the documentation is the one that the command prints.
func TestVerifyPrintsWhatTheDocumentationSays(t *testing.T) {
	verified := regexp.MustCompile("c verified: [0-9,]+ lemmas, checked by the built-in streaming checker")
	said := verified.FindString(readSource(t, "cmd/transat/doc/proofs.md"))
	code, stdout, stderr := transat(t, t.Context(), "solve --verify -j 1 200-860-3/1")
	if code != cli.Unsatisfiable || said == "" || verified.FindString(stdout) != said {
		t.Errorf("exit code %d: %s%s; proofs.md says %q", code, stdout, stderr, said)
	}
}
