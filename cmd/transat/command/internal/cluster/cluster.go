package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/suggest"
)

// Command returns the subcommand cluster.
func Command(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster COMMAND",
		Short: "Show how searches on many computers stand",
		Long: `Show how searches on many computers stand: those that transat solve --cluster leads.
transat help cluster tells how to start one.`,
		Example: `  transat cluster status --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT
  transat cluster status --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT --format=json
  transat cluster status run-k3v5tb --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse(suggest.Unknown("command", args[0], []string{"status"}, "cluster status"))
			}
			return cli.Misuse(fmt.Errorf("want a command: cluster status"))
		},
	}
	cmd.AddCommand(statusCommand(a))
	for _, c := range cmd.Commands() {
		c.DisableFlagsInUseLine = true
	}
	return cmd
}

const statusWait = time.Second

// statusCommand returns the subcommand status.
func statusCommand(a *cli.App) *cobra.Command {
	var access cluster.Access
	var format string
	cmd := &cobra.Command{
		Use:   "status [RUN]",
		Short: "Show workers, pieces, rates and what is left of a run",
		Long: `Show the runs of a NATS server, or the one that is named: its workers and what each
does, its pieces, how much of the tree is closed, and an estimate of the time that is left. A
run whose coordinator is gone does not answer.`,
		Example: `  transat cluster status --join=nats://192.168.1.20:4333 --token-file=token --fingerprint=PRINT
  transat cluster status run-k3v5tb --join=nats://192.168.1.20:4222
  transat cluster status --join=nats://192.168.1.20:4222 --format=json`,
		Args: cli.Between(0, 1, "at most one RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkURL("join", access.URL); err != nil {
				return err
			}
			if !slices.Contains(cli.AnswerFormats(), format) {
				return cli.Misuse(suggest.Unknown("format", format, cli.AnswerFormats(), "text or json"))
			}
			if err := cli.FindToken(&access); err != nil {
				return err
			}
			return status(a, cmd.Context(), access, args, format)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&access.URL, "join", "", "`URL` of the NATS server, such as nats://HOST:PORT")
	f.StringVar(&format, "format", cli.TextFormat, "text or json (a list of objects)")
	cli.AddAccessFlags(cmd, &access)
	cli.CompleteWith(cmd, "format", cli.AnswerFormats)
	return cmd
}

// status prints how runs stand.
func status(a *cli.App, ctx context.Context, access cluster.Access, args []string, format string) error {
	network, err := a.Networked(ctx)
	if err != nil {
		return err
	}
	all, err := network.States(ctx, access, statusWait)
	if err != nil {
		return err
	}
	if len(args) > 0 {
		all = slices.DeleteFunc(all, func(s cluster.State) bool { return s.Run != args[0] })
	}
	if len(all) == 0 {
		return fmt.Errorf("%w by the name %s", cluster.ErrNoRun, strings.Join(args, " "))
	}
	states := cli.RunStates(all)
	if format == cli.JSONFormat {
		return json.NewEncoder(a.Out).Encode(states)
	}
	for _, s := range states {
		print(a, s)
	}
	return nil
}

// print prints how a run stands.
func print(a *cli.App, s cli.RunState) {
	cubes, left := "", ""
	if s.Given > 0 {
		cubes = fmt.Sprintf("%s of %s cubes, ", cli.Grouped(int64(s.Cubes)), cli.Grouped(int64(s.Given)))
	}
	if s.Left != "" {
		left = ", " + s.Left
	}
	_ = a.Tell("%s: %s, %s%.1f %% of the tree closed after %v%s", s.Run, s.Formula, cubes, 100*s.Closed, s.Since.Round(time.Second), left)
	_ = a.Tell("  %s, %d of them open, %d not searched now; %s, %s nodes recorded; %s without work",
		cli.Counted(s.Pieces, "piece"), s.Open, s.Free, cli.Counted(int(s.Records), "record"), cli.Grouped(s.Nodes),
		cli.Counted(s.Waiting, "processor"))
	for _, w := range s.Workers {
		_ = a.Tell("  %-24s %4d of %4d processors at work %15s nodes %12s nodes/s   heard of %v ago", w.Host, w.Busy, w.Procs,
			cli.Grouped(w.Nodes), cli.Grouped(int64(w.Rate)), w.Heard.Round(100*time.Millisecond))
	}
}
