package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/web/engine"
)

// A machine that no browser has memory for is refused before it is built; an ordinary one is not.
func TestMachinesThatAreTooLargeAreRefused(t *testing.T) {
	e := engine.New(balance.Builtin())
	for _, grid := range []string{"2048x1024", "1024x1025", "1048577", "4096x4096", "2x1024x1024", "8x8"} {
		_, err := e.Do(t.Context(), fmt.Appendf(nil, `{"do": "run", "tree": "php-5-4", "policy": "plb", "grid": %q}`, grid), nil, nil)
		if grid == "8x8" {
			if err != nil {
				t.Errorf("%s: %v", grid, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), grid) || !strings.Contains(err.Error(), "1,048,576") {
			t.Errorf("%s: got %v", grid, err)
		}
	}
}

// A machine of a file is read, given back, and taken by a run: a copy of a preset gives the rows of the preset, by another name.
func TestMachinesOfFiles(t *testing.T) {
	preset, err := compare.ChoosePreset("cluster")
	if err != nil {
		t.Fatal(err)
	}
	preset.Cost.Name = "mine"
	var text bytes.Buffer
	if err := compare.WriteMachine(&text, preset); err != nil {
		t.Fatal(err)
	}
	e := engine.New(balance.Builtin())
	got, blobs, err := bring(t, e, "m.json", text.String(), nil)
	if err != nil || got.Kind != "machine" || got.Name != "m.json" || got.Text != "the machine mine, "+preset.Cost.Title || len(blobs) != 1 ||
		string(blobs[0]) != text.String() {
		t.Errorf("it is read as %+v (%v)", got, err)
	}
	row := func(machine string, machines fields) map[string]any {
		reply, _ := answer[struct{ Row map[string]any }](t, e, fields{
			"do": "run", "tree": "php-5-4", "policy": "steal", "grid": "2x2", "machine": machine, "machines": machines,
		})
		delete(reply.Row, "machine")
		return reply.Row
	}
	if diff := cmp.Diff(row("cluster", nil), row("m.json", fields{"m.json": text.String()})); diff != "" {
		t.Errorf("the row of the file differs (-cluster +file):\n%s", diff)
	}
	for _, x := range []struct {
		machines fields
		want     string
	}{
		{nil, "machine m.json: its file is not here: drop it on the page"},
		{fields{"m.json": `{"name": "m", "speed": 1}`}, `m.json:1: unknown key "speed" (transat help machines shows a machine)`},
	} {
		_, err := ask(t, e, fields{"do": "run", "tree": "php-5-4", "policy": "steal", "machine": "m.json", "machines": x.machines})
		if err == nil || err.Error() != x.want {
			t.Errorf("error %v, want %s", err, x.want)
		}
	}
}
