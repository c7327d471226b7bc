package reproduce

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
)

// Save writes the tables and pictures of a finding to a folder, which it makes if there is none: the
// tables as CSV, every picture as SVG and PNG. All are named after the item, with - for /. It returns
// the names of the files, the folder included. A file appears when it is complete.
func (f Finding) Save(dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	base := filepath.Join(dir, strings.ReplaceAll(f.Item.Name, "/", "-"))
	var names []string
	save := func(name string, write func(io.Writer) error) error {
		names = append(names, name)
		return output.WriteFile(name, write)
	}
	err := save(base+".csv", func(w io.Writer) error { return Findings{f}.Write(w, report.CSV) })
	if err != nil {
		return nil, err
	}
	for _, fig := range f.Result.Figures {
		name := base
		if fig.Key != "" {
			name += "-" + fig.Key
		}
		for _, format := range figure.Formats() {
			err := save(name+"."+string(format), func(w io.Writer) error { return figure.Write(w, fig.Picture, format) })
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Item.Name, err)
			}
		}
	}
	return names, nil
}
