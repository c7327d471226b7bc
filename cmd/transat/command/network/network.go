// Package network is package command with a network: `transat worker`, `solve --cluster`, `serve` and what else needs one run in the
// same process, and no other program has to be there.
package network

import (
	"io"

	"transat/cmd/transat/command"
	"transat/cmd/transat/command/internal/network"
)

// Main is [command.Main] in a program with a network.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, options ...command.Option) int {
	return command.Main(args, stdin, stdout, stderr, append(options, command.WithNetwork(network.New()))...)
}
