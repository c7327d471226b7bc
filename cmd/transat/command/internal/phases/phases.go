// Package phases is the subcommand phases: it reads what was measured of an iterative program, and replays it under policies that
// move its objects between phases.
package phases

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/balance/phases"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"
)

// phasesFlags are the flags of phases.
type phasesFlags struct {
	settings.Values  // of which the machine and its speeds count
	policies         []string
	network          string
	balance          cli.Seconds
	objectBytes      int
	mu, migration    float64
	each, statistics bool
	within           bool
	save             string
	seed             uint64
	style            report.Style
}

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	flags := phasesFlags{Values: settings.New(), balance: cli.Seconds(time.Second)}
	flags.Machine.Prefer(usualMachine)
	cmd := &cobra.Command{
		Use:   "phases DIR|FILE...|hot-spot [flags]",
		Short: "Replay measured loads of an iterative program",
		Long: `Replay measured loads of an iterative program, which computes in phases with a barrier
after each: policies move its objects from rank to rank between two phases. A policy
knows the times of the phase before, and the next phase, as measured, judges it.

DIR has the files that the runtime system vt writes and LBAF reads, data.0.json and
so on, one a rank, plain or compressed (gzip, bzip2, xz, zstd). hot-spot is a program
made up: ` + phases.HotSpotUsage + `.

Policies are those of transat list policies that work by messages, and
  none        objects stay where they lay first
  recorded    where the files have them: what vt itself did
  physical    repartitioning: equal times, little communication, few moves
  greedy      the longest object first, to the rank with the least time: the lower end`,
		Example: `  transat phases hot-spot
  transat phases hot-spot:16x256x20 --policy=none,dn,dnr,physical --each --format=csv
  transat phases hot-spot --save=hot --statistics`,
		Args:              cli.Between(1, 1<<16, "a DIR, the FILEs of all ranks, or hot-spot"),
		ValidArgsFunction: cobra.FixedCompletions([]string{"hot-spot"}, cobra.ShellCompDirectiveDefault), // files, too
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := apart(flags.save, args); err != nil {
				return cli.Misuse(err)
			}
			if err := flags.check(); err != nil {
				return cli.Misuse(err)
			}
			machine, err := cli.ChooseMessages(flags.Machine.V)
			if err != nil {
				return err
			}
			program, err := input.Await(cmd.Context(), func() (*phases.Application, error) { return find(args, flags.seed) })
			if err != nil {
				return err
			}
			if n := program.Strays(); n > 0 {
				a.Line.Warn(cli.Grouped(n) + " messages are from or to objects that their phase does not have: they do not count")
			}
			if !cmd.Flags().Changed("policy") && program.Moves() {
				flags.policies = slices.Insert(flags.policies, 0, phases.Recorded)
			}
			b, err := newBench(a, machine, program, &flags)
			if err != nil {
				return err
			}
			return b.run(a, cmd.Context())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	cli.AddPolicies(cmd, &flags.policies, []string{phases.None, "dn", "adaptive", phases.Physical},
		"policies, as `NAME`, FILE.star or NAME:PARAMETER=VALUE")
	f.StringVar(&flags.network, "topology", "mesh", "`NAME` of the network that policies see, as square as can be")
	setup.AddSetting(a, cmd, &flags.Values, "machine", "`NAME` of the machine on which policies balance between two phases, or FILE.json")
	for _, name := range []string{"speeds", "stragglers", "late"} {
		setup.AddSetting(a, cmd, &flags.Values, name, "")
	}
	f.Var(&flags.balance, "balance", "`TIME` that a policy has between two phases, of that machine")
	f.BoolVar(&flags.within, "within", false, "policies that work by messages move objects while a phase runs, instead of between two")
	f.IntVar(&flags.objectBytes, "object-bytes", 4096, "what moving an object takes of which the files do not say it")
	f.Float64Var(&flags.mu, "mu", 0.1, "physical: weight of communication against balance, μ")
	f.Float64Var(&flags.migration, "migration", 0.3, "physical: weight of moving objects, ν")
	f.BoolVar(&flags.each, "each", false, "show each phase as well")
	f.BoolVar(&flags.statistics, "statistics", false, "show the statistics that LBAF has of each phase as recorded, and replay nothing")
	f.StringVar(&flags.save, "save", "", "write the program to `DIR`, as vt does: a file for each rank")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of all random choices")
	a.AddStyleFlags(cmd, &flags.style)
	a.CompletePolicies(cmd, func() []cli.Choice { return cli.PolicyChoices(a.Policies.Specs()) })
	cli.CompleteWith(cmd, "topology", cli.TopologyNames)
	return cmd
}

const usualMachine = "cluster"

// check says what is wrong with the flags, before anything is read.
func (f *phasesFlags) check() error {
	switch {
	case time.Duration(f.balance) < time.Microsecond || time.Duration(f.balance) > time.Hour:
		return fmt.Errorf("--balance=%v: want from 1µs to 1h", time.Duration(f.balance))
	case f.objectBytes < 1 || int64(f.objectBytes) > 1<<40:
		return fmt.Errorf("--object-bytes=%d: want from 1 to %d", f.objectBytes, int64(1<<40))
	case !(f.mu >= 0 && f.mu <= 1e6):
		return fmt.Errorf("--mu=%v: want from 0 to 1e6", f.mu)
	case !(f.migration >= 0 && f.migration <= 1e6):
		return fmt.Errorf("--migration=%v: want from 0 to 1e6", f.migration)
	case len(f.policies) == 0:
		return errors.New("--policy: want at least one policy (transat list policies shows all)")
	case !cli.Known(f.network, cli.TopologyNames()):
		return suggest.Unknown("topology", f.network, cli.TopologyNames(), cli.ListHint("topology"))
	}
	return nil
}

