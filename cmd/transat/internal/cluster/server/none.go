//go:build nocluster

package server

import (
	"errors"
	"net"

	client "github.com/nats-io/nats.go"
)

// errNone says what is to be done instead.
var errNone = errors.New("this transat was built without a server of its own (-tags nocluster): give it one, with --cluster=nats://HOST:4222")

// Server is a server that this program does not have.
type Server struct{}

// Start returns an error.
func Start(Config) (*Server, error) { return nil, errNone }

// Addr returns an error.
func (*Server) Addr() (*net.TCPAddr, error) { return nil, errNone }

// Connect returns an error.
func (*Server) Connect(...client.Option) (*client.Conn, error) { return nil, errNone }

// Revive returns an error.
func (*Server) Revive() error { return errNone }

// Watch returns an error.
func (*Server) Watch(func(worker string, open bool)) error { return errNone }

// Close does nothing.
func (*Server) Close() {}
