package command

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/dimacs"
	"transat/instances/families"
)

// takePort makes the port on which the server of a run has listened that of another program.
func takePort(t *testing.T, folder string) {
	t.Helper()
	var run struct {
		Listen string `json:"listen"`
	}
	data, err := os.ReadFile(filepath.Join(folder, cluster.RunFile))
	if err == nil {
		err = json.Unmarshal(data, &run)
	}
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", run.Listen)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
}

// A file with cubes needs no flag for them, and cubes that are piped in do.
func TestCheckpointsOfFilesWithCubes(t *testing.T) {
	t.Chdir(t.TempDir())
	const cubes = "p inccnf\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\na 1 0\na -1 0\n"
	if err := errors.Join(os.WriteFile("list.icnf", []byte("c a list\n"+cubes), 0o600), os.Mkdir("kept", 0o755)); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := transatHere(t, t.Context(), "solve --checkpoint=kept --resume --proof=p.drat list.icnf")
	anew := strings.Contains(stdout, "c kept holds no search: it begins anew\n") && !strings.Contains(stdout, "in all, the last of them")
	if code != cli.Unsatisfiable || stderr != "" || !anew {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	for flag, want := range map[string]string{"": "want --engine=cube", " --max-nodes=7": "--max-nodes does not go with them"} {
		out := new(strings.Builder)
		code := run(t.Context(), strings.Fields("solve --checkpoint=kept -"+flag), strings.NewReader(cubes), out, out)
		if code != cli.Usage || !strings.Contains(out.String(), want) {
			t.Errorf("%s: exit code %d, %s", flag, code, out)
		}
	}
}

// A folder that is empty is taken, and gone in the end; one with files in it is left alone.
func TestCheckpointsTakeEmptyFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("empty", 0o755), os.Mkdir("mine", 0o755), os.WriteFile("mine/notes", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := transatHere(t, t.Context(), "solve --engine=cube --checkpoint=empty php-5-4")
	if code != cli.Unsatisfiable || stderr != "" {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	if _, err := os.Stat("empty"); err == nil {
		t.Error("the folder is still there")
	}
	for _, flag := range []string{"", " --resume"} {
		code, stdout, stderr = transatHere(t, t.Context(), "solve --engine=cube --checkpoint=mine php-5-4"+flag)
		if code != cli.Usage || !strings.Contains(stderr, "the folder has files in it, and no search") {
			t.Errorf("exit code %d, %s%s", code, stdout, stderr)
		}
	}
	if there, err := os.ReadDir("mine"); err != nil || len(there) != 1 {
		t.Errorf("%v in the folder, error %v", there, err)
	}
}

// inPigeonFolder goes to a folder with pigeons.cnf, a formula whose search takes a second, and list, two cubes of it.
func inPigeonFolder(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Chdir(t.TempDir())
	file, err := os.Create("pigeons.cnf")
	if err == nil {
		err = errors.Join(dimacs.Write(file, families.Pigeons(8, 7, families.Pairwise)), file.Close())
	}
	if err = errors.Join(err, os.WriteFile("list", []byte("a 1 0\na -1 0\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// beginSearch interrupts a search with a checkpoint as soon as it has begun, and returns what it has said.
func beginSearch(t *testing.T, line string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := newAwaited("searches with")
	out.then = cancel
	if code := run(ctx, strings.Fields(line), strings.NewReader(""), out, out); code != cli.OK {
		t.Fatalf("%s: exit code %d\n%s", line, code, out)
	}
	return out.String()
}

// A search whose answer holds under the given cubes only does not go on as one for the formula, nor the other way round.
func TestCheckpointAnswersWhatWasAsked(t *testing.T) {
	inPigeonFolder(t)
	const only, line = " --only-cubes", "solve --checkpoint=kept --cube-list=list pigeons.cnf"
	for begun, resumed := range map[string]string{only: "", "": only} {
		beginSearch(t, line+begun)
		want := map[string]string{only: "go on with --only-cubes", "": "go on without --only-cubes"}[begun]
		code, stdout, stderr := transatHere(t, t.Context(), line+resumed+" --resume")
		if code != cli.Usage || !strings.Contains(stderr, want) {
			t.Errorf("begun%s: exit code %d, %s%s", begun, code, stdout, stderr)
		}
		if err := os.RemoveAll("kept"); err != nil {
			t.Fatal(err)
		}
	}
}

// The answer by cubes has the same parts as JSON, wherever they were solved.
func TestCubesAsJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, way := range []string{"", "--checkpoint=kept", "--cluster"} {
		code, stdout, stderr := transatHere(t, t.Context(), "solve --engine=cube --verify --format=json php-5-4 "+way)
		var answer map[string]any
		err := json.Unmarshal([]byte(stdout), &answer)
		delete(answer, "notes")
		parts := strings.Join(slices.Sorted(maps.Keys(answer)), " ")
		const want = "clauses cubes engine formula parse_time_s solve_time_s variables verdict verified"
		if code != cli.Unsatisfiable || err != nil || parts != want {
			t.Errorf("%s: exit code %d, error %v, %s\nparts %s\n want %s", way, code, err, stderr, parts, want)
		}
	}
}

// A run on a cluster that goes on needs what it was begun with, all of which is named at once, and tells how far it is.
func TestRunOfCubesGoesOn(t *testing.T) {
	inPigeonFolder(t)
	said := beginSearch(t, "solve --cluster --listen=127.0.0.1:0 --engine=cube --verify --proof=p.drat pigeons.cnf -j 1")
	name := regexp.MustCompile(`--resume=(\S+) goes on`).FindStringSubmatch(said)
	if name == nil {
		t.Fatal(said)
	}
	line := "solve --cluster --progress=json -j 1 --resume=" + name[1]
	for more, want := range map[string]string{
		"":                                       "was begun with --verify and a proof: go on with --verify --proof=FILE --proof-format=drat",
		" --verify --proof=p.drat --engine=dpll": "--engine=dpll: run " + name[1] + " solves cubes",
	} {
		if code, stdout, stderr := transatHere(t, t.Context(), line+more); code == cli.Unsatisfiable || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d, %s%s, want %q", more, code, stdout, stderr, want)
		}
	}
	code, stdout, stderr := transatHere(t, t.Context(), line+" --verify --proof=p.drat")
	if code != cli.Unsatisfiable || !strings.Contains(stderr, `"phase":"search"`) {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
}

// The folder says that cubes are solved, and which: what is missing for that is named.
func TestCheckpointOfCubesNeedsNoEngine(t *testing.T) {
	inPigeonFolder(t)
	beginSearch(t, "solve --checkpoint=kept --cube-list=list pigeons.cnf")
	const line = "solve --checkpoint=kept --resume pigeons.cnf"
	code, _, stderr := transatHere(t, t.Context(), line)
	if code != cli.Failure || !strings.Contains(stderr, "with other given cubes: go on with those") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, stdout, stderr := transatHere(t, t.Context(), line+" --cube-list=list"); code != cli.Unsatisfiable {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
}

// A search of cubes that was interrupted goes on where it was, with a proof that is complete in the end; the folder is gone then.
func TestCheckpointOfCubes(t *testing.T) {
	inPigeonFolder(t)
	const line = "solve --engine=cube --checkpoint=kept --proof=p.drat pigeons.cnf"
	if said := beginSearch(t, line); !strings.Contains(said, "the same command with --resume goes on") || strings.Contains(said, "join with") {
		t.Fatal(said)
	}
	for _, tc := range []struct{ line, want string }{
		{line, "holds a search already"},
		{"solve --engine=cube --checkpoint=kept --resume --proof=p.drat php-5-4", "another formula, pigeons.cnf"},
		{"solve --engine=cube --checkpoint=kept --resume pigeons.cnf", "was begun with a proof"},
		{"solve --engine=cube --checkpoint=pigeons.cnf pigeons.cnf", "is a file"},
		{"solve --engine=cube --checkpoint=other --repair pigeons.cnf", "--repair does not go with cubes"},
		{"solve --engine=cube --checkpoint=kept --resume --proof=kept/p.drat pigeons.cnf", "would lie in kept"},
	} {
		code, stdout, stderr := transatHere(t, t.Context(), tc.line)
		if code != cli.Failure && code != cli.Usage || !strings.Contains(stderr, tc.want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %q", tc.line, code, stdout, stderr, tc.want)
		}
	}
	takePort(t, "kept")
	code, stdout, stderr := transatHere(t, t.Context(), line+" --resume --policy=steal -j 2")
	cluster := strings.Contains(stdout, "worker") || strings.Contains(stdout, "this computer")
	if code != cli.Unsatisfiable || !strings.Contains(stdout, "going on with ") || cluster {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := transatHere(t, t.Context(), "check pigeons.cnf p.drat"); code != cli.OK {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	if _, err := os.Stat("kept"); err == nil {
		t.Error("the folder is still there")
	}
}
