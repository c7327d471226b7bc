package tasktree

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// drawn shows a tree in preorder: "a:3 (b:2 c:1* (e:3))".
func drawn(t *Tree) string {
	var b strings.Builder
	var draw func(n Node)
	draw = func(n Node) {
		children, _, _, _ := t.Expand(n, nil)
		if t.virtual && n == 0 {
			b.WriteString("·")
		} else {
			fmt.Fprintf(&b, "%s:%s", t.ID(n), t.Text(t.Own(n)))
		}
		if t.loads != nil {
			fmt.Fprintf(&b, "/%v", t.Load(n))
		}
		if t.IsSolution(n) {
			b.WriteString("*")
		}
		for i, c := range children {
			b.WriteString([]string{" (", " "}[min(i, 1)])
			draw(c)
		}
		if len(children) > 0 {
			b.WriteString(")")
		}
	}
	draw(t.Root())
	return b.String()
}

func read(t testing.TB, text string) *Tree {
	t.Helper()
	tree, err := Read(strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

const small = `{"unit":"seconds","pruned":true}
{"id":"e","parent":"c","work":3}
{"parent":"a","id":"c","work":1.0,"solution":true}

{"id":"a","parent":null,"work":0.25e1}
{"id":"b","parent":"a","work":2,"colour":"red","more":[{"id":7}]}
{"id":"d", "parent":"a" , "work":1e-3,"solution":false}
`

func TestRead(t *testing.T) {
	const want = "a:2.5 (c:1* (e:3) b:2 d:0.001)"
	for _, tc := range []struct{ name, text, want string }{
		{"JSON Lines", small, want},
		{"JSON Lines from Windows", "\xef\xbb\xbf" + strings.ReplaceAll(small, "\n", "\r\n"), want},
		{"no end", strings.TrimSuffix(small, "\n"), want},
		{
			"numbers as ids", `{"id":1,"work":1}` + "\n" + `{"id":2,"parent":1,"work":1}` + "\n" + `{"id":"3","parent":"2","work":1}`,
			"1:1 (2:1 (3:1))",
		},
		{"escapes", `{"id":"\u0041","work":1}` + "\n" + `{"id":"ß\n","parent":"A","work":1}`, "A:1 (ß\n:1)"},
		{"the last of two members", `{"id":1,"work":1,"id":2}`, "2:1"},
		{"a bag", `{"id":1,"work":1}` + "\n" + `{"id":2,"work":2}`, "· (1:1 2:2)"},
		{"loads", `{"id":1,"work":1,"load":7}` + "\n" + `{"id":2,"work":2,"load":0.5}`, "·/7.5 (1:1/7 2:2/0.5)"},
		{"CSV", "# unit: seconds\n# pruned: true\nid,parent,work,solution\ne,c,3,\nc,a,1,true\na,,2.5,\nb,a,2,False\nd,a,.001,0\n", want},
		{"CSV, other columns", "Work;colour;Parent;ID\n3;red;;a\n1 ;\"a;\"\"b\";a;\" b\nc\"\n# a comment\n2;;a;d", "a:3 ( b\nc:1 d:2)"},
		{"CSV with tabs", "id\tparent\twork\n1\t\t1\n2\t1\t1\n", "1:1 (2:1)"},
		{"CSV of a bag", "id,work\n1,1\n2,1\n", "· (1:1 2:1)"},
		{"VBC", vbc, "1:0.3 (2:0.05 3:0.05* (4:0.02 5:0))"},
		{"VBC of SYMPHONY", symphonyVBC, "1:0.03 (2:0.03 (4:0.01 5:0.01) 3:0.01)"},
		{"VBC after a restart", vbc + "00:00:00.50 N 0 1 3\n00:00:00.60 P 1 2\n", "1:0.3 (2:0.05 3:0.05* (4:0.02 5:0) run 2, 1:0.18)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tree := read(t, tc.text)
			if got := drawn(tree); got != tc.want {
				t.Errorf("got %s\nwant %s", got, tc.want)
			}
			if strings.Contains(tc.text, "pruned") && (!tree.Pruned() || tree.Unit() != "seconds") {
				t.Errorf("%+v", tree.Meta())
			}
			if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{}); err != nil {
				t.Error(err)
			}
			if again := packed(t, tree); !same(tree, again) {
				t.Errorf("packed and read again: %s", drawn(again))
			}
		})
	}
}

