package film

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
	"transat/instances/fuzztest"
)

var update = flag.Bool("update", false, "write the films of testdata anew")

// Reading what was written gives the same film.
func TestReadIsTheInverseOfEncode(t *testing.T) {
	each(t, func(t *testing.T, r recorded) {
		data, err := r.film.Encode()
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(data)
		if err != nil {
			t.Fatal(err)
		}
		hasty, err := r.film.EncodeInHaste()
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range [][]byte{data, hasty} {
			f, err := Read(source)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := f.Encode(); err != nil || string(again) != string(data) {
				t.Errorf("encoded again, it is another film: %v", err)
			}
		}
		for i := range f.looks { // digits that are dropped, and zeros that need not be kept
			f.looks[i].sigma, f.looks[i].kinds = 0, nil
			r.film.looks[i].sigma, r.film.looks[i].kinds = 0, nil
		}
		for i := range f.parcels {
			r.film.parcels[i].next = -1
		}
		if diff := cmp.Diff(r.film.parcels, f.parcels, cmp.AllowUnexported(parcel{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("parcels (-recorded +read):\n%.2000s", diff)
		}
		if diff := cmp.Diff(r.film.looks, f.looks, cmp.AllowUnexported(look{})); diff != "" {
			t.Errorf("looks (-recorded +read):\n%.2000s", diff)
		}
		if !slices.Equal(r.film.changes, f.changes) || !slices.Equal(r.film.place, f.place) {
			t.Error("changes or places are others")
		}
	})
}

// A film that is damaged is refused, whatever is damaged in it; what is read nonetheless can be looked at.
func TestDamagedFilmsAreRefused(t *testing.T) {
	r := record(t, scene{policy: "steal", sides: []int{3, 3}, nodes: 300, seed: 1, options: Options{Looks: 10}})
	data, err := r.film.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, data, want string }{
		{"nothing", "", "no film"},
		{"another file", "<!doctype html>", "no film"},
		{"no header", string(data[:8]), "cut off in its header"},
		{"half of it", string(data[:len(data)/2]), "cut off or damaged"},
		{"another version", strings.Replace(string(data), `"version":1`, `"version":9`, 1), "version 9"},
		{"another grid", strings.Replace(string(data), `"sides":[3,3]`, `"sides":[4,3]`, 2), "9 processors on a grid of 12"},
		{"more looks", strings.Replace(string(data), `"looks":`, `"looks":9`, 1), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := Read([]byte(tc.data)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("the error is %v, want one that says %q", err, tc.want)
			}
		})
	}
}

// FuzzRead reads what claims to be a film.
func FuzzRead(f *testing.F) {
	var films []string
	for _, s := range []scene{
		{policy: "plb", sides: []int{2, 2}, nodes: 100, seed: 1, options: Options{Looks: 4}},
		{policy: "lade", kind: "ring", sides: []int{2, 2}, nodes: 100, seed: 1, options: Options{Looks: 4, Parcels: 5}},
	} {
		data, err := record(f, s).film.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(len(films)), []byte{})
		films = append(films, string(data))
	}
	f.Fuzz(func(t *testing.T, which uint8, edits []byte) {
		if len(edits) > fuzztest.Most {
			return
		}
		film, err := Read(fuzztest.Edited(films[int(which)%len(films)], edits))
		if err != nil || film.Topology.Procs > 1000 {
			return
		}
		for _, at := range []balance.Ticks{0, film.End / 2, film.End} {
			film.StateAt(at)
			film.InFlight(at)
			film.Flows(0, at)
			film.Talk(0, at, 3)
			_ = film.Now(at)
		}
	})
}

// The films of testdata, which tests of the page play, are of this format.
func TestFilmOfTestdata(t *testing.T) {
	const name = "testdata/plb.film"
	if *update {
		data, err := record(t, scene{policy: "plb", sides: []int{8, 8}, nodes: 8000, seed: 1, options: Options{Looks: 200}}).film.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(data); err != nil {
		t.Errorf("%s: %v; go test -update writes it anew", name, err)
	}
}
