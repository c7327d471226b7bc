package solver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/conqueror"
	"transat/solver/internal/cube"
)

// Conquer says how the engine Cube splits a formula and decides the cubes. The zero value splits as it suits and decides them by clause
// learning.
type Conquer struct {
	// Splitter is one of [Splitters]; "" is AutoSplitter.
	Splitter string
	// Command is another program that decides the cubes, such as "kissat -q --no-factor {cnf} {proof}": any solver that answers as in the SAT
	// competitions. Its models and proofs are checked. Without {proof} its refutations are trusted, which neither Verify nor a Proof allows.
	// If an answer is no good, the built-in engine decides that cube.
	Command string
	Time    time.Duration // that the program may take for a cube, which is then split; 0 is an hour
}

// AutoSplitter stands for the branching rule for random formulas and where Options.Rule names one, and for look-ahead otherwise.
const AutoSplitter = "auto"

// Splitters returns the values of Conquer.Splitter.
func Splitters() []string {
	return []string{AutoSplitter, cube.RuleSplitter, cube.LookaheadSplitter, cube.LearningSplitter}
}

// check returns what is wrong.
func (c Conquer) check(verifies bool) error {
	if c.Splitter != "" && !slices.Contains(Splitters(), c.Splitter) {
		return optionError("Conquer.Splitter", c.Splitter, fmt.Errorf("want %s", strings.Join(Splitters(), ", ")))
	}
	if c.Time < 0 {
		return optionError("Conquer.Time", c.Time, errNegative)
	}
	if c.Command == "" {
		return nil
	}
	command, err := conqueror.Parse(c.Command)
	if err == nil {
		err = command.Find()
	}
	if err == nil && verifies && !command.Proves() {
		err = errTrust
	}
	if err != nil {
		return optionError("Conquer.Command", c.Command, err)
	}
	return nil
}

var errTrust = errors.New("its answers are to be checked, and it writes no proof: want {proof} among its arguments")

// conquer says who decides the cubes of a run.
func (o Options) conquer(cfg *cube.Config) {
	cfg.Conqueror, cfg.ConquerorTime = o.Conquer.Command, o.Conquer.Time
	cfg.Warn = func(line string) { o.Warn(errors.New(line)) }
}

// ChooseSplitter returns the splitter that the options mean for f, with AutoSplitter decided.
func ChooseSplitter(f *cnf.Formula, opt Options) string {
	return opt.splitter(opt.Rule != "" && opt.Rule != AutoRule || randomLength(f) > 0)
}

// splitter returns the splitter; rule says that the branching rule is a good one.
func (o Options) splitter(rule bool) string {
	switch {
	case o.Conquer.Splitter != "" && o.Conquer.Splitter != AutoSplitter:
		return o.Conquer.Splitter
	case rule:
		return cube.RuleSplitter
	}
	return cube.LookaheadSplitter
}

// Notes are about cubes that were split again, and those that another program has decided: for people.
func (n CubeStats) Notes(program string) (notes []string) {
	note := func(format string, a ...any) { notes = append(notes, fmt.Sprintf(format, a...)) }
	if n.Split > 0 {
		note("%s split again, too hard or for idle cores", counted(n.Split, "cube"))
	}
	if n.Taken > 0 {
		note("%s taken over from other processors", counted(n.Taken, "short lemma"))
	}
	if n.Outside > 0 {
		note("%s decided by %s", counted(n.Outside, "cube"), program)
	}
	if trust := n.Trust(); trust != "" {
		notes = append(notes, trust)
	}
	return notes
}

// Trust is the note that an unsatisfiable answer rests on the word of another program, or "".
func (n CubeStats) Trust() string {
	if n.Trusted == 0 {
		return ""
	}
	return counted(n.Trusted, "cube") + " refuted without a proof: the answer is trusted, not checked"
}

// Silent reports whether another program has decided the cubes: how many conflicts it has had is not known.
func (n CubeStats) Silent() bool { return n.Outside > 0 && n.Conflicts == 0 }
