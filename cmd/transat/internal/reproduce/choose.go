package reproduce

import (
	"slices"
	"strings"

	"transat/cmd/transat/internal/suggest"
)

// Choose returns the items that have one of the given names, or whose names begin with one of them up
// to a slash ("liquid", "liquid/"), in the order of all, each once. Without names it returns all. Items that are done
// by name have to be named in full. The error is a *suggest.Error.
func Choose(all []Item, names []string) ([]Item, error) {
	if len(names) == 0 {
		return slices.DeleteFunc(slices.Clone(all), func(i Item) bool { return i.ByName }), nil
	}
	wanted := map[string]bool{}
	for _, name := range names {
		found := false
		for _, item := range all {
			if item.Name == name || !item.ByName && strings.HasPrefix(item.Name, strings.TrimSuffix(name, "/")+"/") {
				wanted[item.Name], found = true, true
			}
		}
		if !found {
			return nil, suggest.Unknown("experiment", name, known(all), "transat list experiments shows all")
		}
	}
	var chosen []Item
	for _, item := range all {
		if wanted[item.Name] {
			chosen = append(chosen, item)
		}
	}
	return chosen, nil
}

// known returns all names and prefixes.
func known(all []Item) []string {
	var names []string
	seen := map[string]bool{}
	for _, item := range all {
		paper, _, _ := strings.Cut(item.Name, "/")
		for _, name := range []string{item.Name, paper} {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}
