package engine_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/script"
	"transat/cmd/transat/internal/web/engine"
)

var update = flag.Bool("update", false, "write testdata/rows.json anew, from the output of the command")

// compared are command lines of transat compare. What they print with --format=json is in testdata/rows.json: there, the
// rows of the engine are compared with it on every platform. That the file is what the command prints, a test on those
// platforms sees on which there is a command.
func compared() []string {
	return []string{
		"php-5-4 --grid=4x4 --policy=plb,steal,lade,liquid-c5,dn",
		"150-645-3/1 --grid=8x8 --policy=plb,steal,lade,liquid-c5,dn --topology=mesh",
		"150-645-3/1 --grid=8x8 --policy=plb,steal,lade,liquid-c5,dn --topology=torus",
		"150-645-3/1 --grid=8x8 --policy=plb,steal,lade,liquid-c5,dn --topology=hypercube",
		"150-645-3/1 --grid=4x8 --policy=round-robin,adf,diffusion,dimension-exchange,an --topology=ring",
		"150-645-3/1 --grid=16x16 --policy=steal,ideal,none,physical --seed=7",
		"150-645-3/1 --grid=8x8 --policy=plb:gamma=0.9,lade --start=spread --load=alpha:alpha=1.1 --grain=0.2 --machine=cluster",
		"150-645-3/1 --grid=8x8 --policy=plb,steal --start=spread --deal=count --seed=0",
		"150-645-3/1 --grid=8x8 --policy=steal,plb --rule=boehm --seed=18446744073709551615",
		"150-600-3/1 --grid=8x8 --policy=steal,plb,none",
		"uts-default --grid=8x8 --policy=steal,lade",
		"knapsack-24 --grid=8x8 --policy=steal,plb,none",
		"150-645-3/1 --grid=8x8 --machine=maspar-mp1 --policy=liquid-c5,nna-sync",
		"150-645-3/1 --grid=8x8 --policy=steal.star,lade.star,steal,lade",
	}
}

const goldenRows = "testdata/rows.json"

// TestRowsAreThoseOfTheCommand holds on all platforms, so also in a browser: digit for digit.
func TestRowsAreThoseOfTheCommand(t *testing.T) {
	text, err := os.ReadFile(goldenRows)
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string][]json.RawMessage
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	lines := compared()
	if len(golden) != len(lines) {
		t.Errorf("%d command lines in %s, want %d; -update writes it anew", len(golden), goldenRows, len(lines))
	}
	e := engine.New(balance.Builtin())
	for i, line := range lines {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(line, func(t *testing.T) {
			if diff := cmp.Diff(compact(t, golden[line]), compact(t, rows(t, e, line))); diff != "" {
				t.Errorf("-command +engine:\n%s", diff)
			}
		})
	}
}

// rows are what an engine makes of a command line: a run for each policy, and a table of them.
func rows(t *testing.T, e *engine.Engine, line string) []json.RawMessage {
	t.Helper()
	request, policies := fieldsOf(t, line)
	var all []string
	var single []json.RawMessage
	for _, policy := range policies {
		request["policy"] = policy
		reply, blobs := answer[struct {
			Row json.RawMessage
			Run string
		}](t, e, request)
		if has := !strings.Contains(line, "maspar") && policy != "ideal"; has != (len(blobs) == 1) {
			t.Errorf("%s: %d recordings", policy, len(blobs))
		}
		all, single = append(all, reply.Run), append(single, reply.Row)
	}
	reply, _ := answer[struct{ Rows []json.RawMessage }](t, e, fields{"do": "table", "runs": all})
	for i, row := range compact(t, single) { // but for what rows say of each other they are the same
		alone, _, _ := strings.Cut(row, `"nrt"`)
		together, _, _ := strings.Cut(compact(t, reply.Rows)[i], `"nrt"`)
		if diff := cmp.Diff(together, alone); diff != "" {
			t.Errorf("-in the table +alone:\n%s", diff)
		}
	}
	return reply.Rows
}

// fieldsOf are the fields of a request for a command line, and its policies.
func fieldsOf(t *testing.T, line string) (fields, []string) {
	t.Helper()
	words := strings.Fields(line)
	request := fields{"do": "run", "tree": words[0]}
	var policies []string
	for _, flag := range words[1:] {
		name, value, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		switch name {
		case "policy":
			policies = strings.Split(value, ",")
		case "grain":
			x, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			request[name] = x
		default:
			request[name] = value
		}
	}
	scripts := map[string]string{}
	for _, p := range policies {
		if name, ok := strings.CutSuffix(p, ".star"); ok {
			scripts[p], _ = script.Source(name)
		}
	}
	request["beside"], request["scripts"] = policies, scripts
	return request, policies
}

// compact are rows without white space: a digit more or less is a difference.
func compact(t *testing.T, rows []json.RawMessage) []string {
	t.Helper()
	var all []string
	for _, row := range rows {
		var b bytes.Buffer
		if err := json.Compact(&b, row); err != nil {
			t.Fatal(err)
		}
		all = append(all, b.String())
	}
	return all
}

// writeRows writes what the command has printed.
func writeRows(t *testing.T, golden map[string][]json.RawMessage) {
	t.Helper()
	text, err := json.MarshalIndent(golden, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(goldenRows), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goldenRows, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
