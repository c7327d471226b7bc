package app

import (
	"errors"
	"math"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/report"
)

// AddStyleFlags adds the flags that say how tables look. The style becomes that of a table on the screen.
func (a *App) AddStyleFlags(cmd *cobra.Command, style *report.Style) {
	*style = report.Style{Format: report.Text, Screen: a.Screen}
	cmd.Flags().Var(&style.Format, "format", "output format: "+report.OneOf())
	CompleteWith(cmd, "format", report.Formats())
	cmd.Flags().BoolVar(&style.Wide, "wide", false, "show all columns of a table, even those that a narrow terminal has no room for")
}

// CompleteWith lets shells complete a flag with one of the given values.
func CompleteWith(cmd *cobra.Command, flag string, values []string) {
	CompleteLater(cmd, flag, func() []string { return values })
}

// CompleteLater is CompleteWith for values that are only found out when a shell asks.
func CompleteLater(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // the flag does not exist, or has a completion already
	}
}

// ByteSize is the value of a flag that takes an amount of memory, such as 512MB or 2GiB.
type ByteSize int64

func (b *ByteSize) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 {
		return errors.New("want an amount of memory, such as 512MB or 2GiB")
	}
	*b = ByteSize(n)
	return nil
}

func (b *ByteSize) String() string {
	if *b == 0 {
		return "0"
	}
	return humanize.Bytes(uint64(*b))
}

func (b *ByteSize) Type() string { return "size" }
