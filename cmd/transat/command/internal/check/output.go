package check

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"transat/balance/foreign"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/evidence"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// What check prints: comments and a line with the verdict, or one JSON object with the same.

// The verdicts, as in the "s" line.
const (
	verified    = "VERIFIED"
	notVerified = "NOT VERIFIED"
	unknown     = "UNKNOWN"
)

// checkAnswer is what --format=json prints: one object on one line. What was not found out is left out.
type checkAnswer struct {
	Verdict   string   `json:"verdict"`
	Reason    string   `json:"reason,omitempty"`
	Line      int      `json:"line,omitempty"` // where that is, from 1; in a binary proof Byte, from 0
	Byte      *int64   `json:"byte,omitempty"`
	Formula   string   `json:"formula,omitempty"`
	Variables int      `json:"variables"`
	Clauses   int      `json:"clauses"`              // with a unit clause for each assumption
	OnlyUnder []string `json:"only_under,omitempty"` // assumptions, if there are any
	File      string   `json:"file,omitempty"`       // with the model or the proof
	Kind      string   `json:"kind,omitempty"`       // model, proof or parts
	Names     string   `json:"names,omitempty"`      // SHA-256 of the formula that a proof names, if it is another one
	*modelAnswer
	*modelsAnswer
	*proofAnswer
	*checkedAnswer
	*trimmedAnswer
	*partsAnswer
}

// trimmedAnswer is the proof that --lrat has asked for.
type trimmedAnswer struct {
	LRAT   string `json:"lrat"` // its file
	Lemmas int64  `json:"lrat_lemmas"`
	Bytes  int64  `json:"lrat_bytes"`
}

type modelAnswer struct {
	Values int `json:"values"` // variables that have one
}

// modelsAnswer counts the models of an answer with several, up to one that is wrong.
type modelsAnswer struct {
	Models int `json:"models"`
}

type proofAnswer struct {
	Format    dimacs.ProofFormat `json:"proof_format"`
	Lemmas    int                `json:"lemmas"`
	Deletions int                `json:"deletions"`
}

// checkedAnswer is what a proof that is right has cost.
type checkedAnswer struct {
	Direction      string  `json:"direction"`
	Checked        int     `json:"checked"` // lemmas
	RAT            int     `json:"rat"`     // lemmas among them
	Propagations   int64   `json:"propagations"`
	CoreLemmas     *int    `json:"core_lemmas,omitempty"` // backward only
	CoreClauses    *int    `json:"core_clauses,omitempty"`
	IgnoredUnits   int     `json:"ignored_units"` // deletions
	IgnoredMissing int     `json:"ignored_missing"`
	Seconds        float64 `json:"time_s"`
}

// at says which place of the file the reason is about.
func (a *checkAnswer) at(pos *dimacs.ProofPos) {
	switch {
	case pos == nil:
	case pos.Line > 0:
		a.Line = pos.Line
	default:
		a.Byte = &pos.Byte
	}
}

// checkOutput prints comments as things become known, or keeps them for the object at the end.
type checkOutput struct {
	w       io.Writer
	answer  checkAnswer
	json    bool
	other   string // the start of a line that a proof was made for another file; "" if it was not
	comment func(format string, args ...any)
}

func newCheckOutput(w io.Writer, flags checkFlags) *checkOutput {
	o := &checkOutput{w: w, json: flags.output == cli.JSONFormat}
	o.comment = func(format string, args ...any) {
		if !o.json && !flags.quiet {
			fmt.Fprintln(w, "c "+foreign.Text(fmt.Sprintf(format, args...)))
		}
	}
	return o
}

// verdict ends the output.
func (o *checkOutput) verdict(verdict string, reason ...string) error {
	for _, why := range reason {
		o.comment("%s", why)
		o.answer.Reason = why
	}
	if o.other != "" && verdict == verified {
		o.comment("%s, and is right for this formula, too", o.other)
	} else if o.other != "" {
		o.comment("%s", o.other)
	}
	if !o.json {
		_, err := fmt.Fprintln(o.w, "s "+verdict)
		return err
	}
	o.answer.Verdict = verdict
	text, err := json.Marshal(&o.answer)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.w, "%s\n", text)
	return err
}

func (o *checkOutput) formula(name string, f *cnf.Formula) {
	o.answer.Formula, o.answer.Variables, o.answer.Clauses = name, f.Vars(), f.Len()
	o.comment("%s: %s, %s", name, cli.Counted(f.Vars(), "variable"), cli.Counted(f.Len(), "clause"))
}

