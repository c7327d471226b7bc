package worker_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/protocol"
	"transat/dimacs"
)

// enoughSent is how many bytes a flood has, twice what may be held.
const enoughSent = 600 << 20

// Workers that send large parts of a proof as fast as they can, and record nothing, cost time, but neither the answer nor much memory, whether
// the run is verified or not. The server, the coordinator, honest workers and the attackers are all in this process.
func TestFloodsOfParts(t *testing.T) {
	const most = enoughSent / 2 * 3 / 2 // what may be held, and garbage of half as much, which is all that the collector lets be
	if testing.Short() {
		t.Skip("it sends half a gigabyte")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // the garbage of all of them is in this process, whose memory counts
	ways := []bool{true}
	if os.Getenv("TRANSAT_TEST_MORE") != "" {
		ways = append(ways, false)
	}
	f := formula(t, 200, 880, 1)
	want, wantProof := alone(t, f, "lex")
	for _, verified := range ways {
		t.Run(fmt.Sprint("verified ", verified), func(t *testing.T) {
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			if verified {
				l.verify()
			}
			l.keepOnServer()
			var warned warnings
			l.warn = warned.add
			forgetPeak()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var sent atomic.Int64
			var attacking sync.WaitGroup
			for range 3 {
				attacking.Go(func() {
					for ctx.Err() == nil && sent.Load() < enoughSent {
						l.attack().flood(ctx, &sent)
					}
				})
			}
			go func() {
				for sent.Load() < enoughSent && ctx.Err() == nil {
					nap(ctx, 10*time.Millisecond)
				}
				l.join(ctx, 2)
				l.join(ctx, 2)
			}()
			var proof bytes.Buffer
			got, err := l.lead(ctx, false, 20*time.Millisecond, &proof)
			cancel()
			attacking.Wait()
			same(t, got, err, &proof, want, wantProof)
			warned.honest(t)
			if t.Logf("%d MB sent, the process had %d MB at most", sent.Load()>>20, peak()>>20); peak() > most {
				t.Errorf("the process had %d MB, want at most %d", peak()>>20, most>>20)
			}
		})
	}
}

// flood sends parts of a proof that no record has, until it is cut off.
func (a *attacker) flood(ctx context.Context, sent *atomic.Int64) {
	const procs = 512
	a.ask(ctx, protocol.Ask{Kind: protocol.Beats}, a.beat(procs))
	raw, random := make([]byte, 700<<10), rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%-32.32s", a.id)))) // what cannot be compressed
	var packed []byte                                                                                      // the connection copies it
	for n := 0; n < 400 && ctx.Err() == nil && sent.Load() < enoughSent; n++ {
		_, _ = random.Read(raw)
		packed = s2.Encode(packed[:cap(packed)], raw)
		question := protocol.Ask{Kind: protocol.Part, Worker: a.id}
		m := question.Message("r", packed)
		m.Reply = a.who.Inbox() + ".parts"
		if a.conn.PublishMsg(m) != nil {
			return
		}
		sent.Add(int64(len(raw)))
		if n%20 == 0 {
			_ = a.conn.Flush()
			if answer, ok := a.ask(ctx, protocol.Ask{Kind: protocol.Beats}, a.beat(procs)); !ok || answer.Refused != "" {
				return
			}
		}
	}
}

// forgetPeak makes peak that of what follows: the memory of tests before goes back to the system.
func forgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // or peak is that of all tests so far
}

// peak is the most memory that this process has had, where the system says so: on Linux.
func peak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if kB, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.Fields(kB)[0], 10, 64)
			return n << 10
		}
	}
	return 0
}
