package reproduce

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
)

// Files are the names of the files of a result, the folder included.
type Files struct {
	Rows     string   // the tables as CSV, "" if nothing was written
	Pictures []string // as SVG
}

// all returns all names.
func (f Files) all() []string {
	if f.Rows == "" {
		return nil
	}
	return append([]string{f.Rows}, f.Pictures...)
}

// Save writes the tables and pictures of a result to a folder, and notes the names of the files that it
// wrote. They are the name of the item, with - for /. A file appears when it is complete.
func (f *ItemResult) Save(dir string) error {
	base := filepath.Join(dir, strings.ReplaceAll(f.Item.Name, "/", "-"))
	rows := ItemResults{*f}
	table := base + ".csv"
	if err := output.WriteFile(table, func(w io.Writer) error { return rows.Write(w, report.Plain(report.CSV)) }); err != nil {
		return err
	}
	f.Rows = table
	for _, fig := range f.Result.Figures {
		name := base
		if fig.Key != "" {
			name += "-" + fig.Key
		}
		file := name + figure.Extension
		if err := output.WriteFile(file, func(w io.Writer) error { return figure.Write(w, f.signed(fig.Picture)) }); err != nil {
			return err // which names the file, and so the item
		}
		f.Pictures = append(f.Pictures, file)
	}
	return nil
}

// signed is a picture that tells how to make it again.
func (f *ItemResult) signed(picture figure.Picture) figure.Picture {
	sign := func(subtitle string) string {
		return fmt.Sprintf("%s, %s size, seed %d: %s", f.Item.Name, f.size(), f.Seed, subtitle)
	}
	switch p := picture.(type) {
	case figure.Chart:
		p.Subtitle = sign(p.Subtitle)
		return p
	case figure.Map:
		p.Subtitle = sign(p.Subtitle)
		return p
	}
	return picture
}
