package rounds

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// files opens files that are given as texts by name.
func files(texts map[string]string) func(string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		text, ok := texts[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}
}

func distribution(t testing.TB, s string) Distribution {
	t.Helper()
	d, err := ChooseDistribution(s, files(map[string]string{"six.txt": "# six\n1, 2 3\n\n4.5 0,6"}))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDistributions(t *testing.T) {
	for _, c := range []struct {
		text  string
		whole bool
		want  []float64
	}{
		{"point", true, []float64{30, 0, 0, 0, 0, 0}},
		{"point:2", true, []float64{12, 0, 0, 0, 0, 0}},
		{"point:1.5,4", false, []float64{0, 0, 0, 0, 9, 0}},
		{"point:0.1", true, []float64{1, 0, 0, 0, 0, 0}},
		{"uniform:7,7", true, []float64{7, 7, 7, 7, 7, 7}},
		{"uniform:0.5,1.5", true, []float64{1, 1, 1, 1, 1, 1}},
		{"normal:3,0", true, []float64{3, 3, 3, 3, 3, 3}},
		{"normal:3.5, 0", false, []float64{3.5, 3.5, 3.5, 3.5, 3.5, 3.5}},
		{"six.txt", false, []float64{1, 2, 3, 4.5, 0, 6}},
	} {
		got, err := distribution(t, c.text).Loads(6, c.whole, 1)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.text, diff)
		}
	}
}

func TestDistributionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"uniform:1,2,3": "distribution uniform:1,2,3: 3 values; it has 2: uniform:low,high",
		"uniform:5,1":   "distribution uniform:5,1: the lower bound 5 is above the upper bound 1",
		"uniform:-1":    `distribution uniform: low="-1": want a number from 0 to 2.147483647e+09`,
		"normal:x":      `distribution normal: mean="x": want a number from 0 to 1e+08`,
		"normal:":       `distribution normal: mean="": want a number from 0 to 1e+08`,
		"point:NaN":     `distribution point: mean="NaN": want a number from 0 to 1e+09`,
		"unifrom:0,1": `distribution "unifrom:0,1" is none of point:mean,rank, uniform:low,high, normal:mean,std, ` +
			`and no file: file does not exist`,
		"bad.txt":        `bad.txt:2:3: "x" is not a number; want loads separated by white space or commas`,
		"point:5,6":      "distribution point:5,6: there is no processor 6; ranks go from 0 to 5",
		"point:5,0.5":    "distribution point:5,0.5: there is no processor 0.5; ranks go from 0 to 5",
		"uniform:.1,.9":  "distribution uniform:0.1,0.9: there is no whole number between the bounds",
		"short.txt":      "short.txt has 2 loads, for 6 processors",
		"real.txt":       "real.txt: load 0.5 of processor 1: want a whole number of elements",
		"uniform:0,1e10": `distribution uniform: high="1e10": want a number from 0 to 2.147483647e+09`,
	} {
		d, err := ChooseDistribution(text, files(map[string]string{"bad.txt": "1\n2 x", "short.txt": "1 2", "real.txt": "1 .5 2 3 4 5"}))
		if err == nil {
			_, err = d.Loads(6, true, 1)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", text, err, want)
		}
	}
	if _, err := ChooseDistribution("nowhere", files(nil)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not what opening the file said", err)
	}
}

func TestDistributionStringIsTheInverse(t *testing.T) {
	for _, text := range []string{"point:5,0", "uniform:0.25,100", "normal:50,1e+07", "six.txt"} {
		if got := distribution(t, text).String(); got != text {
			t.Errorf("%s, want %s", got, text)
		}
	}
	for _, d := range Distributions() {
		if again := distribution(t, d.String()); !slices.Equal(again.Values, d.Values) {
			t.Errorf("%v has become %v", d, again)
		}
	}
}

func TestDistributionsHaveTheirMoments(t *testing.T) {
	for _, c := range []struct {
		text      string
		whole     bool
		mean, std float64
	}{
		{"uniform:10,20", false, 15, 10 / math.Sqrt(12)},
		{"uniform:0,9", true, 4.5, math.Sqrt(99.0 / 12)},
		{"normal:50,10", false, 50, 10},
		{"normal:50,10", true, 50, math.Sqrt(100 + 1.0/12)},
		{"normal:0,1", false, 1 / math.Sqrt(2*math.Pi), math.Sqrt(0.5 - 1/(2*math.Pi))}, // half of it cut
	} {
		loads, err := distribution(t, c.text).Loads(200_000, c.whole, 7)
		if err != nil {
			t.Fatal(err)
		}
		mean, std := moments(loads)
		if math.Abs(mean-c.mean) > 0.02*c.std || math.Abs(std-c.std) > 0.02*c.std {
			t.Errorf("%s, whole %v: mean %v and standard deviation %v, want %v and %v", c.text, c.whole, mean, std, c.mean, c.std)
		}
	}
}

// The streams are pinned: results must not change from one version to the next.
func TestSeedsGiveTheSameLoads(t *testing.T) {
	for _, c := range []struct {
		text string
		want []float64
	}{
		{"uniform:0,100", []float64{86, 97, 13, 8, 18}},
		{"normal:50,10", []float64{43, 62, 44, 49, 56}},
	} {
		got, err := distribution(t, c.text).Loads(5, true, 42)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.text, diff)
		}
	}
}

func TestReadLoadsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1 2\n3 -4":               `f:2:3: load "-4" is negative; want at least 0`,
		"1,,2,inf":                `f:1:6: "inf" is not a number; want loads separated by white space or commas`,
		"1e999":                   `f:1:1: "1e999" is not a number; want loads separated by white space or commas`,
		"# 1\n\t 12a 3":           `f:2:3: "12a" is not a number; want loads separated by white space or commas`,
		"1234567890123456789012x": `f:1:1: "12345678901234567890…" is not a number; want loads separated by white space or commas`,
	} {
		_, err := ReadLoads("f", strings.NewReader(text))
		var wrong *LoadsError
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzReadLoads(f *testing.F) {
	f.Add("# 2x3\n12, 0, 0\n 5  7  1.5")
	f.Add("1e3\r\n,,\t#")
	f.Add("0x1p-2 -0 nan _1")
	f.Fuzz(func(t *testing.T, text string) {
		loads, err := ReadLoads("f", strings.NewReader(text))
		if err != nil && loads != nil {
			t.Error("loads and an error")
		}
		for _, load := range loads {
			if load < 0 || math.IsInf(load, 0) || math.IsNaN(load) {
				t.Errorf("load %v", load)
			}
		}
	})
}
