package script

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"transat/balance"
)

//go:embed policies/*.star
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

// Source returns the text of the script that does the same as a policy of package balance, if there is one.
func Source(policy string) (text string, ok bool) {
	if strings.ContainsAny(policy, "/\\") {
		return "", false
	}
	b, err := shipped.ReadFile("policies/" + policy + ".star")
	return string(b), err == nil
}
