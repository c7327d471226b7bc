package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/cnf"
)

// cubes gets the cubes that are given, if there are any, and looks at the conqueror.
func (w *worker) cubes(ctx context.Context, head cluster.Head, f *cnf.Formula) error {
	if c := head.Cubes; c.Chunks != nil {
		chunks, err := w.chunks(ctx, len(head.Chunks), c.Chunks)
		if err == nil {
			c.List, err = protocol.UnpackCubes(chunks, c.Hash, f.Vars())
		}
		if err != nil {
			return err
		}
	}
	mine, its := w.cfg.Conqueror.Command, head.Cubes.Conqueror
	if mine != "" && !proves(mine) && (head.Proof != "" || its == "" || proves(its)) {
		return fmt.Errorf("--conqueror=%s: %w", mine, errTrust)
	}
	return nil
}

// describe says what is searched, and how.
func (w *worker) describe(head cluster.Head) string {
	f := w.search.Formula
	if f == nil {
		return head.Name
	}
	how := "rule " + head.Rule
	if c := head.Cubes; c != nil {
		how = "cubes"
		if c.List != nil {
			how = fmt.Sprintf("%d cubes", len(c.List))
		}
		if w.search.Conqueror.Command != "" {
			how += " for " + w.search.Conqueror.Command
		}
	}
	return fmt.Sprintf("%s, %s variables, %s clauses, %s", head.Name, humanize.Comma(int64(f.Vars())), humanize.Comma(int64(f.Len())), how)
}

var errTrust = errors.New("the run wants proofs, and this writes none: want {proof} among its arguments")

// proves reports whether a command of another program has it write proofs.
func proves(command string) bool { return strings.Contains(command, "{proof}") }

// conqueror returns the program that decides the cubes of a run here, and says so.
func (w *worker) conqueror(head cluster.Head) cluster.Conqueror {
	mine := w.cfg.Conqueror
	switch {
	case head.Cubes == nil:
		if mine.Command != "" {
			w.cfg.Log("the run has no cubes: --conqueror has nothing to do")
		}
		return cluster.Conqueror{}
	case mine.Command == "" && head.Cubes.Conqueror != "":
		w.cfg.Log(fmt.Sprintf("cubes are decided by the built-in engine here, and by %q on the first computer: "+
			"no command comes over the network; --conqueror=COMMAND names one", head.Cubes.Conqueror))
	}
	return mine
}
