package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"transat/balance"
)

func TestPoliciesWithCommasInTheirPaths(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"d,y/thief.star", "thief.star", "a,b,c.star"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		given []string
		want  []string
	}{
		{[]string{"plb,steal"}, []string{"plb", "steal"}},
		{[]string{"./d,y/thief.star"}, []string{"./d,y/thief.star"}},
		{[]string{"plb,./d,y/thief.star:x=1,steal"}, []string{"plb", "./d,y/thief.star:x=1", "steal"}},
		{[]string{"thief.star,a,b,c.star,thief.star"}, []string{"thief.star", "a,b,c.star", "thief.star"}},
		{[]string{"./d,y/none.star"}, []string{"./d", "y/none.star"}},
		{[]string{`"./d,y/none.star",plb`}, []string{"./d,y/none.star", "plb"}},
		{[]string{"plb", "./d,y/thief.star"}, []string{"plb", "./d,y/thief.star"}},
	} {
		cmd := &cobra.Command{}
		var got []string
		AddPolicies(cmd, &got, []string{"default"}, "")
		for _, text := range tc.given {
			if err := cmd.Flags().Set("policy", text); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%q: -want +got:\n%s", tc.given, diff)
		}
	}
}

// A script is named with its suffix; without it, it is what was meant.
func TestUnknownPolicyIsTheScriptOfThatName(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := balance.Choose("thief:pause=1")
	if text := UnknownName(err).Error(); strings.Contains(text, "thief.star") {
		t.Errorf("without a script: %s", text)
	}
	if err := os.WriteFile("thief.star", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const want = `unknown policy "thief"; did you mean "thief.star"? (transat list policies shows all)`
	if text := UnknownName(err).Error(); text != want {
		t.Errorf("with a script: %s, want %s", text, want)
	}
	other := &balance.UnknownError{What: "parameter", Name: "thief", Known: []string{"pause"}}
	if text := UnknownName(other).Error(); strings.Contains(text, "thief.star") {
		t.Errorf("a parameter: %s", text)
	}
}

func TestCacheNames(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home) // of Windows
	t.Setenv("home", home)        // of Plan 9
	for _, tc := range []struct{ flag, variable, want string }{
		{"dir", "other", "dir"},
		{"", "other", "other"},
		{"off", "other", ""},
		{"OFF", "other", ""},
		{"", "Off", ""},
		{"./off", "", "./off"},
		{"~/x", "", filepath.Join(home, "x")},
		{"", "~/x", filepath.Join(home, "x")},
		{"", "~", home},
		{"./~", "", "./~"},
		{"x~/y", "", "x~/y"},
	} {
		t.Setenv("TRANSAT_CACHE", tc.variable)
		got := ""
		if c := new(App).Cache(tc.flag); c != nil {
			got = c.Dir
		}
		if got != tc.want {
			t.Errorf("--cache=%s, TRANSAT_CACHE=%s: %q, want %q", tc.flag, tc.variable, got, tc.want)
		}
	}
}
