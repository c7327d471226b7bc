package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/wire"
)

// Access is how to reach a NATS server.
type Access struct {
	URL   string // nats://HOST:PORT, several with commas between them
	Token string
	Creds string // file with credentials, as NATS tools know it
	CA    string // file with the certificates of those who may have signed the server's
	Cert  string // file with a certificate for the server, and Key its private key
	Key   string
}

const reconnectWait = 200 * time.Millisecond

// options are for all connections: a server that goes away is waited for.
func options(name string, patient bool) []nats.Option {
	return []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.RetryOnFailedConnect(patient),
		nats.ReconnectJitter(reconnectWait/2, reconnectWait/2), nats.IgnoreAuthErrorAbort(),
	}
}

// connect connects to the server.
func (a Access) connect(name string, patient bool) (*nats.Conn, error) {
	opts := options(name, patient)
	if a.Token != "" {
		opts = append(opts, nats.Token(a.Token))
	}
	if a.Creds != "" {
		opts = append(opts, nats.UserCredentials(a.Creds))
	}
	if a.CA != "" {
		opts = append(opts, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		opts = append(opts, nats.ClientCert(a.Cert, cmp.Or(a.Key, a.Cert)))
	}
	conn, err := nats.Connect(a.URL, opts...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.URL, err)
	}
	return conn, nil
}

// ErrNoRun says that no coordinator has answered.
var ErrNoRun = errors.New("no run answers there")

// States asks all coordinators of a server how their runs stand, and waits that long for answers.
func States(ctx context.Context, a Access, wait time.Duration) ([]wire.State, error) {
	conn, err := a.connect("transat status", false)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	inbox := conn.NewInbox()
	answers, err := conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	var all []wire.State
	for asked := false; ; {
		if !asked {
			asked = true
			if err := conn.PublishRequest(wire.Status, inbox, nil); err != nil {
				return nil, err
			}
		}
		m, err := answers.NextMsgWithContext(limited)
		var s wire.State
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case limited.Err() != nil && len(all) == 0:
			return nil, ErrNoRun
		case limited.Err() != nil:
			return all, nil
		case errors.Is(err, nats.ErrNoResponders) || err == nil && len(m.Data) == 0: // no one listens, perhaps not yet
			asked = false
			time.Sleep(reconnectWait)
		case err != nil:
			return nil, err
		default:
			if err := json.Unmarshal(m.Data, &s); err != nil {
				return nil, fmt.Errorf("the answer of a run: %w", err)
			}
			if all = append(all, s); len(all) == 1 { // the others are not far behind
				var hurry context.CancelFunc
				limited, hurry = context.WithTimeout(limited, reconnectWait)
				defer hurry()
			}
		}
	}
}
