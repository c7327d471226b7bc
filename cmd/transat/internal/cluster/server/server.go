//go:build !nocluster

package server

import (
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
)

// Server is a server that runs.
type Server struct {
	server *nats.Server
	store  nats.JetStreamConfig
	inside string // the token of the coordinator
	watch  string // that of the connection that hears of others
}

// patience is how long the server may take to begin.
const patience = 10 * time.Second

// What a message and what is before it may take.
const (
	mostPayload = 1 << 20
	mostLine    = 1 << 12
)

// Start starts a server.
func Start(cfg Config) (*Server, error) {
	host, port, err := cluster.ListenAddress(cfg.Listen)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cfg.Listen, err)
	}
	if host == "" {
		host = "0.0.0.0"
	}
	if port == 0 {
		port = nats.RANDOM_PORT
	} else { // the server would try for seconds, and not say why
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err != nil {
			return nil, fmt.Errorf("no server can be started: %w", err)
		}
		l.Close()
	}
	if err := os.MkdirAll(cfg.Folder, 0o755); err != nil {
		return nil, err
	}
	at := &door{cfg: cfg, watch: rand.Text()}
	store := nats.JetStreamConfig{StoreDir: filepath.Join(cfg.Folder, Store), SyncAlways: true, MaxStore: cfg.MostStore}
	opts := &nats.Options{
		ServerName: "transat-" + cfg.Run, Host: host, Port: port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: store.StoreDir, SyncAlways: store.SyncAlways,
		CustomClientAuthentication: at, MaxPayload: mostPayload, MaxControlLine: mostLine, JetStreamMaxStore: store.MaxStore,
	}
	if cfg.Certificate != nil {
		opts.TLS, opts.TLSTimeout = true, patience.Seconds()
		opts.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{*cfg.Certificate}}
	}
	s, err := nats.NewServer(opts)
	if err != nil {
		return nil, err
	}
	at.server = s
	s.Start()
	if !s.ReadyForConnections(patience) {
		s.Shutdown()
		return nil, fmt.Errorf("no server could be started on %s: is the port taken?", cfg.Listen)
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("the store in %s cannot be used", cfg.Folder)
	}
	return &Server{server: s, store: store, inside: cfg.Inside, watch: at.watch}, nil
}

// Addr returns where the server listens.
func (s *Server) Addr() (*net.TCPAddr, error) {
	addr, ok := s.server.Addr().(*net.TCPAddr)
	if !ok {
		return nil, errors.New("the server does not listen")
	}
	return addr, nil
}

// Connect connects to the server from inside the program.
func (s *Server) Connect(opts ...client.Option) (*client.Conn, error) {
	return client.Connect("", append(opts, client.InProcessServer(s.server), client.Token(s.inside))...)
}

// Revive has the server take messages again, when the disk was full: it takes none any more, even if there is room. All that it has
// acknowledged is still there.
func (s *Server) Revive() error {
	if err := s.server.ShutdownJetStream(); err != nil {
		return err
	}
	return s.server.EnableJetStream(&s.store)
}

// Watch calls changed, from one goroutine, when the connection of a worker opens or closes, until the server ends. A worker that connects
// again may be told of before its old connection.
func (s *Server) Watch(changed func(worker string, open bool)) error {
	conn, err := client.Connect("", client.InProcessServer(s.server), client.Token(s.watch))
	if err != nil {
		return err
	}
	_, err = conn.Subscribe("$SYS.ACCOUNT.*.*", func(m *client.Msg) {
		var event struct {
			Client struct {
				Name string `json:"name"`
			} `json:"client"`
		}
		_, kind, _ := strings.Cut(strings.TrimPrefix(m.Subject, "$SYS.ACCOUNT."), ".")
		if kind != "CONNECT" && kind != "DISCONNECT" || json.Unmarshal(m.Data, &event) != nil {
			return
		}
		if who, ok := protocol.ParseConnectionName(event.Client.Name); ok {
			changed(who.Public(), kind == "CONNECT")
		}
	})
	if err == nil {
		err = conn.FlushTimeout(patience)
	}
	return err
}

// Close ends the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// door says who may come in.
type door struct {
	cfg    Config
	watch  string // the token of the connection that hears of others
	server *nats.Server
}

// Check implements nats.Authentication.
func (d *door) Check(c nats.ClientAuthentication) bool {
	opts := c.GetOpts()
	switch {
	case same(opts.Token, d.cfg.Inside):
		c.RegisterUser(&nats.User{Username: "coordinator"})
		return true
	case same(opts.Token, d.watch):
		// The server tells of connections in that account.
		c.RegisterUser(&nats.User{Username: "watch", Account: d.server.SystemAccount()})
		return true
	case same(opts.Token, d.cfg.Token):
		who, ok := protocol.ParseConnectionName(opts.Name)
		if !ok {
			return false
		}
		publish, hear := who.Permissions(d.cfg.Run)
		c.RegisterUser(&nats.User{Username: who.Public(), Permissions: &nats.Permissions{
			Publish:   &nats.SubjectPermission{Allow: publish},
			Subscribe: &nats.SubjectPermission{Allow: hear},
		}})
		return true
	}
	return false
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