// file tells the name of what is to be checked.
func (o *checkOutput) file(name string) {
	if o.answer.File = name; name == "-" {
		o.answer.File = "stdin"
	}
}

// assumed says under what the verdict holds only.
func (o *checkOutput) assumed(assume []cnf.Lit) {
	if len(assume) == 0 {
		return
	}
	o.answer.OnlyUnder = []string{"assumptions"}
	o.comment("under these assumptions only, which count as unit clauses: %s", strings.Trim(fmt.Sprint(assume), "[]"))
}

func (o *checkOutput) model(e *evidence.Evidence, f *cnf.Formula) {
	values := f.Vars() - len(e.Model.Missing())
	o.answer.Kind, o.answer.modelAnswer = "model", &modelAnswer{values}
	o.comment("%s: a model; %d of %d variables have a value", e.Name, values, f.Vars())
}

// models tells the number of models that were checked.
func (o *checkOutput) models(n int) {
	o.answer.Kind, o.answer.modelsAnswer = "models", &modelsAnswer{n}
}

func (o *checkOutput) proof(e *evidence.Evidence) {
	lemmas, deletions := e.Proof.Lemmas, e.Proof.Len()-e.Proof.Lemmas
	o.answer.Kind, o.answer.proofAnswer = "proof", &proofAnswer{e.Proof.Format, lemmas, deletions}
	o.comment("%s: a proof (%s); %s, %s", e.Name, e.Proof.Format, cli.Counted(lemmas, "lemma"), cli.Counted(deletions, "deletion"))
}

// hinted tells of a proof with hints that has been read as far as that was needed.
func (o *checkOutput) hinted(e *evidence.Evidence, r drat.Report) {
	format := e.Hinted.Format()
	o.answer.Kind, o.answer.proofAnswer = "proof", &proofAnswer{format, r.Lemmas, r.Deletions}
	o.comment("%s: a proof (%s); %s, %s", e.Name, format, cli.Counted(r.Lemmas, "lemma"), cli.Counted(r.Deletions, "deletion"))
}

// The directions of a check.
const (
	backward = "backward"
	forward  = "forward"
)

// checked tells of a proof that is right.
func (o *checkOutput) checked(r drat.Report, direction string, took time.Duration) {
	number := func(n int) string { return cli.Grouped(int64(n)) }
	done := &checkedAnswer{
		Direction: direction, Checked: r.Checked, RAT: r.RATLemmas, Propagations: r.Propagations,
		IgnoredUnits: r.IgnoredUnits, IgnoredMissing: r.IgnoredMissing, Seconds: took.Seconds(),
	}
	o.answer.checkedAnswer = done
	o.comment("checked %s in %.3f s: %s of %s, %s of them RAT; %s", done.Direction, took.Seconds(),
		number(r.Checked), cli.Counted(o.answer.proofAnswer.Lemmas, "lemma"), number(r.RATLemmas), cli.Counted(r.Propagations, "propagation"))
	if direction == backward {
		done.CoreLemmas, done.CoreClauses = &r.CoreLemmas, &r.CoreClauses
		o.comment("core: %s, %s of %s", cli.Counted(r.CoreLemmas, "lemma"), number(r.CoreClauses), cli.Counted(o.answer.Clauses, "clause"))
	}
	if r.IgnoredUnits > 0 {
		o.comment("deletions ignored: %s of clauses that were unit by then", number(r.IgnoredUnits))
	}
	if r.IgnoredMissing > 0 {
		o.comment("deletions ignored: %s of clauses that were not there", number(r.IgnoredMissing))
	}
}

// otherFormula says so if a proof names another file. It is checked all the same: it may prove this formula, too, such as one with cubes
// without them, and what it proves does not depend on what it says.
func otherFormula(e *evidence.Evidence, name string, sum func() []byte, out *checkOutput) {
	named := ""
	switch {
	case e.Hinted != nil:
		named = e.Hinted.Formula()
	case e.Proof != nil:
		named = e.Proof.Formula
	}
	if named == "" {
		return
	}
	if sum := hex.EncodeToString(sum()); named != sum {
		out.answer.Names = named
		out.other = fmt.Sprintf("%s was made for another file (sha256:%s) than %s (sha256:%s)", e.Name, shortSum(named), name, shortSum(sum))
	}
}

// shortSum is a SHA-256 short enough to be read, and long enough to be told from others.
func shortSum(sum string) string {
	const digits = 12
	if len(sum) <= digits {
		return sum
	}
	return sum[:digits] + "…"
}
