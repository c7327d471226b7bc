package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CommandLine is the command line as it could be typed again: the arguments, and the flags that were given, without secrets.
func CommandLine(cmd *cobra.Command, args []string) string {
	var flags []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == TokenFlag {
			return
		}
		text := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			text = strings.Join(list.GetSlice(), ",")
		}
		word := "--" + f.Name
		if f.NoOptDefVal == "" || text != f.NoOptDefVal {
			word += "=" + ShellWord(text)
		}
		flags = append(flags, word)
	})
	var words []string
	for _, a := range args {
		words = append(words, ShellWord(a))
	}
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") && a != "-" }) {
		words = append(append(flags, "--"), words...)
	} else {
		words = append(words, flags...)
	}
	return strings.Join(append([]string{cmd.CommandPath()}, words...), " ")
}

// ShellWord is a word as it is typed in a POSIX shell, so that the shell gives back the same. The page's shell.js does the same.
func ShellWord(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-"
	if word != "" && word[0] != '=' && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
