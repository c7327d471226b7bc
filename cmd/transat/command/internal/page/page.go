// Package page has the subcommands serve and page, which show the page, and write it to a folder.
//
// Both assemble it in the same way (program.go). Then serve.go sends it to browsers, by package server; page.go writes it to a folder, by
// package site. Recorded trees of the cache go with it (trees.go).
package page

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/web/site"
)

// pageFlags are the flags of page.
type pageFlags struct {
	trees []string
	cache string
	force bool
}

// Command is the subcommand page.
func Command(a *cli.App) *cobra.Command {
	var flags pageFlags
	cmd := &cobra.Command{
		Use:   "page DIR [flags]",
		Short: "Write the page with the grid at work to a folder, for any web host",
		Long: `Write the page that transat serve shows to the folder DIR, as static files: for any web
host, in any folder of it, since all links are relative. Browsers load no page with
scripts from a disk, so to look at it, serve the folder with any file server.

The page simulates in the browser. Its engine, a WebAssembly program, is in released
binaries; in a checkout, Go builds it, once, in a minute.

An older page in DIR is replaced. DIR with other files in it is refused; --force writes the
page beside them. Links in DIR are not followed: nothing outside of it is written or removed.`,
		Example: `  transat page site
  transat page site --force
  transat page talk`,
		Args: cli.Between(1, 1, "one DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := isFolder(args[0]); err != nil {
				return err // before the engine is built
			}
			shelf := newShelf(a.Cache(flags.cache), a.Trees)
			chosen, err := shelf.choose(flags.trees) // errors come before a minute of building
			if err != nil {
				return err
			}
			p, err := assemble(a, cmd.Context(), flags.cache)
			if err != nil {
				return err
			}
			n, err := p.Write(cmd.Context(), args[0], shelf, chosen, flags.force)
			if foreign := (*site.ForeignError)(nil); errors.As(err, &foreign) {
				return cli.Misuse(fmt.Errorf("%w (--force writes the page beside them)", err))
			}
			if err == nil {
				return a.Tell("%s: %s", args[0], cli.Counted(n, "file"))
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringSliceVar(&flags.trees, "tree", nil, "recorded trees of the cache that go with the page, by the names of their formulas")
	f.StringVar(&flags.cache, "cache", "", cacheHelp)
	f.BoolVar(&flags.force, "force", false, "write to a folder with other files in it; one of the same name is replaced")
	return cmd
}

// isFolder refuses a DIR that is a file, or lies below a file. A DIR that does not exist will be made.
func isFolder(dir string) error {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%s: %s is a file: want a folder for the page, an old or a new one", dir, at)
		case err == nil || at == filepath.Dir(at):
			return nil
		}
	}
}

const cacheHelp = "folder with recorded trees and the page's engine, or off (default: $TRANSAT_CACHE, or transat in your cache folder)"
