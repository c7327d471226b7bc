package cli

import (
	"os"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/cluster"
)

// AddAccessFlags adds the flags for access to a NATS server.
func AddAccessFlags(cmd *cobra.Command, to *cluster.Access) {
	f := cmd.Flags()
	f.StringVar(&to.Token, TokenFlag, "", "token of the NATS server; other users of this computer can read it here")
	f.StringVar(&to.TokenFile, "token-file", "", "`FILE` with the token (default: the token is $"+cluster.TokenVariable+")")
	f.StringVar(&to.Fingerprint, "fingerprint", "", "fingerprint of a server's certificate that is not signed")
	f.StringVar(&to.Creds, "nats-creds", "", "`FILE` with credentials of the NATS server")
	f.StringVar(&to.CA, "nats-ca", "", "`FILE` with the certificates of those who signed the NATS server's")
	f.StringVar(&to.Cert, "nats-cert", "", "`FILE` with a certificate that the NATS server asks for")
	f.StringVar(&to.Key, "nats-key", "", "`FILE` with the key of --nats-cert (default: in the same file)")
}

// TokenFlag is the name of the flag for a token, which is a secret.
const TokenFlag = "token"

// FindToken finds the token of a server that is to be reached, where the flags or the environment have it.
func FindToken(to *cluster.Access) error {
	if err := to.FindToken(os.Getenv(cluster.TokenVariable)); err != nil {
		return Misuse(err)
	}
	return nil
}

// AccessFlags are their names.
func AccessFlags() []string {
	return []string{TokenFlag, "token-file", "fingerprint", "nats-creds", "nats-ca", "nats-cert", "nats-key"}
}
