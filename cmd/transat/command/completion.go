package command

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/suggest"
)

func (a *app) completionCommand(root *cobra.Command) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes command lines in a shell",
		Long: `Print a script for bash, zsh, fish or powershell that completes commands, flags
and the names of policies, machines and samples. In bash:

  source <(transat completion bash)`,
		Example: `  transat completion bash
  transat completion fish`,
		Args:      between(1, 1, "one SHELL"),
		ValidArgs: shells,
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.out, true)
			case "zsh":
				return root.GenZshCompletion(a.out)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return exit.Misuse(suggest.Unknown("shell", args[0], shells, "bash, zsh, fish or powershell"))
		},
	}
}
