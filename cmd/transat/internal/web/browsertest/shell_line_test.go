//go:build !js && !wasip1

package browsertest

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// commandLine waits until the line beside the button Copy is another than before, and returns it.
func (p *tab) commandLine(before string) string {
	p.Helper()
	p.until(fmt.Sprintf(`!["", %q].includes(document.querySelector('[data-test="command"]')?.textContent ?? "")`, before))
	return js[string](p, `document.querySelector('[data-test="command"]').textContent`)
}

// shellSays is what a shell prints for the words of a command line, were transat a program that prints them.
func (p *tab) shellSays(line string) string {
	p.Helper()
	out, err := exec.CommandContext(p.Context(), "sh", "-c", "transat() { printf '%s\\n' \"$@\"; }\n"+line).CombinedOutput()
	if err != nil {
		p.Errorf("%s: %v", line, err)
	}
	return string(out)
}

// A link may come from anyone, and its command line is pasted into a terminal: what a link says stays a word of transat, and becomes no
// flag that is none.
func TestLinksPutNothingIntoTheShell(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell here:", err)
	}
	const evil = "60-258-3/1;echo x"
	var page *tab
	opened, line := "", ""
	for _, tc := range []struct{ link, want string }{
		{"#race?tree=60-258-3/1;echo%20x&policy=plb&grid=2x2", "compare\n" + evil + "\n"},
		{"#race?tree=--page=/tmp/x&policy=plb&grid=2x2", "\n--\n--page=/tmp/x\n"},
		{"#race?tree=php-5-4&grid=$(echo%20x)&policy=plb", "\n--grid=$(echo x)\n"},
		{"#race?tree=php-5-4&grid=2x2&policy=plb;echo%20x", "\n--policy=plb;echo x\n"},
		{"#explain?tree=60-258-3/1;echo%20x&policy=plb,steal&grid=2x2", "explain\n" + evil + "\n"},
		{"#tree?tree=60-258-3/1;echo%20x&grid=2x2&policy=steal", "simulate\n" + evil + "\n"},
		{"#tree?tree=--page=/tmp/x&grid=2x2&policy=steal", "\n--\n--page=/tmp/x\n"},
		{"#tree?tree=php-5-4&grid=%60echo%20x%60&policy=steal", "\n--grid=`echo x`\n"},
	} {
		room, _, _ := strings.Cut(tc.link, "?")
		if page == nil || room != opened { // another link of the same room opens in the same tab
			page, opened, line = open(t, tc.link), room, ""
		} else {
			js[string](page, fmt.Sprintf("location.hash = %q", tc.link))
		}
		line = page.commandLine(line) // the link before it may still be drawn: each line differs from the one before
		if said := "\n" + page.shellSays(line); !strings.Contains(said, tc.want) {
			t.Errorf("%s: a shell prints %q, want %q in it", tc.link, said, tc.want)
		}
	}
}

// The name of a script comes from a link, too.
func TestLevelQuotesTheNameOfAScript(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell here:", err)
	}
	page := open(t, "#about")
	page.until(`document.querySelector('h1')`)
	js[string](page, `(async () => {
		const { encode } = await import("transat/link.js");
		const source = '"""an eighth of each difference flows"""\ndef links(p, substep):\n    return [link(n) for n in p.neighbours]\n'
			+ 'def flow(p, step, substep, own, loads, whole):\n    return [max(0, (own - l) / 8) for l in loads]\n';
		location.hash = await encode("level", { topology: "ring", grid: "8", policy: "x;echo y.star", start: "point:5", real: "yes", scripts: { "x;echo y.star": source } });
		return "";
	})()`)
	if said := page.shellSays(page.commandLine("")); !strings.Contains(said, "\n--policy=./x;echo y.star\n") {
		t.Errorf("a shell prints %q", said)
	}
}
