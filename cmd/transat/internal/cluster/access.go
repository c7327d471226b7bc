package cluster

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
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
