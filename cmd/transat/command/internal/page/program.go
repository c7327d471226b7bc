package page

import (
	"context"
	"path/filepath"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/course"
	"transat/cmd/transat/internal/terminal"
	"transat/cmd/transat/internal/web/bundle"
	"transat/cmd/transat/internal/web/site"
)

// assemble puts the page together. It may have to build the page's program, which is kept in the folder page of the cache.
func assemble(a *cli.App, ctx context.Context, cache string) (*site.Page, error) {
	source := bundle.Engine()
	if c := a.Cache(cache); c != nil {
		source.Keep = filepath.Join(c.Dir, "page")
	}
	source.Warn = a.Line.Warn
	progress, done := showBuild(a.Line)
	defer done()
	source.Progress = progress
	p, err := bundle.Find(ctx, source)
	if err != nil {
		return nil, err
	}
	texts, err := course.Files()
	if err != nil {
		return nil, err
	}
	return site.New(site.FS, p, texts)
}

// showBuild shows how far the building of the program has come: as a bar or, where there is no terminal, in lines. How much time is left
// cannot be told from the number of packages that are built: linking them comes last.
func showBuild(line *terminal.Line) (progress func(share float64, what string), done func()) {
	bar := line.StartLong("looking for the page's engine")
	return func(share float64, what string) { bar.SetLeft(share, what, "") }, bar.Done
}
