package papers_test

import (
	"strings"
	"testing"

	"transat/cmd/transat/internal/reproduce/papers"
)

func TestItemsAreInOrder(t *testing.T) {
	seen := map[string]bool{}
	for _, i := range papers.Items() {
		paper, what, ok := strings.Cut(i.Name, "/")
		if !ok || paper == "" || what == "" || i.Name != strings.ToLower(i.Name) || seen[i.Name] {
			t.Errorf("%q is no name of an item, or taken", i.Name)
		}
		if i.Title == "" || i.Source == "" || i.Run == nil {
			t.Errorf("%s lacks a title, a source or a function", i.Name)
		}
		seen[i.Name] = true
	}
}
