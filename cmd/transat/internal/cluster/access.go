package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
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
	// Leader is the program whose --cluster prints how to join, solve without one.
	Leader string
}

// Printer names the command that prints how to join.
func (a Access) Printer() string { return cmp.Or(a.Leader, "solve") + " --cluster" }

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

// ListenAddress takes an address to listen at apart: HOST:PORT, where the host may be missing, and port 0 is any that is free.
func ListenAddress(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, errors.New("want HOST:PORT, such as 0.0.0.0:4333")
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 1<<16-1 {
		return "", 0, fmt.Errorf("the port is a number up to %d", 1<<16-1)
	}
	return host, port, nil
}
