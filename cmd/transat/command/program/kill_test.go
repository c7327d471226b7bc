package program_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// rounds is how often each search is killed: a few times, or as often as the environment asks for.
func rounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("TRANSAT_TEST_KILLS")
	if text == "" {
		return 2
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// size is the number of nodes of the trees whose searches are killed: some tenths of a second, or seconds where more rounds are asked for.
func size(t *testing.T) string {
	t.Helper()
	return strconv.Itoa(2_000_000 * min(rounds(t), 10))
}

// kill kills the program while it runs, if it still does, and reports whether it did.
func (c *child) kill(after time.Duration) bool {
	ended := make(chan struct{})
	go func() {
		c.said.Wait() // its stderr is closed
		close(ended)
	}()
	select {
	case <-ended:
		return false
	case <-time.After(after):
	}
	_ = c.Process.Kill()
	<-ended
	c.waited = c.Wait()
	c.over = true
	return c.waited != nil
}

// A search that is killed again and again goes on from its checkpoint: no node is lost, and none is counted twice.
func TestCheckpointSurvivesKill(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for _, mode := range []string{"count", "maximise"} {
		t.Run(mode, func(t *testing.T) {
			nodes, file := size(t), filepath.Join(t.TempDir(), "checkpoint")
			// How many nodes a branch and bound visits is a matter of time.
			answer := func(text string) string {
				if mode == "maximise" {
					text = firstWords(text, mode)
				}
				return text
			}
			began := time.Now()
			want := answer(alone(t, mode, nodes))
			took := min(time.Since(began), 200*time.Millisecond) // a run that is over cannot be killed
			for kills := 0; ; {
				c := start(t, filepath.Dir(file), mode, "", nodes, "-j2", "-q", "--checkpoint="+file, "--checkpoint-every=20ms")
				if kills < rounds(t) && c.kill(rand.N(took)) {
					kills++
					continue
				}
				if got := answer(c.end(t)); got != want {
					t.Fatalf("after %d kills:\n%s\nwant:\n%s", kills, got, want)
				}
				if kills == rounds(t) {
					return
				}
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A run on several computers outlives its workers and its leader.
func TestClusterSurvivesKill(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for _, mode := range []string{"count", "maximise"} {
		t.Run(mode, func(t *testing.T) {
			want := alone(t, mode, size(t))
			for range max(1, rounds(t)/2) {
				got := killedRun(t, mode)
				if mode == "maximise" {
					got, want = firstWords(got, mode), firstWords(want, mode)
				}
				if got != want {
					t.Fatalf("%s\nwant:\n%s", got, want)
				}
			}
		})
	}
}

// killedRun leads a run whose workers and leader are killed, and returns what it prints in the end.
func killedRun(t *testing.T, mode string) string {
	t.Helper()
	folder := t.TempDir()
	lead := []string{size(t), "-j1", "--cluster", "--listen=127.0.0.1:0", "--lease=1s", "--checkpoint-every=20ms"}
	leader := start(t, folder, mode, "", lead...)
	token, join := leader.join(t)
	workers := []*child{start(t, folder, mode, token, append(join, "-j1")...), start(t, folder, mode, token, append(join, "-j1")...)}
	workers[0].kill(time.Duration(rand.IntN(300)) * time.Millisecond)
	if leader.kill(time.Duration(rand.IntN(200))*time.Millisecond) && leader.out.Len() == 0 { // else it has just ended
		runs, err := filepath.Glob(filepath.Join(folder, "transat-run-*"))
		if err != nil || len(runs) != 1 {
			t.Fatalf("%d runs, %v", len(runs), err)
		}
		leader = start(t, folder, mode, "", append(lead, "--resume="+runs[0])...)
		text := leader.end(t)
		t.Logf("killed, and: %s", leader.stderr.String())
		return text
	}
	t.Logf("not killed: %s", leader.stderr.String())
	return leader.end(t)
}
