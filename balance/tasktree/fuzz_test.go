package tasktree

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"transat/balance"
)

// FuzzRead reads anything: it is a tree that keeps its promises and can be packed, or an error of one line.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		small, vbc, "# unit: seconds\nid,parent,work,solution\ne,c,3,\nc,a,1,true\na,,2.5,\n", "id;work\n\"a\nb\"; 1e-3\n",
		`{"first":true}` + "\n" + `{"id":1,"work":1}` + "\n" + `{"id":2,"parent":1,"work":1,"solution":true,"load":2}`,
	} {
		f.Add([]byte(text))
	}
	for _, tree := range []*Tree{read(f, small), read(f, `{"id":1,"work":1,"load":7}`+"\n"+`{"id":2,"work":2,"load":0.5}`)} {
		var file bytes.Buffer
		if _, err := tree.WriteTo(&file); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, err := Read(bytes.NewReader(data), Options{})
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || strings.ContainsAny(err.Error(), "\n\x1b") || !strings.HasPrefix(err.Error(), "input:") {
				t.Errorf("%q", err)
			}
			return
		}
		if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{Nodes: 200, Goroutines: 1}); err != nil {
			t.Error(err)
		}
		if again := packed(t, tree); !same(tree, again) {
			t.Errorf("%s, packed and read again: %s", drawn(tree), drawn(again))
		}
	})
}

// FuzzMembers compares the reader of plain lines with that of package json.
func FuzzMembers(f *testing.F) {
	for _, line := range strings.Split(small, "\n") {
		f.Add([]byte(line))
	}
	for _, line := range []string{
		`{}`, ` { "id" : null , "work":-0.5E+3}`, `{"id":"a","id":01}`, `{"load":true} x`,
		"{\"id\":\"\x7f\"}", `{"id":1,}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var fast members
		if !plainMembers(line, &fast) {
			return
		}
		slow, err := parseMembers(line, true)
		if err != nil || !json.Valid(line) {
			t.Fatalf("%q is read by hand, and is no JSON: %v", line, err)
		}
		if !sameMembers(fast, slow) {
			t.Errorf("%q\nby hand: %+v\nby package json: %+v", line, fast, slow)
		}
	})
}

func sameMembers(a, b members) bool {
	for _, key := range strings.Split("id parent work load solution unit pruned first", " ") {
		x, y := a.of([]byte(key)), b.of([]byte(key))
		if x.string != y.string || !bytes.Equal(x.text, y.text) {
			return false
		}
	}
	return true
}

// FuzzPacked changes bytes of the packed form behind its checksum: what is read is a tree, or an error, and takes little memory.
func FuzzPacked(f *testing.F) {
	var file bytes.Buffer
	if _, err := read(f, small).WriteTo(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &packedReader{r: newReader(data), sum: noSum{}, name: "input"}
		tree, err := r.tree()
		if err != nil {
			return
		}
		if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{Nodes: 200, Goroutines: 1}); err != nil {
			t.Error(err)
		}
	})
}

// noSum is a checksum that does not look.
type noSum struct{}

func (noSum) Write(p []byte) (int, error) { return len(p), nil }
func (noSum) Sum(b []byte) []byte         { return b }
func (noSum) Reset()                      {}
func (noSum) Size() int                   { return 4 }
func (noSum) BlockSize() int              { return 1 }
func (noSum) Sum32() uint32               { return 0 }
