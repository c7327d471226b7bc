package page

import (
	"strings"
	"testing"

	"transat/cmd/transat/internal/terminal"
	"transat/cmd/transat/internal/terminal/terminaltest"
)

// A user who waits for the page is told what is done, on a terminal and in a file, and no time that nobody knows.
func TestTheBuildOfThePageIsShown(t *testing.T) {
	var file strings.Builder
	progress, done := showBuild(terminal.NewLine(&file))
	progress(0, "building")
	progress(0.5, "building")
	done()
	if got, want := file.String(), "transat: building\n"; got != want {
		t.Errorf("a file has %q, want %q", got, want)
	}
	tty := terminaltest.Open(t, 80)
	progress, _ = showBuild(terminal.NewLine(tty.File))
	progress(0.5, "building")
	if got := tty.Lines(); len(got) != 1 || !strings.HasSuffix(got[0], " building") {
		t.Errorf("a terminal shows %q", got)
	}
}
