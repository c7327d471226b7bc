package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/solver/cnf"
)

// A message that makes no sense is refused, its sender is cut off, and the run goes on without it.
func TestRubbishIsRefused(t *testing.T) {
	f := formula(t, 150, 660, 1)
	l := newLab(t, f, "lex", "")
	ended := make(chan cnf.Verdict, 1)
	go func() {
		got, err := l.lead(t.Context(), false, time.Second, nil)
		if err != nil {
			t.Error(err)
		}
		ended <- got.Verdict
	}()
	ask := func(question protocol.Ask, data string) (a protocol.Answer) {
		for conn := l.connect(question.Worker); ; {
			m, err := conn.Request(question.Subject("r"), []byte(data), time.Second)
			if err != nil {
				continue // nobody listens yet
			}
			if err := json.Unmarshal(m.Data, &a); err != nil {
				t.Error(err)
			}
			return a
		}
	}
	for name, tc := range map[string]struct {
		kind, data, want string
	}{
		"noise":      {protocol.Record, "noise", "cannot be read"},
		"counts":     {protocol.Record, `{"piece":"0","after":"` + headOf(t, l) + `","stats":{"Nodes":1}}`, "makes no sense"},
		"nomodel":    {protocol.Found, string(protocol.PackModel(make(cnf.Model, f.Vars()+1))), "falsifies"},
		"shortmodel": {protocol.Found, "x", "a model of 1 bytes"},
		"beat":       {protocol.Beats, "noise", "cannot be read"},
		"version": {protocol.Beats, fmt.Sprintf(`{"protocol":%d,"version":"another","worker":"version","procs":1}`,
			protocol.Protocol), "version"},
		"take":             {protocol.Take, `{"from":"chunk"}`, "makes no sense"}, // of a run without a policy
		"chunk":            {protocol.Chunk, "", ""},
		"part":             {protocol.Part, "noise", "a part of a proof"},
		"hugepart":         {protocol.Part, string(s2.Encode(nil, make([]byte, ledger.MostBytes+1))), "a part of a proof"},
		"manyprocs":        {protocol.Claim, "", "no processor 1000000"},
		"nothing":          {"nothing", "", "no questions of the kind"},
		"closedtoosoon":    {protocol.Record, `{"piece":"0","after":"` + headOf(t, l) + `","stats":{}}`, "makes no sense"},
		"hugebutwellknown": {protocol.Record, strings.Repeat("[", 1000), "cannot be read"},
	} {
		question := protocol.Ask{Kind: tc.kind, Worker: name}
		switch {
		case tc.kind == protocol.Chunk:
			question.Number, tc.want = 1000, "no chunk 1000"
		case name == "manyprocs":
			question.Number = 1000000
		}
		if got := ask(question, tc.data); !strings.Contains(got.Refused, tc.want) {
			t.Errorf("%s: refused %q, want %q", name, got.Refused, tc.want)
		}
		if got := ask(protocol.Ask{Kind: protocol.Claim, Worker: name}, ""); got.Refused == "" {
			t.Errorf("%s is not cut off", name)
		}
	}
	_, err := worker.Run(t.Context(), worker.Config{
		Conn: l.connect("other"), Name: "other", Version: "another", Procs: 1,
		Log: func(string) {},
	})
	if refused := new(cluster.RefusedError); !errors.As(err, &refused) || !strings.Contains(err.Error(), "another version") {
		t.Errorf("a worker of another version: %v", err)
	}
	l.join(t.Context(), 1)
	if got := <-ended; got != cnf.Unsatisfiable {
		t.Errorf("%v", got)
	}
}

// headOf is the hash that the first record goes on from.
func headOf(t *testing.T, l *lab) string {
	t.Helper()
	data, err := json.Marshal(l.head)
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Sum(data).String()
}

// A worker that waits for a run says so, and which it is.
func TestWaitingForARunIsTold(t *testing.T) {
	l := newLab(t, formula(t, 20, 86, 1), "lex", "")
	for run, want := range map[string]string{
		"":        "no run answers there yet: waiting for 1m0s at most",
		"another": "no run another answers there: waiting for 1m0s at most",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		said := ""
		log := func(line string) {
			said = line
			cancel()
		}
		_, err := worker.Run(ctx, worker.Config{
			Conn: l.connect("w" + run), Name: "w" + run, Run: run, Version: version, Host: "here", Procs: 1, Patience: time.Minute, Log: log,
		})
		if !errors.Is(err, context.Canceled) || said != want {
			t.Errorf("%q, %v; want %q", said, err, want)
		}
	}
}
