package protocol_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/solver/dpll"
)

func TestMail(t *testing.T) {
	task := ledger.Task{Branch: ledger.Branch{Branch: dpll.Branch{}}, After: ledger.Sum([]byte("after"))}
	for _, m := range []protocol.Mail{
		{View: 1 << 63, From: 3, To: 4095, Message: balance.Message{Kind: 255, Round: 1 << 31, A: math.Inf(-1), B: -0.25}},
		{View: 7, From: 1, To: 2, Worker: "w", Tasks: []ledger.Task{task, task}},
		{View: 7, To: 2, Worker: "w", Tasks: []ledger.Task{}},
		{View: 7, To: 2, Worker: "w", Tasks: []ledger.Task{task}, Tag: 255},
	} {
		data, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var got protocol.Mail
		if err := got.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(got.Tasks)
		want, _ := json.Marshal(m.Tasks)
		if got.Tasks, m.Tasks = nil, nil; !cmp.Equal(got, m) || m.Worker != "" && string(text) != string(want) {
			t.Errorf("%+v has become %+v, %s", m, got, text)
		}
		for n := range data {
			if err := new(protocol.Mail).UnmarshalBinary(data[:n]); err == nil {
				t.Errorf("%d of %d bytes can be read", n, len(data))
			}
		}
	}
}

func FuzzMail(f *testing.F) {
	for _, m := range []protocol.Mail{{View: 1, To: 1}, {Worker: "w", Tasks: []ledger.Task{{}}}} {
		data, err := m.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var m protocol.Mail
		if err := m.UnmarshalBinary(data); err == nil && len(m.Tasks) > ledger.MostGiven {
			t.Errorf("%d pieces in a letter", len(m.Tasks))
		}
	})
}

func TestView(t *testing.T) {
	v := protocol.View{Procs: 5, Homes: []protocol.Home{{Worker: "a", From: 0, To: 2}, {Worker: "b", From: 2, To: 5}}}
	if got := v.Ranks("b"); !cmp.Equal(got, []int{2, 3, 4}) {
		t.Errorf("ranks %v", got)
	}
	if v.Home(1) != "a" || v.Home(2) != "b" || v.Home(5) != "" || v.Ranks("c") != nil {
		t.Error("processors live elsewhere")
	}
}
