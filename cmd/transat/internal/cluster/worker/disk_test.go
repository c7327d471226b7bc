package worker_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/server"
	"transat/cmd/transat/internal/cluster/store"
	"transat/dimacs"
	"transat/solver/cnf"
)

// disk is a run whose store lies in a folder, as a server of its own keeps it.
type disk struct {
	*lab
	folder string
}

// newDisk begins a run with a store of at most that many bytes, 0 for any number.
func newDisk(t *testing.T, f *cnf.Formula, most int64) *disk {
	t.Helper()
	d := &disk{&lab{t: t, formula: f, log: func(string) {}}, t.TempDir()}
	t.Cleanup(d.close)
	d.start(most, false)
	var err error
	head := cluster.Head{Run: "r", Version: version, Name: "f", Rule: "lex", Proof: string(dimacs.ProofText)}
	d.head, err = coordinator.Begin(t.Context(), d.kept, head, f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// start starts the server.
func (d *disk) start(most int64, must bool) {
	d.t.Helper()
	var err error
	d.server, err = server.Start(server.Config{
		Folder: d.folder, Listen: "127.0.0.1:0", Token: "token", Inside: "inside", Run: "r",
		MostStore: most,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	conn, err := d.server.Connect()
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(conn.Close)
	if d.kept, err = store.Open(d.t.Context(), conn, "r", 1, must); err != nil {
		d.t.Fatal(err)
	}
}

// close ends workers and server.
func (d *disk) close() {
	d.workers.Wait()
	if d.server != nil {
		d.server.Close()
		d.server = nil
	}
}

// some searches until there are some records in the store, or the run has ended.
func (d *disk) some(records int) {
	d.t.Helper()
	ctx, cancel := context.WithCancel(d.t.Context())
	defer cancel()
	d.join(ctx, 2)
	defer afterRecords(d.kept, records, cancel)()
	if _, err := d.lead(ctx, false, 10*time.Millisecond, new(bytes.Buffer)); err != nil {
		d.t.Fatal(err)
	}
}

// rest goes on until there is an answer.
func (d *disk) rest() (cluster.Result, *bytes.Buffer, error) {
	d.join(d.t.Context(), 2)
	proof := new(bytes.Buffer)
	got, err := d.lead(d.t.Context(), true, 10*time.Millisecond, proof)
	return got, proof, err
}

// Records that the server has got several times, in another order, count once.
func TestDuplicatesOnDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := formula(t, 220, 960, 1)
	want, wantProof := alone(t, f, "lex")
	d := newDisk(t, f, 0)
	d.some(8)
	var records []store.Item
	if err := d.kept.Log(t.Context(), func(i store.Item) error {
		if i.Kind == store.Record {
			records = append(records, store.Item{Kind: i.Kind, Data: bytes.Clone(i.Data)})
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		slices.Reverse(records)
		if err := d.kept.Write(t.Context(), records); err != nil {
			t.Fatal(err)
		}
	}
	got, proof, err := d.rest()
	same(t, got, err, proof, want, wantProof)
}

// A server whose disk has lost the end of what was written, in the middle of a message, has the run searched again from there.
func TestStoreWithoutItsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := formula(t, 220, 960, 1)
	want, wantProof := alone(t, f, "lex")
	for _, left := range []int64{95, 60} { // percent
		d := newDisk(t, f, 0)
		d.some(12)
		d.close()
		cut(t, d.folder, left)
		d.start(0, true)
		got, proof, err := d.rest()
		same(t, got, err, proof, want, wantProof)
		d.close()
	}
}

// cut shortens the last file of messages to some percent, and removes what JetStream has noted of it besides.
func cut(t *testing.T, folder string, percent int64) {
	t.Helper()
	var blocks []string
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, ".blk"):
			blocks = append(blocks, path)
		case filepath.Base(path) == "index.db":
			return os.Remove(path)
		}
		return nil
	})
	if err != nil || len(blocks) == 0 {
		t.Fatalf("%v: %v", blocks, err)
	}
	last := blocks[len(blocks)-1]
	info, err := os.Stat(last)
	if err == nil {
		err = os.Truncate(last, info.Size()*percent/100)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A store that is full stops the run with a warning. With room again it is gone on with, and nothing that was kept is lost.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	f := formula(t, 220, 960, 1)
	want, wantProof := alone(t, f, "lex")
	d := newDisk(t, f, 96<<10)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	full, kill := make(chan error, 1), d.join(ctx, 2)
	d.warn = func(err error) {
		select {
		case full <- err:
			kill() // or it would try to report what it has, for a while
			cancel()
		default:
		}
	}
	got, err := d.lead(ctx, false, 10*time.Millisecond, new(bytes.Buffer))
	if err != nil || got.Verdict != cnf.Unknown {
		t.Fatalf("%v, %v, want no answer: the store is smaller than the proof", got.Verdict, err)
	}
	if err := <-full; !strings.Contains(err.Error(), "the store does not take") {
		t.Errorf("warned %v", err)
	}
	d.close()
	d.warn = nil
	d.start(0, true)
	rest, proof, err := d.rest()
	same(t, rest, err, proof, want, wantProof)
}

// thrifty is a store that takes that many records, and then nothing.
type thrifty struct {
	store.Store
	most, taken int
}

// Write implements store.Store.
func (s *thrifty) Write(ctx context.Context, items []store.Item) error {
	records := 0
	for _, i := range items {
		if i.Kind == store.Record {
			records++
		}
	}
	if s.taken+records > s.most {
		return errors.New("the disk is full")
	}
	s.taken += records
	return s.Store.Write(ctx, items)
}

// A run that is stopped says of as much that it is kept as it goes on with, whatever the store has not taken.
func TestStoppedRunSaysWhatIsKept(t *testing.T) {
	for _, verified := range []bool{false, true} {
		l := newLab(t, formula(t, 220, 960, 1), "lex", string(dimacs.ProofText))
		if verified {
			l.verify()
		}
		kept := &thrifty{Store: l.store, most: 2}
		l.kept = kept
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		kill := l.join(ctx, 2)
		l.warn = func(error) { kill(); cancel() }
		got, err := l.lead(ctx, false, time.Millisecond, new(bytes.Buffer))
		if err != nil || got.Verdict != cnf.Unknown {
			t.Fatalf("%v, %v, want no answer", got.Verdict, err)
		}
		if got.Totals.Records != int64(kept.taken) {
			t.Errorf("verified %v: it says of %d records that they are kept, and the store has %d", verified, got.Totals.Records, kept.taken)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		again, err := l.lead(stopped, true, time.Millisecond, new(bytes.Buffer))
		if err != nil || again.Totals.Closed != got.Totals.Closed || again.Totals.Stats != got.Totals.Stats {
			t.Errorf("verified %v: kept %+v, and goes on with %+v, %v", verified, got.Totals, again.Totals, err)
		}
	}
}
