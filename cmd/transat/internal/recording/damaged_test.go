package recording

import (
	"os"
	"strings"
	"testing"

	"transat/instances/fuzztest"
)

// The page refuses a damaged recording with an error, or plays it; it neither hangs nor runs out of memory.
func TestDamagedRecordingsAreRefused(t *testing.T) {
	r := record(t, scene{policy: "steal", sides: []int{3, 3}, nodes: 300, seed: 1, options: Options{Looks: 10}})
	q := r.question(t)
	data := string(q.data)
	cases := []struct{ name, data, want string }{
		{"nothing", "", "no recording of a run"},
		{"another file", "<!doctype html>", "no recording of a run"},
		{"no header", data[:8], "cut off in its header"},
		{"half of it", data[:len(data)/2], "Error"},
		{"another version", strings.Replace(data, `"version":2`, `"version":9`, 1), "format 9"},
		{"another grid", strings.Replace(data, `"sides":[3,3]`, `"sides":[4,3]`, 2), "9 processors on a grid of 12"},
		{"more looks", strings.Replace(data, `"looks":`, `"looks":9`, 1), "Error"},
	}
	var questions []question
	for _, tc := range cases {
		questions = append(questions, question{data: []byte(tc.data)})
	}
	for i := range 200 {
		edits := []byte{byte(i), byte(7 * i), byte(i >> 3), byte(13 * i), byte(i ^ 0x5a), byte(3 * i)}
		edited := q
		edited.data = fuzztest.Edited(data, edits)
		questions = append(questions, edited)
	}
	all := ask(t, questions)
	for i, tc := range cases {
		if got := all[i].Error; !strings.Contains(got, tc.want) {
			t.Errorf("%s: the error is %q, want one that says %q", tc.name, got, tc.want)
		}
	}
}

// The recording of testdata is of this format.
func TestRecordingOfTestdata(t *testing.T) {
	const name = "testdata/plb.recording"
	if *update {
		data, err := record(t, scene{policy: "plb", sides: []int{8, 8}, nodes: 8000, seed: 1, options: Options{Looks: 200}}).run.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if a := ask(t, []question{{data: data}})[0]; a.Error != "" || a.Header.Policy != "plb" || a.Header.Topology.Procs != 64 {
		t.Errorf("%s: %s; go test -update writes it anew", name, a.Error)
	}
}