const symphonyVBC = `#TYPE: COMPLETE TREE
#TIME: SET
00:00:00.00 N 0 1 4
00:00:00:00 P 1 3
00:00:00:03 P 1 1
00:00:00:03 P 2 3
00:00:00:05 P 2 1
00:00:00:06 U -753.00
00:00:00:07 P 2 1
00:00:00:07 P 4 2
00:00:00:08 P 5 3
00:00:00:08 P 5 2
00:00:00:09 P 3 2
00:00:00:09 N 2 5 4
00:00:00:09 N 2 4 3
00:00:00:09 N 1 3 4
00:00:00:09 N 1 2 3
`

const vbc = `#TYPE: COMPLETE TREE
#TIME: SET
00:00:00.10 N 0 1 3
00:00:00.10 I 1 \inode:\t1
00:00:00.30 N 1 2 3
00:00:00.30 N 1 3 3
00:00:00.30 P 1 2
00:00:00.40 P 2 2
00:00:00.40 P 2 4
00:00:00.40 P 3 14
00:00:00.40 N 3 4 3
00:00:00.40 N 3 5 3
00:00:00.40 U 17.5
00:00:00.40 P 3 2
00:00:00.42 P 4 2
00:00:00.50 P 5 4
`

// packed writes a tree, and reads it again.
func packed(t testing.TB, tree *Tree) *Tree {
	t.Helper()
	var file bytes.Buffer
	n, err := tree.WriteTo(&file)
	if err != nil || n != int64(file.Len()) || Recognise(file.Bytes()) != Packed {
		t.Fatalf("%d of %d bytes, %v", n, file.Len(), err)
	}
	again, err := Read(&file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// same reports whether trees are the same, but for where they keep ids.
func same(a, b *Tree) bool {
	x, y := *a, *b
	x.ids, x.idAt, y.ids, y.idAt = texts{}, nil, texts{}, nil
	return drawn(a) == drawn(b) && reflect.DeepEqual(x, y)
}

func TestReadErrors(t *testing.T) {
	line := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	const (
		one      = `{"id":1,"work":1}`
		notFirst = " is not the first line of a tree: want JSON Lines, CSV with columns of " + Columns + ", VBC, or a packed tree"
		noCycle  = ", which lies below it: want no cycles, and a root above each task"
		tooLarge = "with it, the works come to 2^50 or more, counted in their last decimal: want fewer decimals, or a larger unit"
		first    = "00:00:00.00 N 0 1 3\n"
	)
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", `input:1: ""` + notFirst},
		{"a formula", "p cnf 1 1\n1 0\n", `input:1: "p cnf 1 1"` + notFirst},
		{"only a header", `{"unit":"s"}`, "input: there is no task: want at least one"},
		{
			"a cycle", line(one, `{"id":2,"parent":3,"work":1}`, `{"id":4,"parent":2,"work":1}`, `{"id":3,"parent":4,"work":1}`),
			`input:2: task "2" has parent "3"` + noCycle,
		},
		{"its own parent", line(one, `{"id":2,"parent":2,"work":1}`), `input:2: task "2" has parent "2"` + noCycle},
		{"no root", line(`{"id":1,"parent":2,"work":1}`, "", `{"id":2,"parent":1,"work":1}`), `input:1: task "1" has parent "2"` + noCycle},
		{
			"unknown parent", line(one, "", `{"id":2,"parent":"x","work":1}`),
			`input:3: task "2" has parent "x", which is no task: want one of the file, or none for a root`,
		},
		{"id twice", line(one, `{"id":2,"work":1}`, `{"id":"1","work":1}`), `input:3: id "1" is taken by line 1: want another one for each task`},
		{"no id", line(one, `{"work":1}`), `input:2: a task without an id: want a string or a number`},
		{"empty id", `{"id":"","work":1}`, `input:1: id "": want a string that is not empty, or a number`},
		{"odd id", `{"id":[1],"work":1}`, `input:1: id [1]: want a string that is not empty, or a number`},
		{"odd parent", `{"id":1,"parent":true,"work":1}`, `input:1: parent true: want a string or a number, or null for a root`},
		{"negative work", `{"id":1,"work":-1.5}`, `input:1: work "-1.5" of task "1": want at least 0`},
		{"missing work", line(one, `{"id":2}`), `input:2: task "2" without a work: want a number`},
		{"odd work", `{"id":1,"work":"1"}`, `input:1: work "1" of task "1": want a number`},
		{"large work", `{"id":1,"work":1e16}`, `input:1: work "1e16" of task "1": want less than 2^50, about 10^15, counted in the last decimal`},
		{
			"large works", line(`{"id":1,"work":1000000}`, `{"id":2,"work":0.000000001}`, `{"id":3,"work":1000000}`),
			`input:3: work 1000000 of task "3": ` + tooLarge,
		},
		{"no work at all", `{"id":1,"work":0.0}`, "input: the work of every task is 0: want at least one with more"},
		{"odd load", `{"id":1,"work":1,"load":-1}`, `input:1: load "-1" of task "1": want a decimal number of at least 0`},
		{"some loads", line(one, `{"id":2,"work":1,"load":1}`), "input: 1 of 2 tasks have a load: want all of them, or none"},
		{"odd solution", `{"id":1,"work":1,"solution":1}`, "input:1: solution 1: want true or false"},
		{"a late header", line(one, `{"unit":"s"}`), `input:2: a task without an id: want a string or a number`},
		{"odd unit", `{"unit":"a\nb"}`, `input:1: unit "a\nb": want a word of at most 20 letters, such as seconds`},
		{"a list", "[\n" + one + "]", `input:1: "["` + notFirst},
		{
			"cut", one + "\n" + `{"id":2,"par`,
			`input:2: the file ends within "{"id":2,"par": the line is cut short (unexpected end of JSON input)`,
		},
		{
			"no object", one + "\n7\n",
			`input:2: "7": want a JSON object, such as {"id":2,"parent":1,"work":0.5} (it is no object)`,
		},
		{
			"a solution with children", line(`{"first":true}`, `{"id":1,"work":1,"solution":true}`, `{"id":2,"parent":1,"work":1}`),
			`input: task "1" is a solution and has children: want none where a search ends at its first solution`,
		},
		{
			"CSV, a whole number as another", "id,parent,work\n1,,1\n2,1.0,1\n",
			`input:3: task "2" has parent "1.0", which is no task: want one of the file, or none for a root; ` +
				`ids are compared as text, and "1" is there`,
		},
		{"CSV, cut", "id,parent,work\n1,,1\n2,1", `input:3: the file ends within "2,1": the line is cut short`},
		{"CSV, cut in a work", "id,parent,work\n1,,1\n2,1,", `input:3: task "2" without a work: the file is cut short`},
		{"CSV, too many", "id,parent,work\n1,,1,2\n", `input:2: "1,,1,2" has 4 columns: want 3, as the header has`},
		{"CSV, column twice", "id,work,id\n1,1,1", `input:1: "id,work,id"` + notFirst},
		{"CSV, work missing", "id,parent,work\n1,,\n", `input:2: task "1" without a work: want a number`},
		{"CSV, work", "id,parent,work\n1,,1h\n", `input:2: work "1h" of task "1": want a decimal number of at least 0`},
		{"CSV, an open quote", "id,work\n1,1\n\"2,1\n3,1\n", `input:3: the quote that begins here has no end`},
		{"CSV, solution", "id,work,solution\n1,1,x\n", `input:2: solution "x": want true or false`},
		{"VBC, cut", vbc + "00:00:01.00 N 3", `input:17: the file ends within "00:00:01.00 N 3": the line is cut short`},
		{
			"VBC, unknown parent", "#TIME: SET\n00:00:00.00 N 0 1 3\n00:00:00.00 N 7 2 3\n",
			`input:3: node 2 has parent 7, which is not there: want one that came before, or 0 for the root`,
		},
		{
			"VBC, back to before the last node", "#TIME: SET\n00:00:00.00 N 0 1 3\n00:00:00.70 P 1 2\n00:00:00.10 N 1 2 3\n00:00:00.10 P 2 2\n",
			`input:4: time "00:00:00.10" lies before that of an earlier line: want times that grow`,
		},
		{
			"VBC, never named", "#TIME: SET\n00:00:00.00 N 0 1 3\n00:00:00:00 P 7 2\n",
			`input:3: node 7 is not there: want a line "N PARENT NODE COLOUR"`,
		},
		{
			"VBC, named twice", "#TIME: SET\n00:00:00.00 N 0 1 3\n00:00:00:00 N 1 2 3\n00:00:00:00 N 1 2 3\n",
			`input:4: node 2 is taken by line 3: want another number for each node`,
		},
		{"VBC, unknown node", "#TIME: SET\n00:00:00.00 P 7 2\n", `input:2: node 7 is not there: want one that came before`},
		{
			"VBC, node twice", "#TIME: SET\n00:00:00.00 N 0 1 3\n00:00:00.00 N 1 2 3\n00:00:00.00 N 1 2 3\n",
			`input:4: node 2 is taken by line 3: want another number for each node`,
		},
		{
			"VBC, back in time", "#TIME: SET\n00:00:01.00 N 0 1 3\n00:00:01.00 P 1 2\n00:00:02.00 N 1 2 3\n00:00:02.00 P 2 2\n00:00:00.50 N 1 3 3\n",
			`input:6: time "00:00:00.50" lies before that of an earlier line: want times that grow`,
		},
		{"VBC, no time", "#TIME: NONE\nN 0 1 3\n", `input:2: "N 0 1 3": want a time such as 00:00:01.25 first`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tree, err := Read(strings.NewReader(tc.text), Options{})
			if err == nil {
				t.Fatalf("it is read: %s", drawn(tree))
			}
			if diff := cmp.Diff(tc.want, err.Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			var at *Error
			cut := strings.Contains(tc.want, "cut short") || tc.name == "CSV, an open quote"
			if !errors.As(err, &at) || strings.Contains(err.Error(), "\n") || at.Cut != cut {
				t.Errorf("%#v", err)
			}
		})
	}
}

// Reading ends before the memory does.
func TestRoom(t *testing.T) {
	balancetest.SkipShort(t)
	var text bytes.Buffer
	text.WriteString("id,work\n")
	for i := range roomEvery + 2 {
		fmt.Fprintf(&text, "%d,1\n", i)
	}
	short := errors.New("there is no room")
	room := func(int64) error { return short }
	_, err := Read(bytes.NewReader(text.Bytes()), Options{Room: room})
	if want := fmt.Sprintf("input:%d: there is no room", roomEvery+2); !errors.Is(err, short) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	var asked int64
	tree, err := Read(&text, Options{Room: func(bytes int64) error {
		asked = bytes
		return nil
	}})
	if err != nil || tree.Nodes() != roomEvery+2 || asked < 100*roomEvery {
		t.Errorf("%v, %v, asked for %d bytes", tree, err, asked)
	}
	var file bytes.Buffer
	if _, err := tree.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(&file, Options{Room: room}); !errors.Is(err, short) {
		t.Errorf("packed: %v", err)
	}
}

// The last line of CSV needs no line end if it has all its columns.
func TestLastLineOfCSVNeedsNoEnd(t *testing.T) {
	if got := drawn(read(t, "id,parent,work\na,,1\nb,a,2")); got != "a:1 (b:2)" {
		t.Errorf("got %s", got)
	}
}
