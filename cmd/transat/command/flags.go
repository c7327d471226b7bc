package command

import (
	"errors"
	"math"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/report"
)

// addStyleFlags adds the flags that say how tables look. The style becomes that of a table on the screen.
func (a *app) addStyleFlags(cmd *cobra.Command, style *report.Style) {
	*style = report.Style{Format: report.Text, Screen: a.screen}
	cmd.Flags().Var(&style.Format, "format", "output format: "+report.OneOf())
	completeWith(cmd, "format", report.Formats())
	cmd.Flags().BoolVar(&style.Wide, "wide", false, "show all columns of a table, even those that a narrow terminal has no room for")
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
