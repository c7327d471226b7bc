package tasktree_test

import (
	"strings"
	"testing"

	"transat/balance/tasktree"
)

// A name that is nearly that of a missing column is a mistake, and not a column to be skipped.
func TestMisspeltColumns(t *testing.T) {
	unknown := func(name, column string) string {
		return `unknown column "` + name + `"; did you mean ` + column + `? Columns are id, parent, work, load, solution; ` +
			"others are skipped if their names are unlike these"
	}
	for text, want := range map[string]string{
		"id,prent,work\na,,1\n":                                           "tree:1: " + unknown("prent", "parent"),
		"id;Parent_ID;work\na;;1\n":                                       "tree:1: " + unknown("Parent_ID", "parent"),
		"id,work,\"paretn\"\na,1,\n":                                      "tree:1: " + unknown("paretn", "parent"),
		"id,parent,work,laod\na,,1,2\n":                                   "tree:1: " + unknown("laod", "load"),
		"id,parent,work,solutions\na,,1\n":                                "tree:1: " + unknown("solutions", "solution"),
		`{"id":1,"work":1}` + "\n" + `{"id":2,"prent":1,"work":1}` + "\n": "tree:2: " + unknown("prent", "parent"),
		`{"id":1,"parnt":"ä","work":1}` + "\n":                            "tree:1: " + unknown("parnt", "parent"),
		// Other names, and these where the column is there.
		"id,node,time,worker,role,name,apparent,parent,work\na,1,2,3,4,5,6,,1\n":         "",
		"id,work,label,depth,solver\na,1,2,3,4\n":                                        "",
		`{"id":1,"parent":null,"parents":[],"work":1,"laden":2,"lod":3,"load":1}` + "\n": "",
	} {
		_, err := tasktree.Read(strings.NewReader(text), tasktree.Options{Name: "tree"})
		if got := errorText(err); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
