package main

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/report"
)

// addFormatFlag adds --format, whose default is what *format is now.
func addFormatFlag(cmd *cobra.Command, format *report.Format) {
	cmd.Flags().Var(format, "format", "output format: table, markdown, csv or json")
	completeWith(cmd, "format", report.Formats())
}

// completeWith lets shells complete a flag with one of the given values.
func completeWith(cmd *cobra.Command, flag string, values []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist, or has a completion already
	}
}
