//go:build unix

package command

import (
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/doc"
	"transat/dimacs"
	"transat/instances/families"
)

// The three computers of `transat help cubes` are three processes here, of which one is killed.
func TestThreeComputers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	needSignals(t)
	t.Chdir(t.TempDir())
	file, err := os.Create("hard.cnf")
	if err == nil {
		err = dimacs.Write(file, families.Multipliers(6))
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	var first *process
	var join []string
	for _, line := range threeComputers(t) {
		where, typed, _ := strings.Cut(line, "$")
		args := strings.Fields(typed)
		switch {
		case where == "first":
			first = program(t, append(args[1:], "--listen=127.0.0.1:0", "-j", "1")...)
			_, join = joinFlags(t, <-first.out.seen)
		case strings.HasPrefix(args[0], "TRANSAT_TOKEN="):
			if len(args) != 5 || args[2] != "worker" {
				t.Fatalf("%q is not the line that the first computer prints", typed)
			}
			worker := program(t, append([]string{"worker", "-j", "1"}, join...)...)
			if where == "third" {
				worker.kill()
			}
		case where == "any":
			if code := first.wait(); code != cli.Unsatisfiable {
				t.Fatalf("exit code %d\n%s", code, first.out)
			}
			for _, want := range []string{"c verified: ", " has joined with 1 processor"} {
				if !strings.Contains(first.out.String(), want) {
					t.Errorf("the first computer says\n%s, want %q", first.out, want)
				}
			}
			if code, stdout, stderr := transatHere(t, t.Context(), strings.Join(args[1:], " ")); code != cli.OK {
				t.Errorf("exit code %d, %s%s", code, stdout, stderr)
			}
		}
	}
	if join == nil {
		t.Error("the walk-through has no cluster")
	}
}

// threeComputers returns the lines of the walk-through.
func threeComputers(t *testing.T) []string {
	t.Helper()
	for _, topic := range doc.Topics() {
		if _, after, ok := strings.Cut(topic.Text, "\n## Three computers\n"); ok && topic.Name == "cubes" {
			if _, block, ok := strings.Cut(after, "```text\n"); ok {
				block, _, _ = strings.Cut(block, "\n```")
				return strings.Split(block, "\n")
			}
		}
	}
	t.Fatal("help cubes has no section of three computers")
	return nil
}
