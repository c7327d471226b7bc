package site

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"transat/balance/compare"
)

// number is a number, and what the command's tables print for it.
type number struct {
	X       float64 `json:"x"`
	Seconds string  `json:"seconds"`
	Count   string  `json:"count"`
	Percent string  `json:"percent"`
}

// numbers are those on which rounding may go wrong: halves of a last digit, and means over powers of two, beside random ones of
// all sizes.
func numbers() []number {
	var all []number
	add := func(x float64) {
		all = append(all, number{x, compare.FormatSeconds(x), compare.FormatCount(x), compare.FormatPercent(x)})
	}
	for i := range 300 {
		add(float64(i) / 2)
		add(float64(i) / 8)
		add(float64(i) / 64)
		add(float64(i) / 1000)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		add(r.Float64())
		add(r.Float64() * 1000)
		add(r.ExpFloat64() * 1e5)
		add(r.Float64() / 1e4)
		add(float64(r.IntN(1<<20)) / 1024)
	}
	return all
}

// The modules that need no document: numbers as in the command's tables, links, settings, places of processors.
func TestModules(t *testing.T) {
	node, folder := modules(t)
	data, err := json.Marshal(map[string]any{"numbers": numbers()})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "numbers.json"), data)
	script, err := fs.ReadFile(os.DirFS("testdata"), "modules.mjs")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "modules.mjs"), script)
	run := exec.CommandContext(t.Context(), node, "modules.mjs", "numbers.json")
	run.Dir = folder
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
