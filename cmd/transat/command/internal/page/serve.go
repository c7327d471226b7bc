package page

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/web/site"
)

// ServeCommand is the subcommand serve.
func ServeCommand(a *cli.App) *cobra.Command {
	var flags cli.ServeOptions
	var cache string
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Show the grid at work, in a page for your browser",
		Long: `Serve the page in which balancers race: choose a tree, a grid and up to four policies, watch
which processors work and which wait, change a script and race it again. Ctrl-C ends it.

The page simulates in the browser, with this program's own code, and its numbers are those of
transat compare. The server only sends files; nothing that a visitor does comes back to it.
Recorded trees of the cache can be loaded in the page by name. With --cluster=URL the room
#cluster shows the workers of transat solve --cluster live.

Only this computer can reach the server, unless --addr says otherwise. It refuses requests
of other sites, and requests under a name that is not in --host. The page's engine, a
WebAssembly program, is in released binaries; in a checkout, Go builds it, once, in a minute.`,
		Example: `  transat serve
  transat serve --addr=127.0.0.1:0
  transat serve --addr=127.0.0.1:0 --host=transat.example`,
		Args: cli.Between(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkRuns(cmd, &flags.Runs); err != nil {
				return err
			}
			network, err := a.Networked(cmd.Context())
			if err != nil {
				return err
			}
			flags.Trees = newShelf(a.Cache(cache), a.Trees)
			flags.Page = func() (*site.Page, error) { return assemble(a, cmd.Context(), cache) }
			return network.Serve(a, cmd.Context(), flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&flags.Addr, "addr", "127.0.0.1:8080", "address and port to listen at; port 0 is any free one")
	f.BoolVar(&flags.Open, "open", false, "open the page in your browser")
	f.StringSliceVar(&flags.Hosts, "host", nil, "further names that browsers may call the server by, as behind a proxy")
	f.StringVar(&cache, "cache", "", cacheHelp)
	addRunFlags(cmd, &flags.Runs)
	return cmd
}

func addRunFlags(cmd *cobra.Command, to *cluster.Access) {
	cmd.Flags().StringVar(&to.URL, "cluster", "", "show the runs of the NATS server at `URL`, too, in the room #cluster")
	cli.AddAccessFlags(cmd, to)
}

// checkRuns looks at the flags, and finds the token.
func checkRuns(cmd *cobra.Command, a *cluster.Access) error {
	if a.URL != "" && !strings.Contains(a.URL, "://") {
		return cli.Misuse(fmt.Errorf("--cluster=%s: want a URL, such as nats://HOST:PORT", a.URL))
	}
	for _, name := range cli.AccessFlags() {
		if a.URL == "" && cmd.Flags().Changed(name) {
			return cli.Misuse(fmt.Errorf("--%s is for --cluster=URL", name))
		}
	}
	if a.URL != "" {
		return cli.FindToken(a)
	}
	return nil
}
