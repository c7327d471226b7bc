// Package server starts a NATS server with JetStream inside this program, for a run whose user has none.
//
// It brings every message to the disk before it acknowledges it. From inside the program, the coordinator connects, and Server.Watch, which
// hears who comes and goes. From outside, workers connect, which know the token. They may ask the coordinator and hear its answers, each
// under its own name (protocol.Identity), and nothing else: they cannot reach the store, nor hear what is said to others. The network is
// TLS; tls.go says with which certificate.
package server

import "crypto/tls"

// Config says where a server listens, and who may come in.
type Config struct {
	Folder string // of the store
	Listen string // HOST:PORT; port 0 is any that is free
	Token  string // of workers
	Inside string // of the coordinator
	Run    string
	// Certificate is that of the server. Without one it speaks plain TCP, which is for tests.
	Certificate *tls.Certificate
	MostStore   int64 // bytes of the store; 0 is three quarters of what is free and its own when it begins
}

// The folders that a server makes: Store in Config.Folder, and JetStream in that.
const (
	Store     = "nats"
	JetStream = "jetstream"
)
