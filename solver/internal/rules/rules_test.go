package rules

import "testing"

func TestRules(t *testing.T) {
	for i, rule := range All() {
		if rule.Name == "" || rule.Title == "" || rule.Source == "" {
			t.Errorf("rule %d lacks a name, a title or a source", i)
		}
		if found, err := Find(rule.Name); err != nil || found.Name != rule.Name {
			t.Errorf("rule %s is not found: %v", rule.Name, err)
		}
	}
	if rule, err := Find(""); err != nil || rule.Name != "lex" {
		t.Errorf("the default rule is %q, %v", rule.Name, err)
	}
}
