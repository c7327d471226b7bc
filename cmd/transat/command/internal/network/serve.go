package network

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/web/server"
)

// serve returns nil when ctx ends, which is the usual end of a server.
func serve(a *cli.App, ctx context.Context, o cli.ServeOptions) error {
	if err := checkAddr("addr", o.Addr); err != nil {
		return cli.Misuse(err)
	}
	p, err := o.Page()
	if err != nil {
		return err
	}
	listener, err := listen(ctx, "addr", o.Addr)
	if err != nil {
		return err
	}
	defer listener.Close()

	s := server.Options{Page: p, Trees: o.Trees, Hosts: o.Hosts}
	room := ""
	if o.Runs.URL != "" {
		s.Runs, room = (&runs{access: o.Runs}).states, "#cluster"
	}
	at := listener.Addr().(*net.TCPAddr)
	if !at.IP.IsLoopback() {
		a.Line.Warn(fmt.Sprintf("%s can be reached from other computers, and they see which trees are in the cache "+
			"(--addr=127.0.0.1:%d keeps it to this one)", at, at.Port))
		s.Anywhere = true
		if name, err := os.Hostname(); err == nil {
			s.Hosts = append(s.Hosts, name, name+".local")
		}
	}
	url := "http://" + visitAt(at) + "/" + room
	fmt.Fprintf(a.Out, "%s shows the page; Ctrl-C ends it\n", url)
	if err := a.Out.Err(); err != nil {
		return err // the user does not know the address of the page
	}
	if s.Runs != nil {
		go func() {
			if _, err := s.Runs(ctx); err != nil && ctx.Err() == nil {
				a.Line.Warn(fmt.Sprintf("no server of runs can be reached, the page asks again every second: %v", err))
			}
		}()
	}
	if o.Open {
		if err := openBrowser(url); err != nil {
			a.Line.Warn(fmt.Sprintf("no browser could be opened: %v", err))
		}
	}
	return server.Serve(ctx, listener, server.Handler(s))
}

// checkAddr checks the address of a flag before anything else is done.
func checkAddr(flag, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--%s=%s: want an address and a port, such as 127.0.0.1:8080 or [::1]:8080", flag, addr)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("--%s=%s: port %q: want a number from 0 to 65535", flag, addr, port)
	}
	return nil
}

// listen listens at the address of a flag. If it is taken, the error names a free one.
func listen(ctx context.Context, flag, addr string) (net.Listener, error) {
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
			return nil, fmt.Errorf("--%s=%s: another program listens there, or this one may not: --%[1]s=%[3]s is free", flag, addr, other)
		}
	}
	return nil, fmt.Errorf("--%s=%s: %w", flag, addr, err)
}

// visitAt is the address under which a browser of this computer finds a listener.
func visitAt(at *net.TCPAddr) string {
	if at.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", strconv.Itoa(at.Port))
	}
	return at.String()
}
