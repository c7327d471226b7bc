package command

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/doc"
	"transat/cmd/transat/internal/manual"
	"transat/cmd/transat/internal/output"
)

func docsCommand(a *cli.App, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "docs DIR",
		Short: "Write man pages and completion scripts to a folder",
		Long: `Write the manual and completion scripts into folders below DIR, for packages:

  man/man1      a page for each command, such as transat-solve(1)
  man/man7      a page for each topic of transat help, such as transat-balancers(7)
  completion    scripts for bash, zsh, fish and powershell

The files are the same on every machine. To read one: man DIR/man/man1/transat.1`,
		Example: `  transat docs docs
  transat docs build/share
  transat docs manual`,
		Args: cli.Between(1, 1, "one DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := writeDocs(root, args[0])
			if err == nil {
				return a.Tell("%s: %s", args[0], cli.Counted(n, "file"))
			}
			return err
		},
	}
}

// writeDocs returns the number of files.
func writeDocs(root *cobra.Command, dir string) (n int, err error) {
	write := func(folder, name string, content func(io.Writer) error) {
		folder = filepath.Join(dir, folder)
		if err == nil {
			err = output.Folder(folder)
		}
		if err == nil {
			err = output.WriteFile(filepath.Join(folder, name), content)
			n++
		}
	}
	for _, page := range pages(root) {
		write(fmt.Sprintf("man/man%d", page.Section), page.File(), func(w io.Writer) error {
			_, err := w.Write(page.Text)
			return err
		})
	}
	for _, shell := range shells() {
		write("completion", shell.file, func(w io.Writer) error { return shell.script(root, w) })
	}
	return n, err
}

// pages is the manual. Each page of a command mentions all topics, and the page of the program all
// commands as well.
func pages(root *cobra.Command) []manual.ManualPage {
	var commands, topics []string
	for _, c := range root.Commands() {
		commands = append(commands, fmt.Sprintf("transat-%s(%d)", c.Name(), manual.Commands))
	}
	for _, t := range doc.Topics() {
		topics = append(topics, fmt.Sprintf("transat-%s(%d)", t.Name, manual.Topics))
	}
	main := fmt.Sprintf("transat(%d)", manual.Commands)
	pages := []manual.ManualPage{manual.Command(root, append(commands, topics...))}
	for _, c := range root.Commands() {
		pages = append(pages, manual.Command(c, append([]string{main}, topics...)))
	}
	for _, t := range doc.Topics() {
		pages = append(pages, manual.Topic("transat-"+t.Name, t.About, t.Text, append([]string{main}, topics...)))
	}
	return pages
}
