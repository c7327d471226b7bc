package balance_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

var update = flag.Bool("update", false, "write the effects into the transcripts in testdata, instead of comparing them")

// TestTranscripts compares what every policy does in the scenes of its transcript with what is
// written there.
func TestTranscripts(t *testing.T) {
	for _, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			file := filepath.Join("testdata", spec.Name+".txt")
			written, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("every policy has a transcript: %v", err)
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
