package cluster_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/balance/script"
	"transat/cmd/transat/internal/cluster"
)

func TestFit(t *testing.T) {
	for _, tc := range []struct {
		plan    cluster.Plan
		offered int
		want    int
	}{
		{cluster.Plan{Policy: "steal"}, 7, 7},
		{cluster.Plan{Policy: "steal", Procs: 3}, 7, 3},
		{cluster.Plan{Policy: "dimension-exchange", Topology: "hypercube"}, 7, 4},
		{cluster.Plan{Policy: "plb"}, 6, 6},
		{cluster.Plan{Policy: "lade", Topology: "ring"}, 1, 1},
	} {
		if got, err := tc.plan.Fit(tc.offered); err != nil || got != tc.want {
			t.Errorf("%+v: %d processors of %d, %v; want %d", tc.plan, got, tc.offered, err, tc.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		plan cluster.Plan
		want string
	}{
		{cluster.Plan{Policy: "stel"}, "unknown policy"},
		{cluster.Plan{Policy: "ideal"}, "not for a search"},
		{cluster.Plan{Policy: "steal", Procs: -1}, "-1 processors"},
		{cluster.Plan{Policy: "steal", Topology: "hypercube", Procs: 3}, ""},
		{cluster.Plan{Policy: "steal", Grain: -1}, "grain"},
		{cluster.Plan{Policy: "steal", TimeScale: -1}, "time scale"},
		{cluster.Plan{Policy: "mine.star"}, "mine.star"},
	} {
		if err := tc.plan.Check(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: %v, want %q", tc.plan, err, tc.want)
		}
	}
}

// A script and what it loads travel with the plan.
func TestPack(t *testing.T) {
	text, ok := script.Source("steal")
	if !ok {
		t.Fatal("there is no script of steal")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"mine.star": "# Steals.\nload(\"more.star\", \"one\")\n" + strings.TrimLeft(text[strings.Index(text, "\n\n"):], "\n"),
		"more.star": "one = 1\n", "other.star": "two = 2\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := cluster.Plan{Policy: filepath.Join(folder, "mine.star")}
	if err := p.Pack(); err != nil {
		t.Fatal(err)
	}
	if p.Policy != "mine.star" || len(p.Files) != 2 || p.Files["more.star"] == "" {
		t.Fatalf("packed: %q, %d files", p.Policy, len(p.Files))
	}
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var there cluster.Plan
	if err := json.Unmarshal(data, &there); err != nil {
		t.Fatal(err)
	}
	if l, err := there.Layout(6); err != nil || l.Network.Procs() != 6 {
		t.Errorf("on another computer: %v", err)
	}
}

func TestPackWithoutFile(t *testing.T) {
	p := cluster.Plan{Policy: "plb:gamma=0.6"}
	if err := p.Pack(); err != nil || p.Files != nil || p.Policy != "plb:gamma=0.6" {
		t.Errorf("%+v, %v", p, err)
	}
	p.Policy = filepath.Join(t.TempDir(), "no.star")
	if err := p.Pack(); err == nil {
		t.Error("a file that is not there")
	}
}
