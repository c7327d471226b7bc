// Package network has the three things that commands do on a network: a search on many computers (package cluster/network), the server
// of the page (serve.go), and waiting for a solver that sends its search tree (accept.go). It is a large part of the code, so the program
// transat is built without it, and starts transat-net: see cli.Remote.
package network

import (
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster/network"
)

// New returns a network.
func New() *cli.Remote {
	return &cli.Remote{Open: network.Open, Work: network.Work, States: network.States, Serve: serve, Accept: accept}
}
