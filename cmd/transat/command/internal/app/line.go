package app

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CommandLine is the command line as it could be typed again: the arguments, and the flags that were given.
func CommandLine(cmd *cobra.Command, args []string) string {
	words := append([]string{cmd.CommandPath()}, args...)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		text := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			text = strings.Join(list.GetSlice(), ",")
		}
		words = append(words, "--"+f.Name+"="+text)
	})
	for i, w := range words[1:] {
		if strings.ContainsAny(w, " \t\n'\"$&|;<>()*?#!`\\") {
			words[i+1] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
