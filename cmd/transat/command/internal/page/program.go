package page

import (
	"context"
	"path/filepath"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/course"
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
	bar := a.Line.StartLong("looking for the page's program")
	defer bar.Done()
	source.Progress = bar.Set
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
