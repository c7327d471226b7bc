package engine_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/web/engine"
)

// brought is what read replies.
type brought struct {
	Kind, File, Name, Text, Verdict string
	Nodes, Bytes                    int64
	Vars, Clauses                   int
}

const fewTasks = "id,parent,work,solution\na,,1.5,\nb,a,2.25,\nc,a,3,true\nd,a,4,\nf,,6,\n"

// bring reads a file.
func bring(t testing.TB, e *engine.Engine, name, content string, more fields) (brought, [][]byte, error) {
	t.Helper()
	request := fields{"do": "read", "tree": name}
	for key, value := range more {
		request[key] = value
	}
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	in := iotest.HalfReader(strings.NewReader(content))
	reply, err := e.DoFile(t.Context(), text, &engine.Brought{Reader: in, Size: int64(len(content))}, nil)
	if err != nil {
		return brought{}, nil, err
	}
	var b brought
	if text, err = json.Marshal(reply.JSON); err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b, reply.Blobs, nil
}

func hashOf(content string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(content)))[:16] }

func zipped(content string) string {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, content)
	_ = z.Close()
	return packed.String()
}

// A tree of a file is searched, explained and looked at node by node, by the engine that has read it and by others that take it.
func TestTreeOfAFileTravels(t *testing.T) {
	for _, content := range []string{fewTasks, zipped(fewTasks), `{"id":"a","work":3}` + "\n" + `{"id":"b","work":4,"parent":"a"}`} {
		one, other := engine.New(balance.Builtin()), engine.New(balance.Builtin())
		read, blobs, err := bring(t, one, "mine.tree", content, nil)
		if err != nil {
			t.Fatal(err)
		}
		if read.Kind != "tree" || read.File != hashOf(content) || read.Nodes == 0 || read.Bytes == 0 || len(blobs) != 1 {
			t.Fatalf("read: %+v and %d blobs", read, len(blobs))
		}
		source := fields{"do": "load", "tree": "mine.tree", "file": read.File}
		answer[about](t, other, source, blobs[0])
		run := fields{"do": "run", "tree": "mine.tree", "file": read.File, "grid": "2x2", "policy": "steal"}
		want, _ := answer[done](t, one, run)
		got, _ := answer[done](t, other, run)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-read +taken:\n%s", diff)
		}
		view, _ := answer[struct {
			Kind, ID []string
			Parent   []int
			Unit     string
		}](t, other, fields{"do": "treeview", "tree": "mine.tree", "file": read.File, "grid": "2x2", "policy": "steal"})
		if len(view.ID) != len(view.Parent) || view.Unit == "" || view.Kind[len(view.Kind)-1] != "leaf" {
			t.Errorf("the view is %+v", view)
		}
		run["do"], run["policies"] = "explain", []string{"steal", "none"}
		delete(run, "policy")
		answer[struct{ Pairs []any }](t, other, run)
	}
}

// The samples that are files with trees are searched and looked at as well.
func TestSamplesOfTasks(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, name := range []string{"gecode-queens", "go-tests"} {
		if about, _ := answer[about](t, e, fields{"do": "tree", "tree": name}); about.Nodes == 0 || about.Verdict != "" {
			t.Errorf("%s: %+v", name, about)
		}
		for _, do := range []string{"run", "treeview"} {
			answer[any](t, e, fields{"do": do, "tree": name, "grid": "2x2", "policy": "steal"})
		}
	}
	if _, err := ask(t, e, fields{"do": "tree", "tree": "go-tests", "rule": "boehm"}); err == nil {
		t.Error("a tree without a formula takes a branching rule")
	}
}

// A formula comes back as its text; one with cubes and their seconds is a tree.
func TestFormulasOfFiles(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, content := range []string{tinyUnsatisfiable, "c a comment\n" + tinyUnsatisfiable, "\ufeff" + tinyUnsatisfiable} {
		read, blobs, err := bring(t, e, "mine.cnf.gz", zipped(content), nil)
		if err != nil || read.Kind != "formula" || read.Vars != 2 || read.Clauses != 4 || string(blobs[0]) != content {
			t.Errorf("%+v, %q, %v", read, blobs, err)
		}
	}
	cubes := "p inccnf\n1 -2 0\na 1 0\na -1 0\nc cube 1 seconds 0.25\nc cube 2 seconds 17.5\n"
	if read, _, err := bring(t, e, "split.icnf", cubes, nil); err != nil || read.Kind != "tree" || read.Nodes != 3 {
		t.Errorf("%+v, %v", read, err)
	}
}

