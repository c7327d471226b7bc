package command

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/suggest"
)

// shell is one for which there is a completion script.
type shell struct {
	name   string
	file   string // that packages install
	script func(root *cobra.Command, w io.Writer) error
}

func shells() []shell {
	return []shell{
		{"bash", "transat", bashScript},
		{"zsh", "_transat", (*cobra.Command).GenZshCompletion},
		{"fish", "transat.fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
		{"powershell", "transat.ps1", (*cobra.Command).GenPowerShellCompletionWithDesc},
	}
}

func completionCommand(a *cli.App, root *cobra.Command) *cobra.Command {
	var names []string
	for _, s := range shells() {
		names = append(names, s.name)
	}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes command lines in a shell",
		Long: `Print a script for bash, zsh, fish or powershell that completes commands, flags
and the names of policies, machines and samples. In bash:

  source <(transat completion bash)`,
		Example: `  transat completion bash
  transat completion fish
  transat completion zsh`,
		Args:      cli.Between(1, 1, "one SHELL"),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			i := slices.Index(names, args[0])
			if i < 0 {
				return cli.Misuse(suggest.Unknown("shell", args[0], names, "bash, zsh, fish or powershell"))
			}
			return shells()[i].script(root, a.Out)
		},
	}
}

// bashScript writes the script for bash, of which it changes what goes wrong in a list such as
// plb:gamma=0.5,la. Bash takes what stands behind the last = or : for the word that is completed, where the script
// cuts at the last : and then at the last =; and a comma needs no backslash.
func bashScript(root *cobra.Command, w io.Writer) error {
	var b strings.Builder
	if err := root.GenBashCompletionV2(&b, true); err != nil {
		return err
	}
	const (
		cut    = `    __transat_handle_special_char "$cur" `
		escape = `|| comp=$(printf "%q" "${compline%%$tab*}")`
		single = `COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`
	)
	changes := strings.NewReplacer(
		cut+":\n"+cut+"=\n", cut+"'[:=]'\n",
		escape, escape+`; comp=${comp//\\,/,}`,
		single, single+`; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`,
	)
	_, err := changes.WriteString(w, b.String())
	return err
}
