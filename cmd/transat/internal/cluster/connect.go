package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
)

// Access is how to reach a NATS server.
type Access struct {
	URL       string // nats://HOST:PORT, several with commas between them
	Token     string
	TokenFile string // for FindToken
	Creds     string // file with credentials, as NATS tools know it
	CA        string // file with the certificates of those who may have signed the server's
	Cert      string // file with a certificate for the server, and Key its private key
	Key       string
	// Fingerprint of a server's certificate that no one has signed, "" for those that someone has.
	Fingerprint string
}

// TokenVariable is the variable of the environment that may have the token: other users of a computer see its command lines, not that.
const TokenVariable = "TRANSAT_TOKEN"

// FindToken finds the token, unless it is given: in TokenFile or, without one, in the environment.
func (a *Access) FindToken(environment string) error {
	switch {
	case a.Token != "" && a.TokenFile != "":
		return errors.New("--token and --token-file do not go together")
	case a.Token != "":
		return nil
	case a.TokenFile == "":
		a.Token = environment
		return nil
	}
	file, err := os.Open(a.TokenFile)
	if err != nil {
		return fmt.Errorf("--token-file: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostToken+1))
	if err != nil {
		return fmt.Errorf("--token-file: %w", err)
	}
	if words := strings.Fields(string(text)); len(text) <= mostToken && len(words) == 1 {
		a.Token = words[0]
		return nil
	}
	return fmt.Errorf("--token-file=%s: want a file with the token, one word, and nothing else", a.TokenFile)
}

// mostToken is the largest file of a token.
const mostToken = 4 << 10

const reconnectWait = 200 * time.Millisecond

// options are for all connections: a server that goes away is waited for.
func options(who protocol.Identity, patient bool) []nats.Option {
	return []nats.Option{
		nats.Name(who.ConnectionName()), nats.CustomInboxPrefix(who.Inbox()), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.RetryOnFailedConnect(patient),
		nats.ReconnectJitter(reconnectWait/2, reconnectWait/2), nats.IgnoreAuthErrorAbort(),
	}
}

// connect connects to the server.
func (a Access) connect(who protocol.Identity, patient bool) (*nats.Conn, error) {
	opts := options(who, patient)
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
		return nil, fmt.Errorf("%s: %w (--fingerprint, as solve --cluster prints it, or --nats-ca says whom to trust)", a.URL, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.URL, err)
	}
	return conn, nil
}

// ErrNoRun says that no coordinator has answered.
var ErrNoRun = errors.New("no run answers there")

// States asks all coordinators of a server how their runs stand, and waits that long for answers.
func States(ctx context.Context, a Access, wait time.Duration) ([]protocol.State, error) {
	who := protocol.NewIdentity()
	conn, err := a.connect(who, false)
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
	var all []protocol.State
	for asked := false; ; {
		if !asked {
			asked = true
			if err := conn.PublishRequest(protocol.StatusSubject(who.Public()), inbox, nil); err != nil {
				return nil, err
			}
		}
		m, err := answers.NextMsgWithContext(limited)
		var s protocol.State
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
