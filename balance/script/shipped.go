package script

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"

	"transat/balance"
)

// The folder parts has what scripts load and is no policy.
//
//go:embed policies/*.star policies/parts/*.star
var shipped embed.FS

// Shipped returns the entries of the scripts in the folder policies, by name: "steal.star". Each does the same as the
// policy of package balance that it is named after, plb on a line only.
func Shipped() ([]balance.Spec, error) {
	files, err := fs.Glob(shipped, "policies/*.star")
	if err != nil {
		return nil, err
	}
	folder, err := fs.Sub(shipped, "policies")
	if err != nil {
		return nil, err
	}
	var specs []balance.Spec
	for _, file := range files {
		p, err := read(folder, "", path.Base(file), nil)
		if err != nil {
			return nil, err
		}
		specs = append(specs, p.spec())
	}
	return specs, nil
}

// Names returns the names of the policies of package balance of which there is a script.
func Names() []string {
	files, _ := fs.Glob(shipped, "policies/*.star") // the pattern is well formed
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(path.Base(file), ".star"))
	}
	slices.Sort(names)
	return names
}

// Source returns the text of the script that does the same as a policy of package balance, if there is one.
func Source(policy string) (text string, ok bool) {
	if strings.ContainsAny(policy, "/\\") {
		return "", false
	}
	b, err := shipped.ReadFile("policies/" + policy + ".star")
	return string(b), err == nil
}

//go:embed template.star
var template string

// Template is the text of a policy to begin with: a thief that works, with comments.
func Template(name string) string { return strings.ReplaceAll(template, "NAME", name) }
