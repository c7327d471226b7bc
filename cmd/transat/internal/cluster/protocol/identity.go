package protocol

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"github.com/nats-io/nats.go"
)

// Identity is what a connection proves who it is by. The server of a run lets it speak and hear under its public name alone, so
// that no worker can pass for another.
type Identity struct{ secret string }

// NewIdentity makes one up.
func NewIdentity() Identity { return Identity{rand.Text()} }

const introduction = "transat "

// ConnectionName is the name of the connection, which only the server learns.
func (i Identity) ConnectionName() string { return introduction + i.secret }

// ParseConnectionName is the inverse of ConnectionName.
func ParseConnectionName(name string) (i Identity, ok bool) {
	secret, ok := strings.CutPrefix(name, introduction)
	foreign := strings.Trim(secret, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") // not empty if any other letter is in it
	if !ok || len(secret) < 26 || len(secret) > 64 || foreign != "" {
		return Identity{}, false
	}
	return Identity{secret}, true
}

// Public is the name of a worker, which all may know. It is a word of a subject.
func (i Identity) Public() string {
	sum := sha256.Sum256([]byte(i.secret))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16])
}

// Inbox begins the subjects on which it gets answers.
func (i Identity) Inbox() string { return Inbox(i.Public()) }

// Inbox is the one of the identity with that public name.
func Inbox(public string) string { return "_INBOX." + public }

// OwnReply reports whether a question wants its answer in the inbox of who asks it, or wants none. NATS lets everybody name any
// subject for an answer, such as another's question or one of the store, and the coordinator may publish on all of them. So other
// questions are not answered.
func OwnReply(m *nats.Msg) bool {
	asker, ok := asker(m.Subject)
	inbox, own := strings.CutPrefix(m.Reply, Inbox(asker)+".")
	return ok && (m.Reply == "" || own && inbox != "" && !strings.ContainsAny(inbox, "*> \t\r\n"))
}

// asker is the worker that asks a question. The server lets nobody ask under the name of another.
func asker(subject string) (string, bool) {
	if worker, ok := Joining(subject); ok {
		return worker, true
	}
	if worker, ok := strings.CutPrefix(subject, status); ok {
		return worker, true
	}
	a, ok := ParseAsk(subject)
	return a.Worker, ok
}

// Permissions are the subjects on which a worker or someone who asks how a run stands may publish, and those that they may hear.
func (i Identity) Permissions(run string) (publish, hear []string) {
	publish = []string{
		JoinSubject(i.Public()), StatusSubject(i.Public()), "transat." + run + ".ask.*." + i.Public() + ".*",
		MailSubject(run, i.Public(), AnyWorker),
	}
	hear = []string{i.Inbox() + ".>", TellSubject(run, i.Public()), TellSubject(run, All), MailSubject(run, AnyWorker, i.Public())}
	return publish, hear
}
