package solve

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
	"transat/solver"
)

const defaultCheckpointEvery = 30 * time.Second

func addCheckpointFlags(cmd *cobra.Command, flags *solveFlags) {
	f := cmd.Flags()
	f.StringVar(&flags.checkpoint, "checkpoint", "", "`FILE` to keep the search in; with --engine=cube, a folder")
	f.DurationVar(&flags.checkpointEvery, "checkpoint-every", defaultCheckpointEvery,
		"time between two checkpoints, or with --cluster between two records of a piece")
	f.Var(resumeFlag{flags}, "resume", "go on from --checkpoint=FILE, if there is such a file; --resume=`RUN` is for --cluster")
	f.Lookup("resume").NoOptDefVal = "true"
	f.BoolVar(&flags.repair, "repair", false, "like --resume, but search pieces of the proof again that are damaged")
}

// checkCheckpoint checks the flags for checkpoints.
func (f *solveFlags) checkCheckpoint(given func(flag string) bool) error {
	for _, name := range []string{"checkpoint-every", "resume", "repair"} {
		if f.checkpoint == "" && f.cluster.where == "" && given(name) {
			return cli.Misuse(fmt.Errorf("--%s is for --checkpoint=FILE", name))
		}
	}
	f.resume = f.resume || f.repair
	switch {
	case f.checkpointEvery <= 0:
		return cli.Misuse(fmt.Errorf("--checkpoint-every=%v: want a time above 0, such as 30s", f.checkpointEvery))
	case f.checkpoint == "-":
		return cli.Misuse(errors.New("--checkpoint=-: want the name of a file"))
	}
	if err := output.Distinct(
		output.Named{Flag: "--checkpoint", Name: f.checkpoint}, output.Named{Flag: "--proof", Name: f.proof},
	); err != nil {
		return cli.Misuse(err)
	}
	if f.checkpoint != "" {
		if err := output.Outside("--proof", f.proof, solver.Checkpoint{File: f.checkpoint}.Pieces(), "the folder for its pieces"); err != nil {
			return cli.Misuse(err)
		}
	}
	return nil
}
