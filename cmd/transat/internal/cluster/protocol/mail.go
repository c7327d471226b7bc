package protocol

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"transat/balance"
	"transat/cmd/transat/internal/cluster/ledger"
)

// View says which worker has which processors of a policy, from when it is told until the next one is. In a view all workers are
// there; when one comes, goes or dies there is another view, and the policy begins anew.
type View struct {
	Number uint64 `json:"number"` // larger than that of the view before
	Procs  int    `json:"procs"`  // of the policy
	Homes  []Home `json:"homes"`  // in the order of the ranks, which they cover
}

// Home is where the processors of some ranks live.
type Home struct {
	Worker string `json:"worker"`
	From   int    `json:"from"` // the first rank
	To     int    `json:"to"`   // behind the last one
}

// Home returns the worker of a rank, "" if there is none.
func (v *View) Home(rank int) string {
	for _, h := range v.Homes {
		if h.From <= rank && rank < h.To {
			return h.Worker
		}
	}
	return ""
}

// Ranks returns the ranks of a worker.
func (v *View) Ranks(worker string) (ranks []int) {
	for _, h := range v.Homes {
		for rank := h.From; h.Worker == worker && rank < min(h.To, v.Procs); rank++ {
			ranks = append(ranks, rank)
		}
	}
	return ranks
}

// Handover is the question for pieces that another worker has sent: the asking one is to have them.
type Handover struct {
	From   string `json:"from"` // the worker that sent them
	Pieces []Hold `json:"pieces"`
}

// MailSubject is the subject of mail from one worker to another. AnyWorker stands for all senders.
func MailSubject(run, from, to string) string { return "transat." + run + ".mail." + from + "." + to }

// MailSender returns the worker that has sent mail on a subject. The server lets nobody send under the name of another.
func MailSender(subject string) (worker string, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) != 5 || words[2] != "mail" {
		return "", false
	}
	return words[3], true
}

// AnyWorker stands for any worker in a subject to be heard.
const AnyWorker = "*"

// Mail is a message from a processor to one of another worker: a message of its policy or, if Worker is not "", pieces.
type Mail struct {
	View     uint64
	From, To int // ranks
	Message  balance.Message

	Worker string // that sends the pieces
	Tasks  []ledger.Task
	Tag    uint8 // of the pieces

	Sender string // the worker that the subject names, and the server vouches for; it does not travel in the text
}

const (
	wordLetter  = 1
	pieceLetter = 2
	letterHead  = 1 + 8 + 4 + 4
	wordSize    = letterHead + 1 + 4 + 8 + 8
)

// parcel is the pieces of a Mail.
type parcel struct {
	Worker string        `json:"worker"`
	Tasks  []ledger.Task `json:"tasks"`
	Tag    uint8         `json:"tag,omitempty"`
}

// MarshalBinary implements encoding.BinaryMarshaler.
func (m *Mail) MarshalBinary() ([]byte, error) {
	kind := byte(wordLetter)
	if m.Worker != "" {
		kind = pieceLetter
	}
	data := binary.BigEndian.AppendUint64([]byte{kind}, m.View)
	data = binary.BigEndian.AppendUint32(data, uint32(m.From))
	data = binary.BigEndian.AppendUint32(data, uint32(m.To))
	if kind == pieceLetter {
		tasks, err := json.Marshal(parcel{m.Worker, m.Tasks, m.Tag})
		return append(data, tasks...), err
	}
	data = append(data, m.Message.Kind)
	data = binary.BigEndian.AppendUint32(data, m.Message.Round)
	data = binary.BigEndian.AppendUint64(data, math.Float64bits(m.Message.A))
	return binary.BigEndian.AppendUint64(data, math.Float64bits(m.Message.B)), nil
}

var errMail = errors.New("mail that cannot be read")

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (m *Mail) UnmarshalBinary(data []byte) error {
	if len(data) < letterHead {
		return errMail
	}
	*m = Mail{
		View: binary.BigEndian.Uint64(data[1:]),
		From: int(binary.BigEndian.Uint32(data[9:])), To: int(binary.BigEndian.Uint32(data[13:])),
	}
	rest := data[letterHead:]
	switch {
	case data[0] == wordLetter && len(data) == wordSize:
		m.Message = balance.Message{
			Kind: rest[0], Round: binary.BigEndian.Uint32(rest[1:]),
			A: math.Float64frombits(binary.BigEndian.Uint64(rest[5:])), B: math.Float64frombits(binary.BigEndian.Uint64(rest[13:])),
		}
		return nil
	case data[0] == pieceLetter:
		var p parcel
		if err := json.Unmarshal(rest, &p); err != nil {
			return fmt.Errorf("%w: %w", errMail, err)
		}
		if m.Worker, m.Tasks, m.Tag = p.Worker, p.Tasks, p.Tag; p.Worker == "" || len(p.Tasks) > ledger.MostGiven {
			return errMail
		}
		return nil
	}
	return errMail
}
