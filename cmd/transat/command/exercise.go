package command

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/course"
	"transat/cmd/transat/internal/manual"
)

func exerciseCommand(a *cli.App) *cobra.Command {
	var solution, source bool
	cmd := &cobra.Command{
		Use:   "exercise [NUMBER] [flags]",
		Short: "Print an exercise sheet, or list them all",
		Long: `Print an exercise sheet: a task with its command, hints and marks, and with --solution
the solution. Without a number, list all sheets. --markdown prints a sheet as it can be
handed out. The same sheets are in the page of transat serve, and transat help teaching
says more.`,
		Example: `  transat exercise
  transat exercise 4
  transat exercise 4 --solution`,
		Args: cli.Between(0, 1, "at most one NUMBER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all := course.Exercises()
			if len(args) == 0 {
				for _, l := range all {
					fmt.Fprintf(cmd.OutOrStdout(), "%d  %s\n", l.Number, reflow("   "+l.Title+": "+l.About, helpColumns(a.Screen))[3:])
				}
				return nil
			}
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 1 || n > len(all) {
				return cli.Misuse(fmt.Errorf("exercise %q: want a number from 1 to %d (transat exercise lists all)", args[0], len(all)))
			}
			text := all[n-1].Markdown(solution)
			if !source {
				text = manual.Text(text, helpColumns(a.Screen), a.Screen.Colour)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVar(&solution, "solution", false, "print the solution, too")
	cmd.Flags().BoolVar(&source, "markdown", false, "print Markdown, to hand out or to change")
	return cmd
}
