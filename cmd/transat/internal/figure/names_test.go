package figure

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		name   string
		wanted []float64
		want   []float64
	}{
		{"far apart", []float64{20, 80}, []float64{20, 80}},
		{"in another order", []float64{80, 20}, []float64{80, 20}},
		{"the same", []float64{50, 50}, []float64{45, 55}},
		{"near", []float64{50, 54}, []float64{47, 57}},
		{"at the top", []float64{0, 1}, []float64{5, 15}},
		{"at the bottom", []float64{99, 100}, []float64{85, 95}},
		{"one block meets another", []float64{40, 40, 52}, []float64{34, 44, 54}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, spread(c.wanted, 10, 100)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// No two names overlap, none is cut off, and their order is that of the ends.
func TestSpreadKeepsOrderAndRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wanted := rapid.SliceOfN(rapid.Float64Range(-50, 150), 1, 10).Draw(t, "wanted")
		got := spread(wanted, 10, 100)
		for i := range got {
			if got[i] < 5-1e-9 || got[i] > 95+1e-9 {
				t.Fatalf("%v is cut off", got[i])
			}
			for j := range i {
				if math.Abs(got[i]-got[j]) < 10-1e-9 {
					t.Fatalf("%v and %v overlap", got[i], got[j])
				}
				if (wanted[i]-wanted[j])*(got[i]-got[j]) < 0 {
					t.Fatalf("%v and %v have changed places", wanted[i], wanted[j])
				}
			}
		}
	})
}

// manyCurves has that many policies on two trees.
func manyCurves(policies int) Chart {
	chart := Chart{Title: "Many", Y: Axis{To: 100}}
	for i := range 2 * policies {
		name := fmt.Sprint("policy-", i/2)
		chart.Series = append(chart.Series, Series{
			Name: name, Group: []string{"oak", "ash"}[i%2], Dash: i % 2, Colour: i / 2, Points: []Point{{1, 90}, {2, float64(i)}},
		})
	}
	return chart
}

func TestEveryCurveHasAName(t *testing.T) {
	for _, c := range []struct{ policies, each int }{{3, 2}, {40, 1}} { // 80 names would overlap: each is there once
		var out bytes.Buffer
		if err := Write(&out, manyCurves(c.policies)); err != nil {
			t.Fatal(err)
		}
		for i := range c.policies {
			if got := strings.Count(out.String(), fmt.Sprintf(">policy-%d</text>", i)); got != c.each {
				t.Errorf("%d policies: policy-%d is named %d times, want %d", c.policies, i, got, c.each)
			}
		}
		for _, tree := range []string{"oak", "ash"} {
			if got := strings.Count(out.String(), ">"+tree+"</text>"); got != 1 {
				t.Errorf("%d policies: %s is named %d times", c.policies, tree, got)
			}
		}
	}
}

func TestSeriesLookDifferent(t *testing.T) {
	type look struct {
		colour any
		shape  string
	}
	var seen []look
	for i := range 40 {
		l := look{colour(i), fmt.Sprint(outline(i, Point{}, 1))}
		if slices.Contains(seen, l) {
			t.Errorf("series %d looks like one before it", i)
		}
		seen = append(seen, l)
	}
}
