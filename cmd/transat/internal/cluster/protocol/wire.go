// Package protocol has the messages of the workers and the coordinator of a run, and their subjects.
//
// A worker asks, and the coordinator answers every question, at once or (a claim) when there is work. So a worker only publishes
// questions and hears answers. It asks again if there is no answer: every question means the same the second time.
//
//	transat.join.WORKER                     Hello          -> Welcome
//	transat.RUN.ask.chunk.WORKER.NUMBER     -              -> bytes of the formula
//	transat.RUN.ask.claim.WORKER.PROC       -              -> Answer with a task, or without one: ask again
//	transat.RUN.ask.part.WORKER             bytes          -> Answer
//	transat.RUN.ask.record.WORKER.PROC      ledger.Record  -> Answer
//	transat.RUN.ask.found.WORKER            a bit a variable, or a ledger.Best -> Answer
//	transat.RUN.ask.beat.WORKER             Beat           -> Answer
//	transat.RUN.ask.leave.WORKER            -              -> Answer
//	transat.RUN.ask.take.WORKER             Take           -> Answer
//	transat.RUN.tell.WORKER                 Tell: give something away
//	transat.RUN.tell.all                    Tell: the run has ended, there is a better solution, or there are lemmas
//	transat.status.WORKER                   -              -> State
//
// Under a policy, workers speak to each other as well (mail.go):
//
//	transat.RUN.mail.FROM.TO                a message of the policy, or pieces
package protocol

import (
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
)

// Protocol is the number of the protocol. Programs with other numbers do not work together.
const Protocol = 6

// The subjects that are the same for all runs.
const (
	Joins    = "transat.join.*"
	Statuses = "transat.status.*"
)

// JoinSubject is where a worker joins.
func JoinSubject(worker string) string { return "transat.join." + worker }

// Joining returns the worker that joins on a subject.
func Joining(subject string) (worker string, ok bool) {
	return strings.CutPrefix(subject, "transat.join.")
}

const status = "transat.status."

// StatusSubject is where one asks how runs stand, under the public name of an identity.
func StatusSubject(asker string) string { return status + asker }

// IsStatus reports whether a subject is a StatusSubject.
func IsStatus(subject string) bool { return strings.HasPrefix(subject, status) }

// Asks is the subject of all questions of a run.
func Asks(run string) string { return "transat." + run + ".ask.>" }

// Tells is the subject of all messages from the coordinator in a run.
func Tells(run string) string { return "transat." + run + ".tell.>" }

// TellSubject is the subject for one worker, or for All.
func TellSubject(run, worker string) string { return "transat." + run + ".tell." + worker }

// All stands for all workers.
const All = "all"

// Ask is a question: its kind, who asks, and a number, of a processor or a chunk.
type Ask struct {
	Kind   string
	Worker string
	Number int
	// For is, in a record, which processors of the worker are to have the first of the branches that it gives away.
	For []int
}

// The kinds of questions.
const (
	Chunk  = "chunk"
	Claim  = "claim"
	Part   = "part"
	Record = "record"
	Found  = "found"
	Beats  = "beat"
	Leave  = "leave"
	Take   = "take"
)

// Subject returns the subject of a question.
func (a Ask) Subject(run string) string {
	return "transat." + run + ".ask." + a.Kind + "." + a.Worker + "." + strconv.Itoa(a.Number)
}

// forHeader is the header of a question that has For.
const forHeader = "Transat-For"

// Message returns the question as it is sent.
func (a Ask) Message(run string, data []byte) *nats.Msg {
	m := &nats.Msg{Subject: a.Subject(run), Data: data}
	if len(a.For) > 0 {
		m.Header = nats.Header{}
	}
	for _, n := range a.For {
		m.Header.Add(forHeader, strconv.Itoa(n))
	}
	return m
}

// ReadAsk is the inverse of Message.
func ReadAsk(m *nats.Msg) (a Ask, ok bool) {
	a, ok = ParseAsk(m.Subject)
	for _, text := range m.Header.Values(forHeader) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return a, false
		}
		a.For = append(a.For, n)
	}
	return a, ok
}

