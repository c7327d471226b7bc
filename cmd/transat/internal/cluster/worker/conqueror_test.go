//go:build unix

package worker_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
)

// shell returns a command that has the shell carry lines out.
func shell(t *testing.T, lines string) (command string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "conqueror")
	if err := os.WriteFile(path, []byte(lines+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return "/bin/sh " + path
}

// heard keeps lines.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) say(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.WriteString(line + "\n")
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// A worker runs no command that comes over the network.
func TestNoCommandComesOverTheNetwork(t *testing.T) {
	t.Parallel()
	f := families.Pigeons(5, 4, families.Pairwise)
	l := newLab(t, f, "lex", string(dimacs.ProofText))
	mark := filepath.Join(t.TempDir(), "mark")
	l.split(cluster.Cubes{Depth: 2, Conqueror: shell(t, "touch "+mark) + " {cnf} {proof}"})
	var said heard
	l.log = said.say
	l.join(t.Context(), 1)
	l.refutes(t, time.Second)
	if _, err := os.Stat(mark); err == nil {
		t.Error("the command of the coordinator was run")
	}
	l.workers.Wait()
	if want := "no command comes over the network"; !strings.Contains(said.String(), want) {
		t.Errorf("the worker says %q, want %q", said.String(), want)
	}
}

// Whatever is wrong with the program of a worker, the cubes are decided, every lemma is checked, and a warning says why.
func TestConquerorsThatFail(t *testing.T) {
	for _, test := range []struct {
		name, lines, want string
	}{
		{"killed", "kill -9 $$", "it has failed (signal: killed)"},
		{"crashes", "echo out of luck >&2; exit 3", "it has failed (exit status 3: out of luck)"},
		{"another exit code", "echo s UNSATISFIABLE; exit 10", "it says UNSATISFIABLE, but its exit code is 10"},
		{"no proof", "echo s UNSATISFIABLE; exit 20", "it has written no proof"},
		{"a lie", "echo 0 >$2; echo s UNSATISFIABLE; exit 20", "its proof is wrong"},
		{"a wrong model", "echo s SATISFIABLE; echo v 1 0; exit 10", "its model is wrong"},
		{"missing", "", "no such file or directory"},
		{"hangs", "exec sleep 1000", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := families.Pigeons(4, 3, families.Pairwise)
			l := newLab(t, f, "lex", string(dimacs.ProofText))
			l.verify()
			l.split(cluster.Cubes{Depth: 1})
			var said heard
			l.conqueror = cluster.Conqueror{Command: shell(t, test.lines) + " {cnf} {proof}", Warn: said.say}
			switch test.name {
			case "missing":
				l.conqueror.Command = filepath.Join(t.TempDir(), "conqueror") + " {cnf} {proof}"
			case "hangs":
				l.conqueror.Time = time.Millisecond
			}
			l.join(t.Context(), 1)
			var proof bytes.Buffer
			got, err := l.lead(t.Context(), false, time.Second, &proof)
			if err != nil || got.Verdict != cnf.Unsatisfiable {
				t.Fatalf("%v, %v", got.Verdict, err)
			}
			if got.Totals.Outside > 0 || (got.Totals.Split > 0) != (test.want == "") {
				t.Errorf("%+v", got.Totals)
			}
			if !strings.Contains(said.String(), test.want) || test.want == "" && said.String() != "" {
				t.Errorf("warnings %q, want %q", said.String(), test.want)
			}
		})
	}
}

// A program that writes no proof is not for a run that wants proofs.
func TestConquerorsWithoutProof(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Parallel()
	f := families.Pigeons(5, 4, families.Pairwise)
	untrue := shell(t, "echo s UNSATISFIABLE; exit 20") + " {cnf}"
	for _, test := range []struct {
		proof, leader string
		refused       bool
	}{
		{string(dimacs.ProofText), "", true},
		{"", "", true},
		{"", "kissat {cnf} {proof}", true},
		{"", "kissat {cnf}", false},
	} {
		l := newLab(t, f, "lex", test.proof)
		l.split(cluster.Cubes{Depth: 2, Conqueror: test.leader})
		l.conqueror.Command = untrue
		if !test.refused {
			l.join(t.Context(), 1)
			got, err := l.lead(t.Context(), false, time.Second, nil)
			if err != nil || got.Totals.Trusted != got.Totals.Cubes || got.Totals.Cubes == 0 {
				t.Errorf("%+v, %v", got.Totals, err)
			}
			continue
		}
		stop := make(chan struct{})
		go func() {
			defer close(stop)
			_, _ = l.lead(t.Context(), false, time.Second, nil)
		}()
		conn := l.connect("w")
		_, err := worker.Run(t.Context(), worker.Config{
			Conn: conn, Name: "w", Version: version, Host: "here", Procs: 1, Patience: time.Minute, Log: l.log, Conqueror: l.conqueror,
		})
		if err == nil || !strings.Contains(err.Error(), "the run wants proofs") {
			t.Errorf("proof %q, leader %q: %v", test.proof, test.leader, err)
		}
		l.conqueror.Command = ""
		l.join(t.Context(), 1)
		<-stop
	}
}
