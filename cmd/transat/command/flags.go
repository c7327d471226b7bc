package command

import (
	"errors"
	"math"

	"github.com/dustin/go-humanize"
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

// byteSize is the value of a flag that takes an amount of memory, such as 512MB or 2GiB.
type byteSize int64

func (b *byteSize) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 {
		return errors.New("want an amount of memory, such as 512MB or 2GiB")
	}
	*b = byteSize(n)
	return nil
}

func (b *byteSize) String() string {
	if *b == 0 {
		return "0"
	}
	return humanize.Bytes(uint64(*b))
}

func (b *byteSize) Type() string { return "size" }
