package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base32"
	"errors"
	"fmt"
	"math/big"
	"time"
)

// A server has a certificate of its own making, unless it is given one. No one has signed that, so whoever joins must know its fingerprint, which is in the line that
// a run prints: half of a SHA-256, as 26 letters and digits. To find another certificate with the same takes 2^128 tries.

// NewCertificate makes a certificate.
func NewCertificate(name string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-clockSkew), NotAfter: time.Now().Add(validity), KeyUsage: x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

const (
	clockSkew = 24 * time.Hour
	validity  = 10 * 365 * 24 * time.Hour // a fingerprint does not age; a run may be gone on with after long
)

// Fingerprint returns that of a certificate.
func Fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16])
}

// Pinned is how to speak with a server of which nothing is known but the fingerprint. It takes no other.
func Pinned(fingerprint string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // no one has signed the certificate; it is compared instead
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 {
				return errors.New("the server has no certificate")
			}
			if got := Fingerprint(s.PeerCertificates[0].Raw); subtle.ConstantTimeCompare([]byte(got), []byte(fingerprint)) != 1 {
				return fmt.Errorf("the server's certificate has the fingerprint %s, not %s: it is another run, or someone in between", got, fingerprint)
			}
			return nil
		},
	}
}
