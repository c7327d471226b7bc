package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"transat/balance/foreign"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/process"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// solveOutput prints the answer: c lines as things become known, and s and v lines at the end; or a JSON object.
type solveOutput struct {
	app   *cli.App
	flags solveFlags
	proof *proofFile // nil if none is wanted

	formula        string
	vars, clauses  int
	cubes          int // that were given
	parse, solving time.Duration
	comments       []string    // for JSON
	models         *enumerated // with --models
	others         process.Watch
}

// comment prints a c line.
func (o *solveOutput) comment(line string) {
	switch {
	case o.flags.format == cli.JSONFormat:
		o.comments = append(o.comments, foreign.Text(line))
	case !o.flags.quiet:
		_ = o.app.Tell("c %s", line) // the last line says whether something was lost
	}
}

// important prints a c line, or with --quiet a line on stderr: without it the answer would seem to say something else.
func (o *solveOutput) important(line string) {
	if o.flags.quiet && o.flags.format == cli.TextFormat {
		o.app.Line.Say("transat: " + line)
		return
	}
	o.comment(line)
}

// heading prints a c line, except with --format=json: its fields say the same.
func (o *solveOutput) heading(line string) {
	if o.flags.format == cli.TextFormat {
		o.comment(line)
	}
}

// busy warns, if times are printed, that other programs used the computer while they were measured. What cubes would take is not known:
// processors that wait for clause learning count as busy, and conquerors are other programs, too.
func (o *solveOutput) busy(end solver.Result) {
	if !o.flags.stats || end.Engine == solver.Cube {
		return
	}
	wanted := o.solving
	if m := end.Machine; m != nil {
		wanted += time.Duration(m.Busy + m.Install + m.Balance - m.Time)
	}
	if note := o.others.Note(wanted); note != "" {
		o.comment(note)
	}
}

// end prints the answer, and returns it as an exit code.
func (o *solveOutput) end(end solver.Result) error {
	write := o.text
	if o.flags.format == cli.JSONFormat {
		write = o.json
	}
	if err := write(end); err != nil {
		return err
	}
	switch end.Verdict {
	case cnf.Satisfiable:
		return cli.Satisfiable
	case cnf.Unsatisfiable:
		return cli.Unsatisfiable
	}
	return nil
}

// text prints the statistics, the s and v lines, the reason if there is no answer, and the outcome of the proof.
func (o *solveOutput) text(end solver.Result) error {
	if o.models != nil && o.flags.stats {
		l := statLines{o.app}
		l.section("models")
		l.count("models", o.models.Count)
		l.count("conflicts", o.models.Conflicts)
		l.seconds("parse time", o.parse)
		l.seconds("solve time", o.solving)
	} else if o.flags.stats && end.Engine != "" {
		printStats(o.app, end, o.proof, o.flags, o.parse, o.solving)
		o.busy(end)
	}
	if end.Verdict == cnf.Unknown {
		o.important("stopped: " + stopReason(end.Reason, o.flags))
	}
	if o.models != nil && end.Verdict == cnf.Satisfiable && !o.models.All && !errors.Is(end.Reason, solver.ErrEnough) && o.flags.quiet {
		o.important(o.models.summary(o.flags))
	}
	if note := o.elsewhere(end); note != "" {
		o.important(note)
	}
	if note := end.Cubes.Trust(); note != "" && end.Verdict == cnf.Unsatisfiable && o.flags.quiet { // otherwise it is among the notes
		o.important(note)
	}
	for _, note := range o.notes(end) {
		o.comment(note)
	}
	if o.proof != nil {
		o.comment(o.proof.outcome(end, o.onlyUnder(end)))
	}
	if o.models == nil || end.Verdict != cnf.Satisfiable { // otherwise models have been printed
		if err := o.verdict(end); err != nil {
			return err
		}
	}
	if text := o.closing(end); text != "" && !o.flags.stats {
		o.comment(text) // or nothing, with --quiet
	}
	return o.app.Out.Err()
}

// verdict prints the s and v lines, and what was verified.
func (o *solveOutput) verdict(end solver.Result) error {
	fmt.Fprintf(o.app.Out, "s %s\n", end.Verdict)
	if end.Verdict == cnf.Satisfiable {
		if err := dimacs.WriteModel(o.app.Out, end.Model); err != nil {
			return err
		}
	}
	if text := o.verified(end); text != "" {
		return o.app.Tell("c verified: %s", text)
	}
	return nil
}

// closing is the last line: the work and the time of a search in short. It is "" if there was none.
func (o *solveOutput) closing(end solver.Result) string {
	engine, work := string(end.Engine), ""
	switch {
	case end.Engine == "":
		return ""
	case o.models != nil:
		work = cli.Counted(o.models.Count, "model")
	case end.Local, end.Procs == 0 && end.Flips > 0 && end.Stats.Decisions == 0: // the last is a limit before anything else
		engine, work = "local search", cli.Counted(end.Flips, "flip")
	case end.Engine == solver.Cube && end.Cubes.Silent():
		work = cli.Counted(end.Cubes.Cubes, "cube")
	case end.Engine == solver.Cube:
		work = cli.Counted(end.Cubes.Cubes, "cube") + ", " + cli.Counted(end.Cubes.Conflicts, "conflict")
	case end.Procs > 0:
		work = cli.Counted(end.Stats.Nodes, "node")
	default:
		work = cli.Counted(end.Stats.Decisions, "decision")
	}
	if o.flags.resume { // the work is that of all sessions, and the time that of this one
		work += " in all, the last of them"
	}
	return fmt.Sprintf("%s: %s in %.2f s", engine, work, (o.parse + o.solving).Seconds())
}

// verified names what --verify has checked.
func (o *solveOutput) verified(end solver.Result) string {
	switch {
	case end.Verified == nil:
		return ""
	case end.Verdict == cnf.Satisfiable:
		return "the model satisfies " + cli.Counted(o.clauses, "clause")
	}
	return fmt.Sprintf("%s, checked by the built-in streaming checker%s", cli.Counted(end.Verified.Lemmas, "lemma"), o.onlyUnder(end))
}

// notes are further remarks on the answer.
func (o *solveOutput) notes(end solver.Result) []string {
	flags := o.flags
	all := end.Notes
	if procs := cmp.Or(flags.procs, flags.threads); end.Machine != nil && 0 < end.Procs && end.Procs < procs {
		all = append(all, fmt.Sprintf("%s, since the engines of %d do not fit in %s", cli.Counted(end.Procs, "processor"), procs,
			flags.memory.name()))
	}
	if o.models != nil && end.Verdict == cnf.Satisfiable {
		all = append(all, o.models.summary(flags))
	}
	if note := o.blamed(end); note != "" {
		all = append(all, note)
	}
	if end.Cut != nil {
		all = append(all, fmt.Sprintf("a model, but perhaps not that of -j 1: the search was stopped (%s)", stopReason(end.Cut, flags)))
	}
	if end.Saved != nil {
		all = append(all, fmt.Sprintf("checkpoint: %s, with %.1f %% of the tree closed; --resume goes on", end.Saved.File, 100*end.Saved.Closed))
	}
	return all
}

func stopReason(err error, flags solveFlags) string {
	if reason := flags.memory.reason(err); reason != "" {
		return reason
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("the time limit of %v was reached", flags.timeLimit)
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, dpll.ErrNodeLimit):
		return fmt.Sprintf("the limit of %d nodes was reached", flags.maxNodes)
	}
	return err.Error()
}
