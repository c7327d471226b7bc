package manual_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/manual"
)

func TestPageOfACommand(t *testing.T) {
	cmd := &cobra.Command{
		Use:     "tool FILE|- [flags]",
		Short:   "Do it",
		Long:    "Do *it*,\nnow. There are:\n  a_b  <c>\n\nMore.",
		Example: "  tool a\n  tool -",
		Run:     func(*cobra.Command, []string) {},
	}
	cmd.Flags().IntP("threads", "j", 7, "how many")
	cmd.Flags().String("name", "n*", "`NAME` of it")
	cmd.Flags().Bool("secret", false, "")
	if err := cmd.Flags().MarkHidden("secret"); err != nil {
		t.Fatal(err)
	}
	page := manual.Command(cmd, []string{"tool(1)", "other(7)"})
	if page.File() != "tool.1" {
		t.Errorf("file %s", page.File())
	}
	want := []string{
		".nh", `.TH "TOOL" "1" "" "" "Transat"`, ".SH NAME", `tool \- Do it`, ".SH SYNOPSIS", `\fBtool FILE|\- [flags]\fP`,
		".SH DESCRIPTION", "Do *it*,", "now. There are:", ".EX", "  a_b  <c>", ".EE", ".PP", "More.", ".SH OPTIONS", ".TP",
		`\fB\-\-name\fP \fINAME\fP`, "NAME of it (default n*)", ".TP", `\fB\-j\fP, \fB\-\-threads\fP \fIint\fP`,
		"how many (default: all cores)", ".SH EXAMPLES", ".EX", "tool a", `tool \-`, ".EE", ".SH SEE ALSO", `\fBother(7)\fP`,
	}
	var got []string
	for line := range strings.Lines(string(page.Text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPageOfATopic(t *testing.T) {
	page := manual.Topic("tool-words", "What words mean.", "# Words\n\nWhat words mean.\n\n<!-- table -->\n## One\n\n`x`\n", nil)
	text := string(page.Text)
	for _, want := range []string{`tool\-words \- What words mean.`, "\n.SH One\n", `\fBx\fR`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the page:\n%s", want, text)
		}
	}
	if page.File() != "tool-words.7" || strings.Contains(text, "table") {
		t.Errorf("%s:\n%s", page.File(), text)
	}
}
