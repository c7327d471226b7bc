package network

import (
	"context"
	"fmt"
	"io"
	"net"

	"transat/cmd/transat/command/internal/cli"
)

// accept waits for a connection. It closes the connection when ctx ends, so that who reads from it comes to an end.
func accept(a *cli.App, ctx context.Context, addr string, ready func(at string)) (io.ReadCloser, error) {
	if err := checkAddr("listen", addr); err != nil {
		return nil, cli.Misuse(err)
	}
	listener, err := listen(ctx, "listen", addr)
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	at := listener.Addr().(*net.TCPAddr)
	if !at.IP.IsLoopback() {
		a.Line.Warn(fmt.Sprintf("%s can be reached from other computers, and whoever is the first can send a tree "+
			"(--listen=127.0.0.1:%d keeps it to this one)", at, at.Port))
	}
	ready(at.String())
	defer context.AfterFunc(ctx, func() { _ = listener.Close() })()
	conn, err := listener.Accept()
	if ctx.Err() != nil {
		if err == nil {
			_ = conn.Close()
		}
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() })
	return conn, nil
}
