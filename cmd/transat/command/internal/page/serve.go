package page

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/web/server"
)

// serveFlags are what serve can be told.
type serveFlags struct {
	addr  string
	hosts []string
	open  bool
	cache string
	runs  cluster.Access
}

// ServeCommand is the subcommand serve.
func ServeCommand(a *cli.App) *cobra.Command {
	var flags serveFlags
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Show the grid at work, in a page for your browser",
		Long: `Serve the page in which balancers race: choose a tree, a grid and up to four policies, watch
who works and who waits, change a script and race it again. Ctrl-C ends it.

The page simulates in the browser, with this program's own code, and its numbers are those of
transat compare. The server only sends files; nothing that a visitor does comes back to it.
Recorded trees of the cache can be loaded in the page by name. With --cluster=URL the room
#cluster shows live what the workers of transat solve --cluster do.

Only this computer can reach the server, unless --addr says otherwise. It refuses requests
of other sites, and those that call it by a name that is not in --host. The page's engine, a
WebAssembly program, is in released binaries; in a checkout, Go builds it, once, in a minute.`,
		Example: `  transat serve
  transat serve --addr=127.0.0.1:0`,
		Args: cli.Between(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkRuns(cmd, &flags.runs); err != nil {
				return err
			}
			return serve(a, cmd.Context(), flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&flags.addr, "addr", "127.0.0.1:8080", "address and port to listen at; port 0 is any free one")
	f.BoolVar(&flags.open, "open", false, "open the page in your browser")
	f.StringSliceVar(&flags.hosts, "host", nil, "further names that browsers may call the server by, as behind a proxy")
	f.StringVar(&flags.cache, "cache", "", cacheHelp)
	addRunFlags(cmd, &flags.runs)
	return cmd
}

// serve returns nil when ctx ends: that is how a server is meant to end.
func serve(a *cli.App, ctx context.Context, flags serveFlags) error {
	if err := checkAddr(flags.addr); err != nil {
		return cli.Misuse(err)
	}
	p, err := assemble(a, ctx, flags.cache)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, flags.addr)
	if err != nil {
		return err
	}
	defer listener.Close()

	o := server.Options{Page: p, Trees: newShelf(a.Cache(flags.cache)), Hosts: flags.hosts}
	room := ""
	if flags.runs.URL != "" {
		o.Runs, room = (&runs{access: flags.runs}).states, "#cluster"
	}
	at := listener.Addr().(*net.TCPAddr)
	if !at.IP.IsLoopback() {
		a.Line.Warn(fmt.Sprintf(
			"%s can be reached from other computers, and they see which trees are in the cache (--addr=127.0.0.1:%d keeps it to this one)", at,
			at.Port))
		o.Anywhere = true
		if name, err := os.Hostname(); err == nil {
			o.Hosts = append(o.Hosts, name, name+".local")
		}
	}
	url := "http://" + visitAt(at) + "/" + room
	fmt.Fprintf(a.Out, "%s shows the page; Ctrl-C ends it\n", url)
	if err := a.Out.Err(); err != nil {
		return err // otherwise the address of the page is not known
	}
	if o.Runs != nil {
		go func() {
			if _, err := o.Runs(ctx); err != nil && ctx.Err() == nil {
				a.Line.Warn(fmt.Sprintf("no server of runs can be reached, the page asks again every second: %v", err))
			}
		}()
	}
	if flags.open {
		if err := openBrowser(url); err != nil {
			a.Line.Warn(fmt.Sprintf("no browser could be opened: %v", err))
		}
	}
	return server.Serve(ctx, listener, server.Handler(o))
}

// checkAddr finds what is wrong with an address before anything else is done.
func checkAddr(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--addr=%s: want an address and a port, such as 127.0.0.1:8080 or [::1]:8080", addr)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("--addr=%s: port %q: want a number from 0 to 65535", addr, port)
	}
	return nil
}

// listen listens at an address. If it is taken, the error names one that is not.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	if err == nil || ctx.Err() != nil {
		return l, err
	}
	host, port, _ := net.SplitHostPort(addr)
	const tries = 20
	n, _ := strconv.Atoi(port)
	for next := n + 1; n > 0 && next <= n+tries && next < 1<<16; next++ {
		other := net.JoinHostPort(host, strconv.Itoa(next))
		if free, err := config.Listen(ctx, "tcp", other); err == nil {
			free.Close()
			return nil, fmt.Errorf("--addr=%s: another program listens there, or this one may not: --addr=%s is free", addr, other)
		}
	}
	return nil, fmt.Errorf("--addr=%s: %w", addr, err)
}

// visitAt is the address under which a browser of this computer finds a listener.
func visitAt(at *net.TCPAddr) string {
	if at.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", strconv.Itoa(at.Port))
	}
	return at.String()
}
