package network

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/store"
	"transat/dimacs"
	"transat/solver/cnf"
)

// fullStore is a store that has room for nothing, until it is told.
type fullStore struct {
	store.Store
	room chan struct{}
}

// Write implements store.Store.
func (s fullStore) Write(ctx context.Context, items []store.Item) error {
	select {
	case <-s.room:
		return s.Store.Write(ctx, items)
	default:
		return store.ErrFull
	}
}

// A run whose disk is full says so. It goes on when there is room, and ends when it is interrupted, whatever its processors still have.
func TestARunWaitsForRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	for _, interrupted := range []bool{false, true} {
		t.Chdir(t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		full := make(chan struct{})
		var warned []string
		warn := func(err error) {
			warned = append(warned, err.Error())
			if interrupted {
				cancel()
			} else {
				close(full)
			}
		}
		r, err := opened(t, cluster.Options{
			Listen: "127.0.0.1:0", Folder: "kept", Procs: 1, Lease: time.Minute, Cut: time.Hour, Log: func(string) {}, Warn: warn,
		})
		if err != nil {
			t.Fatal(err)
		}
		r.store = fullStore{r.store, full}
		got, err := r.Lead(ctx)
		if err != nil || got.Verdict != map[bool]cnf.Verdict{false: cnf.Unsatisfiable, true: cnf.Unknown}[interrupted] {
			t.Errorf("interrupted %v: %v, error %v", interrupted, got.Verdict, err)
		}
		told := len(warned) == 1 && strings.Contains(warned[0], "the disk with the folder kept is full")
		if !told || !strings.Contains(warned[0], "Ctrl-C ends it") {
			t.Errorf("interrupted %v: warned %q", interrupted, warned)
		}
	}
}

// A server that is revived has all that it had, and takes more.
func TestARevivedServerHasAll(t *testing.T) {
	t.Chdir(t.TempDir())
	r, err := opened(t, cluster.Options{Listen: "127.0.0.1:0", Folder: "kept"})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one", "two"} {
		if err := r.store.Write(t.Context(), []store.Item{{Kind: store.Record, Data: []byte(text)}}); err != nil {
			t.Fatal(err)
		}
		if err := r.server.Revive(); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	if err := r.store.Log(t.Context(), func(i store.Item) error {
		if i.Kind == store.Record {
			got = append(got, string(i.Data))
		}
		return nil
	}); err != nil || strings.Join(got, " ") != "one two" {
		t.Errorf("it has %q, error %v", got, err)
	}
	if err := r.Remove(t.Context()); err != nil {
		t.Error(err)
	}
}

// A run that is interrupted while the proof is written has no answer, and can be gone on with.
func TestInterruptedWhileTheProofIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	covered := func(ctx context.Context, _ cnf.ProofWriter) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}
	r, err := opened(t, cluster.Options{
		Listen: "127.0.0.1:0", Folder: "kept", Procs: 1, Lease: time.Minute, Cut: time.Hour, Log: func(string) {},
		Cubes: &cluster.Cubes{List: [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1)}}}, Covered: covered,
		Format: string(dimacs.ProofText), Proof: new(bytes.Buffer),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Lead(ctx); err != nil || got.Verdict != cnf.Unknown || !errors.Is(got.Reason, context.Canceled) || got.Totals.Open > 0 {
		t.Errorf("%v, reason %v, %d pieces open, error %v", got.Verdict, got.Reason, got.Totals.Open, err)
	}
}

// silent is a store that takes nothing, and says nothing of it.
type silent struct{ store.Store }

// Write implements store.Store.
func (silent) Write(ctx context.Context, _ []store.Item) error {
	<-ctx.Done()
	return ctx.Err()
}

// A server whose disk is full waits, and says nothing: the store does, before a run has begun and later. With room, it waits as well.
func TestFullDiskIsTold(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		for where, want := range map[string]string{folder: "deadline exceeded", filepath.Join(folder, "missing"): " is full"} {
			limited, cancel := context.WithTimeout(t.Context(), 2*look+look/2)
			if err := (roomy{silent{}, &site{folder: where}}).Write(limited, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
			cancel()
			full := roomy{silent{}, &site{folder: filepath.Join(folder, "missing")}}
			_, err := coordinator.Begin(t.Context(), full, cluster.Head{Problem: "p"}, nil)
			if err == nil || !strings.HasSuffix(err.Error(), " is full") {
				t.Errorf("at the beginning: %v", err)
			}
		}
	})
}
