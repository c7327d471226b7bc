package cli

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

// A shell makes of a line that is shown what was typed: the same words, but for the token.
func TestCommandLineRoundTrip(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell here:", err)
	}
	for _, tc := range []struct{ typed, want []string }{
		{[]string{"php-5-4", "--grid=8x8"}, nil},
		{[]string{"it's.cnf", "$(touch x)", "--grid=a b;`c`"}, nil},
		{[]string{"--grid=", "-"}, []string{"-", "--grid="}},
		{[]string{"--grid=~/x", "--", "--page=x", "~"}, nil},
		{[]string{"a\nb", "{a,b}", "=ls", "*", "[a]", "!!", "#", "é"}, nil},
		{[]string{"a", "--token=SECRET"}, []string{"a"}},
	} {
		line := ""
		cmd := &cobra.Command{Use: "transat", Run: func(cmd *cobra.Command, args []string) { line = CommandLine(cmd, args) }}
		cmd.Flags().String("grid", "", "")
		cmd.Flags().String("token", "", "")
		cmd.SetArgs(tc.typed)
		if err := cmd.Execute(); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), sh, "-c", "transat() { printf '%s\\0' \"$@\"; }\n"+line).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v, %s", line, err, out)
		}
		want := tc.want
		if want == nil {
			want = tc.typed
		}
		if diff := cmp.Diff(want, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")); diff != "" {
			t.Errorf("%s: -typed +shell:\n%s", line, diff)
		}
	}
}
