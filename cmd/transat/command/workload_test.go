package command_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"transat/balance/balancetest"
	"transat/balance/tasktree"
	"transat/cmd/transat/command"
)

// Every command that takes a tree knows those of the program, whether they know their size or not, and solve says what they are for.
func TestWorkload(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	tasks, err := tasktree.Read(strings.NewReader("# unit: seconds\nid,work\na,1\nb,2\nc,3\n"), tasktree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	options := []command.Option{
		command.Workload("sized", &balancetest.Tree{Nodes: 100, Seed: 1}),
		command.Workload("blind", &balancetest.Tree{Nodes: 100, Seed: 1, Blind: true}),
		command.Workload("solved", &balancetest.Tree{Nodes: 100, Seed: 1, Solution: 70}),
		command.Workload("tasks", tasks),
	}
	run := func(args ...string) (code int, out, errs string) {
		var stdout, stderr bytes.Buffer
		code = command.Main(args, strings.NewReader(""), &stdout, &stderr, options...)
		return code, stdout.String(), stderr.String()
	}
	same := map[string]string{}
	for _, name := range []string{"sized", "blind", "solved", "tasks"} {
		for _, args := range [][]string{
			{"compare", name, "--grid=2x2", "--policy=steal,none"},
			{"simulate", name, "--grid=2x2", "--policy=steal"},
			{"sweep", name, "--grids=1x2,2x2", "--policy=steal"},
			{"explain", name, "--grid=2x2", "--policy=steal,none", "--quick"},
			{"walk", name, "--grid=1x2"},
			{"advise", name, "--grid=2x2"},
		} {
			if name == "solved" && args[0] == "explain" {
				continue // there is luck in every run
			}
			if (args[0] == "explain" || args[0] == "advise") && name == "tasks" && os.Getenv("TRANSAT_TEST_MORE") == "" {
				continue // they take longest
			}
			code, out, errs := run(args...)
			if code != 0 || errs != "" || !strings.Contains(out, name) {
				t.Errorf("%v: code %d, %s%s", args, code, errs, out)
			}
			out = strings.ReplaceAll(out, name, "it")
			if name == "blind" && args[0] != "explain" && out != same[args[0]] {
				t.Errorf("%v, of a tree that does not know its size:\n%s\nof one that does:\n%s", args, out, same[args[0]])
			}
			same[args[0]] = out
		}
		code, _, errs := run("solve", name)
		if want := "transat: " + name + " is a search tree without a formula: "; code != 64 || !strings.HasPrefix(errs, want) {
			t.Errorf("solve: code %d, %s", code, errs)
		}
	}
	quick, err := tasktree.Read(strings.NewReader("# unit: us\nid,work\na,1\nb,2\nc,3\n"), tasktree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	options = append(options, command.Workload("quick", quick))
	for _, name := range []string{"sized", "blind", "quick"} {
		for _, load := range []string{"own", "measured"} {
			if load == "measured" && name != "quick" {
				continue // they have none
			}
			code, out, errs := run("compare", name, "--machine=cores", "--policy=steal", "--load="+load)
			if code != 0 || errs != "" || !strings.Contains(out, name+": ") {
				t.Errorf("%s on cores, load %s: code %d, %s%s", name, load, code, errs, out)
			}
		}
	}
	for _, args := range [][]string{{"list", "samples"}, {"__complete", "compare", ""}, {"__complete", "sweep", "x", ""}} {
		if _, out, _ := run(args...); !strings.Contains(out, "\nquick") && !strings.Contains(out, "\n  quick") {
			t.Errorf("%v lacks the trees of the program:\n%s", args, out)
		}
	}
	_, out, _ := run("compare", "tasks", "--grid=2x2", "--policy=steal")
	if !strings.Contains(out, "3 tasks, all of them roots, work 6 seconds") {
		t.Errorf("%s", out)
	}
}