// apart refuses to save a program over what is read.
func apart(save string, inputs []string) error {
	to, err := os.Stat(save)
	if save == "" || err != nil {
		return nil // it is yet to be made, or the error comes when it is written to
	}
	for _, name := range inputs {
		for _, folder := range []string{name, filepath.Dir(name)} {
			if from, err := os.Stat(folder); err == nil && from.IsDir() && os.SameFile(from, to) && folder != "." {
				return fmt.Errorf("--save=%s would overwrite the input: want another folder", foreign.Text(save))
			}
		}
	}
	return nil
}

// find makes or reads the program of a command line.
func find(args []string, seed uint64) (*phases.Application, error) {
	info, err := os.Stat(args[0])
	if spot, ok, wrong := phases.ParseHotSpot(args[0], seed); ok && err != nil && len(args) == 1 {
		if wrong != nil {
			return nil, cli.Misuse(wrong)
		}
		return spot.Make(), nil
	}
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(args[0], "./") {
		return nil, cli.Misuse(fmt.Errorf("there is no folder or file %s: want that of a program, or hot-spot", foreign.Text(args[0])))
	}
	if err != nil {
		return nil, err
	}
	name, names := args[0], args
	if info.IsDir() && len(args) == 1 {
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, err
		}
		names = nil
		for _, e := range entries {
			names = append(names, filepath.Join(name, e.Name()))
		}
	}
	files, err := phases.Files(name, names)
	if err != nil {
		return nil, err
	}
	if len(args) > 1 && len(files) < len(args) {
		return nil, cli.Misuse(fmt.Errorf("%d of %d files have no name of the form data.RANK.json", len(args)-len(files), len(args)))
	}
	return phases.Read(name, files, open)
}

// text is a decompressed file.
type text struct {
	io.ReadCloser
	file *os.File
}

func (t text) Close() error {
	t.ReadCloser.Close()
	return t.file.Close()
}

// open opens a file, plain or compressed.
func open(name string) (io.ReadCloser, error) {
	if strings.HasSuffix(name, ".br") {
		return nil, fmt.Errorf("%s: Brotli cannot be read; want it plain (brotli --decompress), or compressed by gzip, bzip2, xz or zstd", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	plain, err := dimacs.Decompress(file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text{plain, file}, nil
}

// bench is what phases is to do.
type bench struct {
	*phasesFlags
	machine compare.Preset
	program *phases.Application
	setup   phases.Setup
	chosen  []phases.Policy
}

// newBench finds the network and the policies.
func newBench(a *cli.App, machine compare.Preset, program *phases.Application, flags *phasesFlags) (*bench, error) {
	b := &bench{phasesFlags: flags, machine: machine, program: program}
	side := 1
	for s := 1; s*s <= program.Ranks; s++ {
		if program.Ranks%s == 0 {
			side = s
		}
	}
	speeds, err := flags.ProcessorSpeeds(setup.Front())
	if err != nil {
		return nil, cli.Misuse(err)
	}
	if err := speeds.Check(program.Ranks); err != nil {
		return nil, cli.Misuse(err)
	}
	b.setup = phases.Setup{
		Cost: b.machine.Cost, Speeds: speeds, Balance: balance.Ticks(flags.balance), ObjectBytes: flags.objectBytes,
		Mu: flags.mu, Migration: flags.migration, Seed: flags.seed, Within: flags.within,
	}
	if b.setup.Physical, err = topology.NewGrid("mesh", program.Ranks/side, side); err != nil {
		return nil, cli.Misuse(err)
	}
	if b.setup.Network, err = topology.New(flags.network, program.Ranks/side, side); err != nil {
		return nil, cli.Misuse(err)
	}
	for _, name := range flags.policies {
		policy, err := phases.Choose(a.Policies, strings.TrimSpace(name))
		if err != nil {
			return nil, cli.UnknownName(err)
		}
		if err := policy.Check(b.setup.Network); err != nil {
			return nil, cli.Misuse(err)
		}
		b.chosen = append(b.chosen, policy)
	}
	return b, nil
}

// run saves the program, if asked to, and prints the tables.
func (b *bench) run(a *cli.App, ctx context.Context) error {
	if b.save != "" {
		if err := b.write(); err != nil {
			return fmt.Errorf("--save: %w", err)
		}
	}
	if b.statistics {
		return report.WriteSheets(a.Out, b.caption(), []report.Sheet{b.statisticsSheet()}, b.style)
	}
	bar := a.Line.Start("replaying")
	var runs []phases.Run
	for i, policy := range b.chosen {
		bar.Set(float64(i)/float64(len(b.chosen)), policy.Name)
		run, err := phases.Replay(ctx, b.program, policy, b.setup)
		if err != nil {
			bar.Done()
			return err
		}
		runs = append(runs, run)
	}
	bar.Done()
	return report.WriteSheets(a.Out, b.caption(), b.sheets(runs), b.style)
}

// write writes the file of each rank.
func (b *bench) write() error {
	if err := os.MkdirAll(b.save, 0o777); err != nil {
		return err
	}
	for rank := range b.program.Ranks {
		file, err := output.Create(filepath.Join(b.save, fmt.Sprintf("data.%d.json", rank)))
		if err != nil {
			return err
		}
		if err = b.program.Write(file, rank); err == nil {
			err = file.Commit()
		}
		file.Discard()
		if err != nil {
			return err
		}
	}
	return nil
}
