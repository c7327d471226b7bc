package app

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/cluster"
)

// AddAccessFlags adds the flags that say how to reach a NATS server.
func AddAccessFlags(cmd *cobra.Command, to *cluster.Access) {
	f := cmd.Flags()
	f.StringVar(&to.Token, "token", "", "token of the NATS server")
	f.StringVar(&to.Fingerprint, "fingerprint", "", "fingerprint of a server's certificate that no one has signed")
	f.StringVar(&to.Creds, "nats-creds", "", "`FILE` with credentials of the NATS server")
	f.StringVar(&to.CA, "nats-ca", "", "`FILE` with the certificates of those who signed the NATS server's")
	f.StringVar(&to.Cert, "nats-cert", "", "`FILE` with a certificate that the NATS server asks for")
	f.StringVar(&to.Key, "nats-key", "", "`FILE` with the key of --nats-cert (default: in the same file)")
}

// AccessFlags are their names.
func AccessFlags() []string {
	return []string{"token", "fingerprint", "nats-creds", "nats-ca", "nats-cert", "nats-key"}
}