// What is no tree and no formula, or too large a one, is refused in a line that names the file.
func TestWrongFiles(t *testing.T) {
	for _, tc := range []struct {
		name, content string
		more          fields
		want          string
	}{
		{"empty", "", nil, "empty is empty: want a search tree (JSON Lines, CSV, VBC or packed), a formula (DIMACS) or a machine (JSON)"},
		{"a.png", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 9000), nil, `a.png begins with`},
		{"words", "hello\n", nil, `words begins with "hello": want`},
		{"cycle.csv", "id,parent,work\na,b,1\nb,a,1\n", nil, "cycle.csv:2: "},
		{"late.cnf", "p cnf 2 2\n1 0\n3 0\n", nil, "late.cnf:3:1: "},
		{"cut.gz", zipped(fewTasks)[:40], nil, "cut.gz"},
		{"bad.json", `{"name": "mine", "work_time": "fast"}`, nil, `bad.json: work_time: "fast": want a time from 0s to 1h0m0s`},
		{"key.json", "{\"work_time\": \"1ns\",\n\"speed\": 3}", nil, `key.json:2: unknown key "speed"`},
		{"evil\n\x1b[2J", "p cnf 1 1\n2 0\n", nil, `evil\n\x1b[2J:2:1: `},
		{"phone.csv", fewTasks, fields{"memory": 1e-7}, "phone.csv has 66 bytes: a browser has memory for a tree as CSV of up to"},
		{"bomb.gz", zipped("id,parent,work\n" + strings.Repeat("#\n", 1<<20)), fields{"memory": 0.001}, "bomb.gz unpacks to more: a browser"},
		{"long.cnf", zipped("p cnf 1 1\n" + strings.Repeat("c\n", 9<<20) + "1 0\n"), nil, "long.cnf has more than 16 MiB of text"},
	} {
		e := engine.New(balance.Builtin())
		_, _, err := bring(t, e, tc.name, tc.content, tc.more)
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want %q", tc.name, err, tc.want)
		}
	}
	e := engine.New(balance.Builtin())
	_, _, err := bring(t, e, "b.csv", "id,parent,work\na,,1\nb,a,-3\n", nil)
	at := (*engine.Error)(nil)
	if !errors.As(err, &at) || at.File != "b.csv" || at.Line != 3 || !strings.HasPrefix(at.Bare, `work "-3" of task "b"`) {
		t.Errorf("an error in line 3 is %#v", err)
	}
	if _, err := ask(t, e, fields{"do": "read", "tree": "x"}); err == nil || !strings.Contains(err.Error(), "want a file") {
		t.Errorf("read without a file: %v", err)
	}
	source := fields{"do": "run", "tree": "gone.csv", "file": "0123456789abcdef", "grid": "2x2", "policy": "steal"}
	const gone = "gone.csv (SHA-256 0123456789abcdef…) is a file that is not here: drop it again"
	if _, err := ask(t, e, source); err == nil || err.Error() != gone {
		t.Errorf("a file that was not read: %v", err)
	}
	source["rule"] = "boehm"
	if _, err := ask(t, e, source); err == nil || !strings.Contains(err.Error(), "no formula to branch on") {
		t.Errorf("a rule for a tree of a file: %v", err)
	}
	if _, err := ask(t, e, fields{"do": "load", "tree": "x", "file": "0123456789abcdef"}, []byte("nothing")); err == nil {
		t.Error("what is no tree was loaded")
	}
}

// How far a file was read is told, and who breaks off in the middle is told so.
func TestReadingAFile(t *testing.T) {
	e := engine.New(balance.Builtin())
	content := "id,parent,work\na,,1\n" + strings.Repeat("#\n", 50_000)
	last := 0.0
	_, err := e.DoFile(t.Context(), []byte(`{"do": "read", "tree": "t.csv"}`),
		&engine.Brought{Reader: strings.NewReader(content), Size: int64(len(content))}, func(share float64, what string) {
			if share < last || share > 1 || what != "reading t.csv" {
				t.Errorf("%v after %v: %s", share, last, what)
			}
			last = share
		})
	if err != nil || last != 1 {
		t.Errorf("%v, and the last share is %v", err, last)
	}
	broken := iotest.TimeoutReader(iotest.HalfReader(strings.NewReader(content)))
	_, err = e.DoFile(t.Context(), []byte(`{"do": "read", "tree": "t.csv"}`), &engine.Brought{Reader: broken, Size: int64(len(content))}, nil)
	if err == nil || !strings.Contains(err.Error(), "timeout") {
		t.Errorf("an input that fails: %v", err)
	}
}

// Of many children, each has a small share, which is not rounded to nothing. A tree of more tasks than can be looked at is refused.
func TestViewOfManyTasks(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, tasks := range []int{20_000, 20_001} {
		read, _, err := bring(t, e, "bag.csv", "id,work\n"+strings.Join(numbered(tasks), ""), nil)
		if err != nil {
			t.Fatal(err)
		}
		view := fields{"do": "treeview", "tree": "bag.csv", "file": read.File, "grid": "2x2", "policy": "steal"}
		if tasks > 20_000 {
			if _, err := ask(t, e, view); err == nil || !strings.Contains(err.Error(), "has 20001 nodes: too many to look at one by one") {
				t.Errorf("a bag of %d tasks: %v", tasks, err)
			}
			continue
		}
		got, _ := answer[struct {
			Kind          []string
			ShareExpected []float64 `json:"share_expected"`
			ShareTrue     []float64 `json:"share_true"`
		}](t, e, view)
		if len(got.Kind) != tasks+1 || got.Kind[0] != "above" || got.ShareExpected[1] != 5e-5 || got.ShareTrue[1] != 1.0/20_000 {
			t.Errorf("%d nodes, the first is %s, the second has shares of %v and %v", len(got.Kind), got.Kind[0], got.ShareExpected[1],
				got.ShareTrue[1])
		}
	}
}

func numbered(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("%d,1\n", i)
	}
	return lines
}
