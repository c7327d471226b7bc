package reproduce

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/report"
)

func TestWrite(t *testing.T) {
	found := results(t, &Plan{Items: []Item{sums("a/means")}, Seed: 7, Threads: 1})
	found[0].Files = Files{Rows: "out/a-means.csv", Pictures: []string{"out/a-means.svg"}}
	for _, tc := range []struct {
		format report.Format
		want   string
	}{
		{report.Text, `
a/means  means of random numbers
════════════════════════════════
Nobody: On chance, §1
numbers from 0 to 1
full size, seed 7

Means

     n  mean  paper       ±
────────────────────────────
    10  0.53
   100  0.47   0.50  -6.9 %
  1000  0.49   0.50  -2.0 %
 10000  0.50   0.50  +0.4 %
 a note

Counts

     n
───────
    10
   100
  1000
 10000

What the paper says
 ◐ §2  means are ½
      bound (ours): within 0.05
      holds for n ≥ 100: small n stray
 ✗ §3  means are 1
      bound (the paper's): 1
      does not hold: they are not

What we read in the paper
 ✓ §4  10,000 numbers have a mean of ½
      bound (ours): within 0.01
      holds: 0.50

Our own checks
 ✓ §1  means are numbers
      holds

out/a-means.csv
out/a-means.svg
`},
		{report.Markdown, `
## a/means: means of random numbers

- Nobody: On chance, §1
- numbers from 0 to 1
- full size, seed 7

### Means

|     n | mean | paper |      ± |
|------:|-----:|------:|-------:|
|    10 | 0.53 |       |        |
|   100 | 0.47 |  0.50 | -6.9 % |
|  1000 | 0.49 |  0.50 | -2.0 % |
| 10000 | 0.50 |  0.50 | +0.4 % |

- a note

### Counts

|     n |
|------:|
|    10 |
|   100 |
|  1000 |
| 10000 |

### What the paper says

- §2, means are ½; bound (ours): within 0.05: **holds for n ≥ 100**: small n stray
- §3, means are 1; bound (the paper's): 1: **does not hold**: they are not

### What we read in the paper

- §4, 10,000 numbers have a mean of ½; bound (ours): within 0.01: **holds**: 0.50

### Our own checks

- §1, means are numbers: **holds**

[out/a-means.csv](out/a-means.csv)

[out/a-means.svg](out/a-means.svg)
`},
		{report.CSV, `
item,table,n,mean,paper_mean,mean_deviation
a/means,means,10,0.5318945090253754,,
a/means,means,100,0.4655710173272084,0.5,-0.0688579653455832
a/means,means,1000,0.4902152582916905,0.5,-0.019569483416619016
a/means,means,10000,0.5021141428461525,0.5,0.004228285692305045
a/means,counts,10,,,
a/means,counts,100,,,
a/means,counts,1000,,,
a/means,counts,10000,,,
`},
		{report.JSON, `
[
  {
    "item": "a/means",
    "title": "means of random numbers",
    "source": "Nobody: On chance, §1",
    "quick": false,
    "seed": 7,
    "rows": [
      {"table": "means", "n": 10, "mean": 0.5318945090253754, "paper_mean": null, "mean_deviation": null},
      {"table": "means", "n": 100, "mean": 0.4655710173272084, "paper_mean": 0.5, "mean_deviation": -0.0688579653455832},
      {"table": "means", "n": 1000, "mean": 0.4902152582916905, "paper_mean": 0.5, "mean_deviation": -0.019569483416619016},
      {"table": "means", "n": 10000, "mean": 0.5021141428461525, "paper_mean": 0.5, "mean_deviation": 0.004228285692305045},
      {"table": "counts", "n": 10},
      {"table": "counts", "n": 100},
      {"table": "counts", "n": 1000},
      {"table": "counts", "n": 10000}
    ],
    "claims": [
      {"kind":"stated","section":"§2","claim":"means are ½","bound":"within 0.05",` +
			`"bound_of":"ours","holds":false,"holds_for":"n ≥ 100","note":"small n stray"},
      {"kind":"stated","section":"§3","claim":"means are 1","bound":"1",` +
			`"bound_of":"the paper's","holds":false,"holds_for":"","note":"they are not"},
      {"kind":"reading","section":"§4","claim":"10,000 numbers have a mean of ½","bound":"within 0.01",` +
			`"bound_of":"ours","holds":true,"holds_for":"","note":"0.50"},
      {"kind":"check","section":"§1","claim":"means are numbers","bound":"","bound_of":"ours","holds":true,"holds_for":"","note":""}
    ],
    "figures": [
      "out/a-means.svg"
    ]
  }
]
`},
	} {
		t.Run(string(tc.format), func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimPrefix(tc.want, "\n"), printed(t, found, tc.format)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDataFormatsAreValidForSeveralItems(t *testing.T) {
	found := results(t, &Plan{Items: []Item{sums("a/b"), sums("c/d")}, Quick: true, Threads: 2})
	var items []struct {
		Item string           `json:"item"`
		Rows []map[string]any `json:"rows"`
	}
	if err := json.Unmarshal([]byte(printed(t, found, report.JSON)), &items); err != nil {
		t.Fatal(err)
	}
	if len(items) != 2 || items[1].Item != "c/d" || len(items[1].Rows) != 4 {
		t.Errorf("JSON has %v", items)
	}
	records, err := csv.NewReader(strings.NewReader(printed(t, found, report.CSV))).ReadAll()
	if err != nil || len(records) != 9 || records[8][0] != "c/d" {
		t.Errorf("CSV has %v, error %v", records, err)
	}
}

func TestSaveWritesTablesAndPictures(t *testing.T) {
	found := results(t, &Plan{Items: []Item{sums("a/b")}, Quick: true, Threads: 1})
	dir := t.TempDir()
	if err := found[0].Save(dir); err != nil {
		t.Fatal(err)
	}
	names := []string{filepath.Join(dir, "a-b.csv"), filepath.Join(dir, "a-b.svg")}
	if diff := cmp.Diff(Files{names[0], names[1:]}, found[0].Files); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for i, begins := range []string{"item,table,n,", "<?xml"} {
		data, err := os.ReadFile(names[i])
		if err != nil || !strings.HasPrefix(string(data), begins) {
			t.Errorf("%s begins with %.20q, error %v", names[i], data, err)
		}
	}
}

func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0: "0.0 %", -1e-9: "0.0 %", 0.0125: "+1.2 %", -0.5: "-50.0 %", 2.347: "+235 %"} {
		if got := Percent(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}
