package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/conformance"
	"transat/balance/script"
	"transat/cmd/transat/command/internal/cli"
)

func policyCommand(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy COMMAND",
		Short: "Write, check and show policies: a script is a policy without a compiler",
		Long: `Write, check and show policies. Wherever a command takes a policy's name, it also
takes the path of a script that ends in .star: --policy=./mine.star:pause=2ms,steal.`,
		Example: `  transat policy new mine
  transat policy check ./mine.star
  transat policy show lade`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse(unknownCommand(cmd, args[0]))
			}
			printHelp(cmd.ErrOrStderr(), cmd, a.Screen, false)
			return cli.Usage
		},
	}
	cmd.AddCommand(policyNewCommand(a), policyCheckCommand(a), policyShowCommand(a))
	for _, c := range cmd.Commands() {
		c.DisableFlagsInUseLine = true
	}
	return cmd
}

func policyNewCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "new NAME",
		Short: "Write a commented script to begin with: a thief that works",
		Long: `Write NAME.star, a commented script to begin with: a thief that works. A file that
exists is left alone.`,
		Example: `  transat policy new mine
  transat policy check ./mine.star
  transat compare --grid=8x8 --policy=./mine.star,steal,lade 200-860-3/1`,
		Args: cli.Between(1, 1, "a NAME"),
		RunE: func(_ *cobra.Command, args []string) error { return newPolicy(a, args[0]) },
	}
}

// newPolicy writes a template.
func newPolicy(a *cli.App, name string) error {
	name = strings.TrimSuffix(name, cli.PolicySuffix)
	file := name + cli.PolicySuffix
	if base := filepath.Base(name); !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`).MatchString(base) {
		return cli.Misuse(fmt.Errorf("policy %q: want a name of letters, digits, - and _", name))
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already; choose another name, or remove it", file)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(script.Template(filepath.Base(name)))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return errors.Join(
		a.Tell("%s is a thief that works. Change it, and then:", file),
		a.TellCommand("  transat policy check %s", file),
		a.TellCommand("  transat compare --grid=8x8 --policy=%s,steal,plb 250-1075-3/4", file),
	)
}

func policyShowCommand(a *cli.App) *cobra.Command {
	asScript := false
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Print the rule of a policy in words, with its source",
		Long: `Print the rule of a policy in words, with its source. For eight of them there is a script,
too, that does the same.`,
		Example: `  transat policy show lade
  transat policy show adaptive
  transat policy show steal --script`,
		Args: cli.Between(1, 1, "a NAME"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return cli.Names(cli.PolicyEntries(a.Policies)), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return showPolicy(a, args[0], asScript) },
	}
	cmd.Flags().BoolVar(&asScript, "script", false, "print the script that does the same, if there is one")
	return cmd
}

func policyCheckCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE|NAME...",
		Short: "Run policies on many small machines, and tell what they do wrong",
		Long: `Run a policy on many small machines: on each topology that it runs on, with
several sizes, trees and seeds. Every node of a tree must be expanded exactly once, the search must
end, no processor may be left without work for good, and the same seed must give the same run.

What it does wrong is told as a story: the callbacks and messages that led there, with the
simulated times. Then the exit code is 1.

Several policies, a folder of solutions to an exercise, say, are checked one after the other, and a
table says which of them have passed.`,
		Example: `  transat policy check steal
  transat policy check ./mine.star:pause=2ms
  transat policy check one.star two.star three.star`,
		Args: cli.Between(1, maxChecked, "a FILE or NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return checkPolicies(a, cmd.Context(), args)
			}
			return checkPolicy(a, cmd.Context(), args[0])
		},
	}
}

// maxChecked is the number of policies that are checked at most.
const maxChecked = 10_000

// checkPolicy checks a policy, and prints what it does wrong.
func checkPolicy(a *cli.App, ctx context.Context, name string) error {
	chosen, err := a.Policies.Choose(name)
	if err != nil {
		return cli.UnknownName(err)
	}
	bar := a.Line.Start("checking " + chosen.String())
	report, err := conformance.Check(ctx, chosen)
	bar.Done()
	if err != nil {
		return err
	}
	if err := a.TellAll(report.Told(chosen)); err != nil {
		return err
	}
	if len(report.Faults) > 0 {
		return cli.Failure
	}
	return nil
}

// showPolicy prints what a policy says of itself.
func showPolicy(a *cli.App, name string, asScript bool) error {
	chosen, err := a.Policies.Choose(name)
	if err != nil {
		return cli.UnknownName(err)
	}
	text, twin := script.Source(chosen.Spec.Name)
	switch {
	case asScript && twin:
		_, err := io.WriteString(a.Out, text)
		return err
	case asScript:
		return cli.Misuse(fmt.Errorf("there is no script of policy %s, only of %s", chosen.Spec.Name, strings.Join(script.Names(), ", ")))
	}
	e, err := entryNamed(a, cli.Section{Kind: cli.PolicyKind, Entries: cli.PolicyEntries}, name)
	if err != nil {
		return err
	}
	if err := printEntry(a, *e); err != nil || !twin {
		return err
	}
	return a.Tell("  as a script%s: transat policy show %s --script", only(chosen.Spec, text), chosen.Spec.Name)
}

// only says where the script of a policy runs, if the policy runs on more.
func only(spec balance.Spec, text string) string {
	name := spec.Name + ".star"
	twin, err := script.OpenFS(script.Texts(map[string]string{name: text}), name, nil)
	if err != nil || len(twin.Kinds) >= len(spec.Kinds) || twin.Anywhere {
		return ""
	}
	return ", for a " + strings.Join(twin.Kinds, ", ") + " alone"
}
