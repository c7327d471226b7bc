package replay

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// prefix is that of the names by which modules import each other.
const prefix = "transat/"

// imports finds the imports of a module: they are all of one form.
func imports(text string) []string {
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^import\s[^"]*"`+prefix+`([\w./-]+)";`).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// importMap is an import map that holds a module and all that it needs, directly or not, each as a data: address: so a
// document is complete in itself.
func importMap(files fs.FS, entry string) (string, error) {
	addresses := map[string]string{}
	for open := []string{entry}; len(open) > 0; {
		name := open[len(open)-1]
		open = open[:len(open)-1]
		if addresses[prefix+name] != "" {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", fmt.Errorf("the module %s: %w", name, err)
		}
		open = append(open, imports(string(text))...)
		addresses[prefix+name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString(text)
	}
	text, err := json.Marshal(map[string]any{"imports": addresses})
	return string(text), err
}

// styles are the page's style sheets, one after the other.
func styles(files fs.FS, names ...string) (string, error) {
	var all strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), nil
}
