package worker_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/wire"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/solver"
)

// What makes no sense is refused, whoever sent it is cut off, and the run goes on without.
func TestRubbishIsRefused(t *testing.T) {
	f := formula(t, 150, 660, 1)
	l := newLab(t, f, "lex", "")
	ended := make(chan solver.Verdict, 1)
	go func() {
		got, err := l.lead(t.Context(), false, time.Second, nil)
		if err != nil {
			t.Error(err)
		}
		ended <- got.Verdict
	}()
	ask := func(question wire.Ask, data string) (a wire.Answer) {
		for conn := l.connect(question.Worker); ; {
			m, err := conn.Request(question.Subject("r"), []byte(data), time.Second)
			if err != nil {
				continue // no one listens yet
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
		"noise":            {wire.Record, "noise", "cannot be read"},
		"counts":           {wire.Record, `{"piece":"0","after":"` + headOf(t, l) + `","stats":{"Nodes":1}}`, "makes no sense"},
		"nomodel":          {wire.Found, string(wire.PackModel(make(solver.Model, f.Vars()+1))), "falsifies"},
		"shortmodel":       {wire.Found, "x", "a model of 1 bytes"},
		"beat":             {wire.Beats, "noise", "cannot be read"},
		"version":          {wire.Beats, fmt.Sprintf(`{"protocol":%d,"version":"another","worker":"version","procs":1}`, wire.Protocol), "version"},
		"take":             {wire.Take, `{"from":"chunk"}`, "makes no sense"}, // of a run without a policy
		"chunk":            {wire.Chunk, "", ""},
		"part":             {wire.Part, "noise", "a part of a proof"},
		"hugepart":         {wire.Part, string(s2.Encode(nil, make([]byte, ledger.MostBytes+1))), "a part of a proof"},
		"manyprocs":        {wire.Claim, "", "no processor 1000000"},
		"nothing":          {"nothing", "", "no questions of the kind"},
		"closedtoosoon":    {wire.Record, `{"piece":"0","after":"` + headOf(t, l) + `","stats":{}}`, "makes no sense"},
		"hugebutwellknown": {wire.Record, strings.Repeat("[", 1000), "cannot be read"},
	} {
		question := wire.Ask{Kind: tc.kind, Worker: name}
		switch {
		case tc.kind == wire.Chunk:
			question.Number, tc.want = 1000, "no chunk 1000"
		case name == "manyprocs":
			question.Number = 1000000
		}
		if got := ask(question, tc.data); !strings.Contains(got.Refused, tc.want) {
			t.Errorf("%s: refused %q, want %q", name, got.Refused, tc.want)
		}
		if got := ask(wire.Ask{Kind: wire.Claim, Worker: name}, ""); got.Refused == "" {
			t.Errorf("%s is not cut off", name)
		}
	}
	_, err := worker.Run(t.Context(), worker.Config{Conn: l.connect("other"), Name: "other", Version: "another", Procs: 1, Log: func(string) {}})
	if refused := new(cluster.RefusedError); !errors.As(err, &refused) || !strings.Contains(err.Error(), "another version") {
		t.Errorf("a worker of another version: %v", err)
	}
	l.join(t.Context(), 1)
	if got := <-ended; got != solver.Unsatisfiable {
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
