// Transat-net is transat with a network: a NATS server and its client, and a web server. It takes the same command lines. The program
// transat, which is built without these and is smaller, starts it for transat solve --cluster, worker, cluster and serve.
package main

import (
	"os"

	"transat/cmd/transat/command/network"
)

func main() {
	os.Exit(network.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