// ParseAsk is the inverse of Subject.
func ParseAsk(subject string) (a Ask, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) != 6 || words[2] != "ask" {
		return Ask{}, false
	}
	n, err := strconv.Atoi(words[5])
	return Ask{Kind: words[3], Worker: words[4], Number: n}, err == nil && n >= 0 && words[4] != All
}

// Hello is how a worker joins.
type Hello struct {
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`       // of the program
	Run      string `json:"run,omitempty"` // the run that it wants to join; "" is any
	Worker   string `json:"worker"`        // a name of its own that no other has
	Host     string `json:"host"`
	Procs    int    `json:"procs"`
	Problem  string `json:"problem,omitempty"` // the name of what it searches; "" if it searches formulas
}

// Welcome is the answer.
type Welcome struct {
	Refused string          `json:"refused,omitempty"` // why it may not join
	End     *cluster.Answer `json:"end,omitempty"`     // the run has ended
	Run     string          `json:"run"`
	Head    []byte          `json:"head"`
	Lease   time.Duration   `json:"lease"` // a worker that is not heard of for so long loses its pieces
	Cut     time.Duration   `json:"cut"`   // time between two records of a piece, at most
	First   time.Duration   `json:"first"` // and at first
	Share   bool            `json:"share"` // there are others to give lemmas to
}

// Answer is the answer to a question.
type Answer struct {
	Refused string          `json:"refused,omitempty"` // the worker is cut off, and why
	Lost    bool            `json:"lost,omitempty"`    // the piece belongs to another: drop it
	Drop    []int           `json:"drop,omitempty"`    // processors whose pieces are lost
	Task    *ledger.Task    `json:"task,omitempty"`
	Again   string          `json:"again,omitempty"` // it did not work: ask again
	End     *cluster.Answer `json:"end,omitempty"`
	View    *View           `json:"view,omitempty"` // another one than that of the beat
	Gone    []uint64        `json:"gone,omitempty"` // pieces of a beat, or of a question for pieces, that are another's
	// Tasks are, in the answer to a question for pieces, the pieces that the worker has now, as they stand in the ledger.
	Tasks []ledger.Task `json:"tasks,omitempty"`
	// Best is, in the answer to a beat, the best solution in the ledger, without its node.
	Best *ledger.Best `json:"best,omitempty"`
}

// Beat says that a worker is alive, and what it does.
type Beat struct {
	Hello
	Holds []Hold `json:"holds"`
	Nodes int64  `json:"nodes"` // visited by all its processors

	// Under a policy only:
	View   uint64 `json:"view,omitempty"`   // the number of the view that the worker works in; 0 is none
	Missed bool   `json:"missed,omitempty"` // messages of this view may have been lost
}

// Hold is a piece that a processor searches.
type Hold struct {
	Proc  int         `json:"proc"`
	Piece uint64      `json:"piece,string"`
	After ledger.Hash `json:"after"` // the last record of it that was taken
}

// Tell is a message of the coordinator that is no answer.
type Tell struct {
	Give   []Give          `json:"give,omitempty"`
	End    *cluster.Answer `json:"end,omitempty"`
	View   *View           `json:"view,omitempty"`
	Best   *ledger.Best    `json:"best,omitempty"`   // the best solution in the ledger, without its node
	Share  bool            `json:"share,omitempty"`  // there are others to give lemmas to, from now on
	Lemmas []Lemmas        `json:"lemmas,omitempty"` // of records that are stored
}

// Lemmas are those that a record has for other processors.
type Lemmas struct {
	Worker string      `json:"worker"` // whose record it is
	Proc   int         `json:"proc"`
	Record ledger.Hash `json:"record"`
	List   []byte      `json:"list"`
}

// Give asks a processor to give branches of a piece away.
type Give struct {
	Proc  int    `json:"proc"`
	Piece uint64 `json:"piece,string"`
	Count int    `json:"count"`
}
