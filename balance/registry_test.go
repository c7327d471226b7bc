package balance_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

// mine is the entry of a policy that is not of this package.
func mine(name string) balance.Spec {
	return balance.Spec{
		Name: name, Kinds: []string{"mesh"}, Estimate: "count",
		Params: []balance.Param{{Name: "pause", Default: 1, Min: 0, Max: 2, Unit: "s"}},
		New:    func(balance.Topology, balance.Values) balance.Maker { return nil },
	}
}

func TestRegistryHasPoliciesOfOthers(t *testing.T) {
	plain := balance.Builtin()
	registry := plain.With(mine("mine"), mine("steal"))
	chosen, err := registry.Choose("mine:pause=0.5s")
	if err != nil || chosen.Values["pause"] != 0.5 || chosen.String() != "mine:pause=0.5" {
		t.Errorf("%v, %v", chosen, err)
	}
	if got, want := len(registry.Specs()), len(plain.Specs())+1; got != want {
		t.Errorf("%d policies, want %d: one is new and one takes a name that is there", got, want)
	}
	replaced, err := registry.Choose("steal:pause=2")
	if err != nil || replaced.Values["pause"] != 2 {
		t.Errorf("steal is still that of the package: %v, %v", replaced, err)
	}
	var unknown *balance.UnknownError
	if _, err := plain.Choose("mine"); !errors.As(err, &unknown) {
		t.Errorf("With has changed the registry it was called on: %v", err)
	}
	if _, err := registry.Choose("yours"); !errors.As(err, &unknown) || len(unknown.Known) != len(registry.Specs()) {
		t.Errorf("%v knows not all policies", err)
	}
}

func TestRegistryReadsFiles(t *testing.T) {
	broken := errors.New("broken")
	registry := balance.Builtin().WithFiles(".star", func(path string) (balance.Spec, error) {
		if path == "broken.star" {
			return balance.Spec{}, broken
		}
		return mine(path), nil
	})
	for _, c := range []struct{ in, path, pause string }{
		{"mine.star", "mine.star", "1"},
		{"./a/mine.star:pause=0.5", "./a/mine.star", "0.5"},
		{`C:\a\mine.star:pause=2`, `C:\a\mine.star`, "2"},
		{"mine.starlight/a.star", "mine.starlight/a.star", "1"},
		{"plb", "plb", "<nil>"},
	} {
		chosen, err := registry.Choose(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		pause := "<nil>"
		if v, ok := chosen.Values["pause"]; ok {
			pause = fmt.Sprint(v)
		}
		if diff := cmp.Diff([]string{c.path, c.pause}, []string{chosen.Spec.Name, pause}); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.in, diff)
		}
	}
	if _, err := registry.Choose("broken.star"); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}
