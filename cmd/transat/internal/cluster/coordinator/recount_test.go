package coordinator

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/ledger"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/store"
	"transat/solver/dpll"
)

// anything is a problem whose solutions and sums are whatever is told.
type anything struct{ cluster.Problem }

func (anything) Root() []byte                           { return []byte("root") }
func (anything) Check(cluster.Order, ledger.Best) error { return nil }
func (anything) CheckSum([]byte) error                  { return nil }

// The share of records that is checked is about the one that was asked for, and the same record is always checked, or never.
func TestShareOfRecords(t *testing.T) {
	for _, share := range []float64{0, 0.25, 1} {
		c := &coordinator{cfg: Config{Problem: anything{}}, drawing: newDrawing(share)}
		drawn := 0
		for i := range 1000 {
			hash := ledger.Sum([]byte{byte(i), byte(i >> 8)})
			yes := c.drawn(hash)
			if yes {
				drawn++
			}
			if c.drawn(hash) != yes {
				t.Fatalf("record %d is drawn now and then", i)
			}
		}
		want := 1000 * share
		if share == 0 {
			want = 1000
		}
		if math.Abs(float64(drawn)-want) > 100*share*(1-share)*5 {
			t.Errorf("%d of 1000 records are drawn for a share of %v", drawn, share)
		}
	}
}

// A worker that is cut off loses what was not checked, in the ledger and in the store. The best solution stays: it was looked up, and
// others have gone by it.
func TestDistrust(t *testing.T) {
	log := &store.Memory{}
	head := cluster.Head{Run: "r", Verify: true}
	begin := func() *coordinator {
		c := &coordinator{
			cfg: Config{
				Problem: anything{}, Store: log, Head: head, Resume: true, Lease: time.Minute, Log: func(string) {}, Warn: func(error) {},
			},
			clock: func() time.Duration { return 0 }, workers: map[string]*member{}, banned: map[string]string{},
			inboxes: map[string]*inbox{}, drawing: newDrawing(1e-9), checked: make(chan *job),
		}
		if err := c.read(t.Context()); err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := begin()
	after := ledger.Sum(c.head)
	give := func(worker string, nodes int64, best *ledger.Best) (data []byte) {
		r := &ledger.Record{
			After: after, Stats: dpll.Stats{Nodes: nodes}, Tree: &ledger.Counts{Solutions: nodes, Best: best, Sum: []byte("1")},
			Rest: &ledger.Branch{Nodes: &ledger.Nodes{Begun: true, List: []ledger.Node{{Data: []byte("rest"), Share: 0.5}}}},
		}
		hash, data, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		c.record(&nats.Msg{Data: data}, protocol.Ask{Kind: protocol.Record, Worker: worker})
		c.books.Leave(worker)
		after = hash
		return data
	}
	give("honest", 3, nil)
	lie := give("liar", 40, &ledger.Best{Value: 7, Node: []byte("seven")})
	give("honest", 500, nil) // it rests on what the liar has told
	if got := c.books.Totals(); got.Solutions != 543 || len(got.Sums) != 3 {
		t.Fatalf("before: %+v", got)
	}
	after = ledger.Sum(nil)
	give("liar", 1, nil) // what does not fit is not kept in mind, however much of it comes
	if got := len(c.drawing.unchecked["liar"]); got != 1 {
		t.Errorf("%d records of the liar are kept in mind, want the one that was taken", got)
	}
	c.refuse("", protocol.Ask{Worker: "liar"}, errNotWhole)
	write := func() {
		if err := log.Write(t.Context(), slices.Clone(c.items)); err != nil {
			t.Fatal(err)
		}
	}
	write()
	for _, books := range []*ledger.Ledger{c.books, begin().books} {
		if got := books.Totals(); got.Solutions != 3 || len(got.Sums) != 1 || got.Best == nil || got.Best.Value != 7 {
			t.Errorf("afterwards: %+v", got)
		}
	}
	if err := log.Write(t.Context(), []store.Item{{Kind: store.Record, Data: lie}}); err != nil { // another one has found it to be true
		t.Fatal(err)
	}
	if got := begin().books.Totals(); got.Solutions != 43 {
		t.Errorf("with a record that was told again: %+v", got)
	}
}

// endless is a problem with a stretch that takes for ever.
type endless struct{ anything }

func (endless) Searcher(cluster.Order) (cluster.NodeSearch, error) { return endlessSearch{}, nil }

type endlessSearch struct{ cluster.NodeSearch }

func (endlessSearch) Recount(ctx context.Context, _, _ []ledger.Node, _ *ledger.Record, _ *ledger.Best) error {
	<-ctx.Done()
	return context.Cause(ctx)
}

// A worker that claims to have searched for days what it has had for seconds occupies a verifier for minutes, and is found out.
func TestRecountEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, took := range []time.Duration{0, time.Second, time.Hour} {
			c := &coordinator{cfg: Config{Problem: endless{}}}
			check, err := c.verifier(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			nodes := ledger.Branch{Nodes: &ledger.Nodes{}}
			if err := check(&job{record: &ledger.Record{}, state: nodes, took: took}, nil); !errors.Is(err, errTooLong) {
				t.Errorf("after %v: %v", took, err)
			}
			if got, want := time.Since(began), mostRecount+slower*took; got != want {
				t.Errorf("after %v, it is searched again for %v, want %v", took, got, want)
			}
		}
	})
}
