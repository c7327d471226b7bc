package balance_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

var update = flag.Bool("update", false, "write the effects into the transcripts in testdata, instead of comparing them")

// TestTranscripts compares what each policy does in the scenes of its transcript with what is written there. A policy
// may come without a transcript; a transcript does not come without a policy.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	specs := balance.Policies()
	if len(files) < 28 {
		t.Errorf("%d transcripts, want those of at least 28 policies", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			if !slices.ContainsFunc(specs, func(s balance.Spec) bool { return s.Name == name }) {
				t.Errorf("%s: there is no such policy", file)
			}
			written, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			played, err := balancetest.Transcript(string(written))
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if *update {
				if err := os.WriteFile(file, []byte(played), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(written), played); diff != "" {
				t.Errorf("%s (-written +played; -update accepts it):\n%s", file, diff)
			}
		})
	}
}
