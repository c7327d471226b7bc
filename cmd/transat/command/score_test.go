//go:build !wasip1

package command

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"transat/cmd/transat/doc"
)

// The help topic score has an evolution: it runs for a generation, with TRANSAT_TEST_MORE for several, and what it keeps is a policy.
func TestEvolution(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || testing.Short() {
		t.Skip("takes python3, and a second or two")
	}
	topic, err := doc.Find("score")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, block := range regexp.MustCompile("(?ms)^```python (.*?)\n(.*?)^```$").FindAllStringSubmatch(topic.Text, -1) {
		if err := os.WriteFile(block[1], []byte(block[2]), 0o600); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(block[2], "\n"); block[1] == "evolve.py" && lines > 30 {
			t.Errorf("%s has %d lines, want at most 30", block[1], lines)
		}
	}
	more := os.Getenv("TRANSAT_TEST_MORE") != ""
	generations := 1
	if more {
		generations = 4
	}
	out, err := exec.CommandContext(t.Context(), python, "evolve.py", strconv.Itoa(generations), "--cases=1").CombinedOutput()
	if err != nil || strings.Count(string(out), "\n") != generations {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat("best.star"); err != nil || !more {
		if err != nil {
			t.Error(err)
		}
		return
	}
	if out, err := exec.CommandContext(t.Context(), "transat", "score", "best.star", "--cases=1").CombinedOutput(); err != nil {
		t.Errorf("best.star: %v\n%s", err, out)
	}
}
