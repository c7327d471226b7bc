package setup

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/settings"
)

// Every setting of the table is a flag with its default, stands in the help, and is completed if there are choices.
func TestEverySettingIsAFlag(t *testing.T) {
	var x Flags
	cmd := &cobra.Command{Use: "some", Run: func(*cobra.Command, []string) {}}
	AddAll(&cli.App{Policies: balance.Builtin()}, cmd, &x, []string{"plb"})
	cmd.SetErr(io.Discard)
	for _, s := range settings.Table() {
		flag := cmd.Flags().Lookup(s.Name)
		switch {
		case flag == nil:
			t.Errorf("there is no flag --%s", s.Name)
			continue
		case flag.Usage != s.Usage || !strings.Contains(cmd.Flags().FlagUsages(), "--"+s.Name+" "):
			t.Errorf("--%s: the help is %q", s.Name, flag.Usage)
		case !s.Several && flag.DefValue != s.Default:
			t.Errorf("--%s: the default is %q, want %q", s.Name, flag.DefValue, s.Default)
		}
		complete, ok := cmd.GetFlagCompletionFunc(s.Name)
		if ok != (s.Choices != "" || s.Several) {
			t.Errorf("--%s: completed: %v", s.Name, ok)
		}
		if !ok {
			continue
		}
		words, _ := complete(cmd, nil, "")
		all := "\n" + strings.Join(words, "\n") + "\n"
		if s.Choices == settings.Estimates && !strings.Contains(all, "\t") {
			t.Errorf("--%s: the completions %q do not say what they are", s.Name, words)
		}
		for _, name := range s.Names() {
			if !strings.Contains(all, "\n"+name+"\n") && !strings.Contains(all, "\n"+name+"\t") {
				t.Errorf("--%s: %q is not among the completions %q", s.Name, name, words)
			}
		}
	}
}
