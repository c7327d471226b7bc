package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/report"
)

// AddStyleFlags adds the flags for the style of tables. The default is the style of a table on the screen.
func (a *App) AddStyleFlags(cmd *cobra.Command, style *report.Style) {
	*style = report.Style{Format: report.Text, Screen: a.Screen}
	cmd.Flags().Var(&style.Format, "format", "output format: "+report.OneOf())
	CompleteWith(cmd, "format", report.Formats)
	cmd.Flags().BoolVar(&style.Wide, "wide", false, "show all columns of a table, even those that a narrow terminal has no room for")
}

// CompleteWith lets shells complete a flag with one of the values, which are made when a shell asks.
func CompleteWith(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // the flag does not exist, or has a completion already
	}
}

// Seconds is the value of a flag that takes a time: with units, such as 1m30s, or as plain seconds, as most solvers have it.
type Seconds time.Duration

// Set implements pflag.Value.
func (s *Seconds) Set(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	*s = Seconds(d)
	return err
}

// String implements pflag.Value.
func (s *Seconds) String() string {
	if *s == 0 {
		return "0"
	}
	return time.Duration(*s).String()
}

// SecondsType is the name of these values in help.
const SecondsType = "time"

// Type implements pflag.Value.
func (s *Seconds) Type() string { return SecondsType }

// ByteSize is the value of a flag that takes an amount of memory, such as 512MB or 2GiB; 0 is no limit.
type ByteSize int64

// LeastBytes is the least amount that can be meant: this program alone takes more.
const LeastBytes ByteSize = 1_000_000

func (b *ByteSize) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	digits := strings.Trim(text, "0123456789.,") == ""
	little := n < uint64(LeastBytes) && strings.ContainsAny(text, "123456789")
	switch {
	case text == "" || err != nil && !digits && !strings.Contains(err.Error(), "too large"):
		return errors.New("want an amount of memory, such as 512MB or 2GiB")
	case err != nil || n > math.MaxInt64:
		return fmt.Errorf("%s is out of range: want at most %s", text, humanize.Bytes(math.MaxInt64))
	case little && digits:
		return fmt.Errorf("%s is %s, less than this program alone takes; did you mean %sMB?", text, humanize.Bytes(n), text)
	case little:
		return fmt.Errorf("%s is less than this program alone takes; want at least %s, such as 512MB or 2GiB",
			text, humanize.Bytes(uint64(LeastBytes)))
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
