package network

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
)

const reconnectWait = 200 * time.Millisecond

// options are for all connections: a server that goes away is waited for.
func options(who protocol.Identity, patient bool, log func(string)) []nats.Option {
	return []nats.Option{
		nats.Name(who.ConnectionName()), nats.CustomInboxPrefix(who.Inbox()), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.RetryOnFailedConnect(patient),
		nats.ReconnectJitter(reconnectWait/2, reconnectWait/2), nats.IgnoreAuthErrorAbort(),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { tellRefused(err, log) }),
	}
}

// tellRefused tells of what the server does not permit: nobody would ever answer. Other errors that come beside all calls are those of a
// connection that breaks, and of messages that are lost, which is found without them.
func tellRefused(err error, log func(string)) {
	if errors.Is(err, nats.ErrPermissionViolation) {
		log(fmt.Sprintf("the server refuses what it was asked: %v", err))
	}
}

// connect connects to a server, with more options.
func connect(a cluster.Access, who protocol.Identity, patient bool, log func(string), more ...nats.Option) (*nats.Conn, error) {
	opts := append(options(who, patient, log), more...)
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
	if a.Fingerprint != "" {
		opts = append(opts, nats.Secure(server.Pinned(a.Fingerprint)))
	}
	conn, err := nats.Connect(a.URL, opts...)
	if unknown := new(tls.CertificateVerificationError); errors.As(err, &unknown) {
		return nil, fmt.Errorf("%s: nothing says whether this server can be trusted: want --fingerprint, as %s prints it, or --nats-ca",
			a.URL, a.Printer())
	}
	if errors.Is(err, nats.ErrAuthorization) {
		return nil, fmt.Errorf("%s: %w", a.URL, &authorizationError{a, err})
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.URL, &connectError{err})
	}
	return conn, nil
}

// connectError says in plain words why there is no connection.
type connectError struct{ err error }

func (e *connectError) Unwrap() error { return e.err }

func (e *connectError) Error() string {
	if errors.Is(e.err, nats.ErrNoServers) {
		return "no server answers there"
	}
	return strings.TrimPrefix(e.err.Error(), "nats: ")
}

// authorizationError says that a server has refused who wanted to come in, and what to do.
type authorizationError struct {
	access cluster.Access
	err    error
}

func (e *authorizationError) Unwrap() error { return e.err }

func (e *authorizationError) Error() string {
	printed := "the line that " + e.access.Printer() + " prints begins with it"
	switch {
	case e.access.Creds != "":
		return "no authorization: the server does not know --nats-creds=" + e.access.Creds
	case e.access.Token == "":
		return "no authorization: want " + cluster.TokenVariable + " in the environment, or --token-file: " + printed
	default:
		return "no authorization: the server has another token than that of " + cluster.TokenVariable + " or --token-file: " + printed
	}
}

// States asks all coordinators of a server how their runs stand, and waits that long for answers.
func States(ctx context.Context, a cluster.Access, wait time.Duration) ([]cluster.State, error) {
	who := protocol.NewIdentity()
	conn, err := connect(a, who, false, func(string) {})
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
	var all []cluster.State
	for asked := false; ; {
		if !asked {
			asked = true
			if err := conn.PublishRequest(protocol.StatusSubject(who.Public()), inbox, nil); err != nil {
				return nil, err
			}
		}
		m, err := answers.NextMsgWithContext(limited)
		var s cluster.State
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case limited.Err() != nil && len(all) == 0:
			return nil, cluster.ErrNoRun
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
