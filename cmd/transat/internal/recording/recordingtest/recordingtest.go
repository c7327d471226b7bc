// Package recordingtest has recorded runs for tests.
package recordingtest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/recording"
	"transat/instances"
)

// Run returns a run of plb on 64 processors.
func Run(t testing.TB) *recording.Run {
	t.Helper()
	plb, err := balance.Choose("plb")
	if err != nil {
		t.Fatal(err)
	}
	options := compare.Defaults(plb).AsPublished()
	options.Sides, options.Grain = []int{8, 8}, 0
	setups, err := options.Setups()
	if err != nil {
		t.Fatal(err)
	}
	set, err := instances.Open("uts-t1/6")
	if err != nil {
		t.Fatal(err)
	}
	tree := set.Instances[0].Tree
	work, nodes, _ := tree.Subtree(tree.Root())
	about := experiment.Recording{
		Setup: setups[0], Tree: "uts-t1/6", Work: work, Nodes: nodes, Expected: setups[0].Cost.Expand(work, nodes) / 64,
	}
	recorder := recording.New(recording.Options{Looks: 200})
	var watch compare.Watch
	recorder.Begin(about, &watch, func(err error) { t.Fatal(err) })
	result, err := compare.Simulate(t.Context(), setups[0], tree, watch)
	if err != nil {
		t.Fatal(err)
	}
	if err := recorder.End(result); err != nil {
		t.Fatal(err)
	}
	return recorder.Run()
}

// Header returns the header of an encoded run.
func Header(t testing.TB, data []byte) recording.Header {
	t.Helper()
	var h recording.Header
	if len(data) < 8 || !bytes.HasPrefix(data, []byte("TFLM")) {
		t.Fatal("this is no recording")
	}
	head := data[8:]
	if err := json.Unmarshal(head[:binary.LittleEndian.Uint32(data[4:8])], &h); err != nil {
		t.Fatal(err)
	}
	return h
}
