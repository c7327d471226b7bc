//go:build unix

package command

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"transat/cmd/transat/command/internal/cli"
)

// faultFormula takes a second or so.
const faultFormula = "300-1290-3/1"

// faultRuns is how many runs with faults are tried, one seed each. A short test skips them.
func faultRuns(t *testing.T) int {
	t.Helper()
	text := os.Getenv("TRANSAT_FAULT_RUNS")
	if text == "" {
		if testing.Short() {
			t.Skip("several processes for some seconds")
		}
		return 1
	}
	runs, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

// Whatever happens to workers, coordinator (and with it the server) and network, the answer, the count and the proof are those of a
// single processor. TRANSAT_FAULT_RUNS says how many runs are tried, with one seed each.
func TestClusterFaults(t *testing.T) {
	runs := faultRuns(t)
	t.Chdir(t.TempDir())
	alone := program(t, "solve", "-j", "1", "--engine=dpll", "--stats", "--proof=alone.drat", faultFormula)
	if code := alone.wait(); code != cli.Unsatisfiable {
		t.Fatalf("exit code %d\n%s", code, alone.out)
	}
	nodes, proof := counted(alone.out.String()), lemmasOf(t, "alone.drat")
	for seed := range runs {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Chdir(t.TempDir())
			policies := faultPolicies()
			f := &faults{
				t: t, random: rand.New(rand.NewPCG(uint64(seed), 19)), formula: faultFormula, policy: policies[seed%len(policies)],
			}
			out := f.run()
			if got := counted(out); got != nodes {
				t.Errorf("%s nodes, want %s\n%s", got, nodes, out)
			}
			if lemmasOf(t, "p.drat") != proof {
				t.Error("the proof does not have the lemmas of a single processor")
			}
		})
	}
}

func counted(out string) string {
	if found := regexp.MustCompile(`c nodes +([0-9,]+)`).FindStringSubmatch(out); found != nil {
		return found[1]
	}
	return "no"
}

// lemmasOf returns a proof without deletions.
func lemmasOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "d") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// process is this program, running.
type process struct {
	cmd  *exec.Cmd
	out  *awaited
	done chan struct{} // it has ended
}

func program(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command("transat", args...), out: newAwaited(joinLine + `(?: --conqueror=.*)?\n`), done: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait() // the exit code is in ProcessState
		close(p.done)
	}()
	t.Cleanup(func() { p.kill() })
	return p
}

func (p *process) wait() cli.Code {
	<-p.done
	return cli.Code(p.cmd.ProcessState.ExitCode())
}

// kill kills the process, as a power failure does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.done
}

// faultPolicies are the flags with which runs begin, in turn.
func faultPolicies() [][]string {
	return [][]string{
		nil,
		{"--policy=plb", "--topology=line", "--procs=4"},
		{"--policy=steal"},
		{"--policy=liquid-c5", "--topology=ring", "--procs=5"},
		nil,
		{"--policy=dimension-exchange", "--topology=hypercube", "--procs=8"},
		{"--policy=lade", "--topology=mesh", "--procs=6"},
	}
}

// faults is a run with faults.
type faults struct {
	t       *testing.T
	formula string
	policy  []string // flags
	random  *rand.Rand
	leader  *process
	join    []string
	workers []*process
	proxy   *proxy // between one of the workers and the server
	told    []string

	folder string   // of the run
	worker []string // further flags of workers
	full   bool     // the disk may be full at times
	helped bool     // other programs decide the cubes, and may be killed
}

const (
	faultLease = 300 * time.Millisecond
	mostFaults = 8
)

// run returns the output of the leader that has the answer.
func (f *faults) run() string {
	verify := fmt.Sprintf("--verify=%v", f.random.IntN(2) == 0)
	solve := []string{
		"solve", "--cluster", "--listen=127.0.0.1:0", verify, "--lease=" + faultLease.String(), "--checkpoint-every=20ms",
		"-j", "1", "--stats", "--proof=p.drat",
	}
	f.leader = program(f.t, slices.Concat(solve, f.policy, []string{f.formula})...)
	var line string
	select {
	case line = <-f.leader.out.seen:
	case <-f.leader.done:
		f.t.Fatalf("the leader has ended\n%s", f.leader.out)
	}
	f.folder = regexp.MustCompile(`transat-run-[a-z0-9]+`).FindString(f.leader.out.String())
	_, f.join = joinFlags(f.t, line)
	f.proxy = newProxy(f.t, strings.TrimPrefix(f.join[0], "--join=nats://"))
	for i := range 3 {
		f.hire(i == 0)
	}
	resume := slices.Concat(solve, f.worker, []string{"--resume=" + f.folder})
	for {
		next := time.Duration(f.random.IntN(250)) * time.Millisecond
		if len(f.told) == mostFaults { // and now it may come to its end
			next = time.Hour
		}
		select {
		case <-f.leader.done:
			if code := f.leader.wait(); code != cli.Unsatisfiable {
				f.t.Fatalf("exit code %d after %v\n%s", code, f.told, f.leader.out)
			}
			f.t.Logf("%v", f.told)
			return f.leader.out.String()
		case <-time.After(next):
			if out, done := f.fault(resume); done {
				return out
			}
		}
	}
}

// hire starts a worker.
func (f *faults) hire(throughProxy bool) {
	kind := [][]string{{"-j", "1"}, {"-j2", "--processors=one"}}[f.random.IntN(2)]
	join := slices.Concat([]string{"worker", "--patience=1m"}, kind, f.worker, f.join)
	if throughProxy {
		join[4+len(f.worker)] = "--join=nats://" + f.proxy.listener.Addr().String()
	}
	f.workers = append(f.workers, program(f.t, join...))
}

// fault lets something happen. It reports true if the leader was killed when it had said the answer.
func (f *faults) fault(resume []string) (out string, done bool) {
	i := f.random.IntN(len(f.workers))
	w := f.workers[i]
	kinds := 6
	if f.full {
		kinds++
	}
	if f.helped {
		kinds += 2
	}
	switch f.random.IntN(kinds) {
	case 0: // two of three at once
		f.told = append(f.told, "kill two")
		for _, n := range []int{i, (i + 1) % len(f.workers)} {
			f.workers[n].kill()
		}
		f.workers = []*process{f.workers[(i+2)%len(f.workers)]}
		f.hire(true)
		f.hire(false)
	case 1:
		f.told = append(f.told, "stop")
		_ = w.cmd.Process.Signal(syscall.SIGSTOP) // it may have ended
		time.AfterFunc(2*faultLease, func() { _ = w.cmd.Process.Signal(syscall.SIGCONT) })
	case 2:
		f.told = append(f.told, "cut")
		f.proxy.cut(true)
		time.AfterFunc(2*faultLease, func() { f.proxy.cut(false) })
	case 3:
		f.told = append(f.told, "kill the leader")
		f.leader.kill()
		if said := f.leader.out.String(); strings.Contains(said, "s UNSATISFIABLE") {
			return said, true
		}
		f.leader = program(f.t, resume...)
	case 4:
		f.told = append(f.told, "kill the leader, and the disk loses the end of the store")
		f.leader.kill()
		if said := f.leader.out.String(); strings.Contains(said, "s UNSATISFIABLE") {
			return said, true
		}
		f.shorten()
		f.leader = program(f.t, resume...)
	case 5:
		f.told = append(f.told, "interrupt a worker")
		_ = w.cmd.Process.Signal(os.Interrupt) // it may have ended
		f.workers = append(f.workers[:i:i], f.workers[i+1:]...)
		f.hire(false)
	case 6:
		f.told = append(f.told, "the disk is full")
		fill(f.t, f.leader.cmd.Process.Pid, f.folder)
		time.Sleep(faultLease)
		f.leader.kill()
		if said := f.leader.out.String(); strings.Contains(said, "s UNSATISFIABLE") {
			return said, true
		}
		f.leader = program(f.t, resume...)
	default:
		f.told = append(f.told, "kill the programs that decide cubes")
		for _, p := range append(f.workers, f.leader) {
			killChildren(p.cmd.Process.Pid)
		}
	}
	return "", false
}

// shorten cuts a tenth off the end of the store, unless it is so small that the formula would be in there.
func (f *faults) shorten() {
	blocks, err := filepath.Glob("transat-run-*/nats/jetstream/*/streams/*/msgs/*.blk")
	if err != nil || len(blocks) == 0 {
		f.t.Fatalf("the store has no messages: %v, %v", blocks, err)
	}
	last := blocks[len(blocks)-1]
	info, err := os.Stat(last)
	if err == nil && info.Size() > 1<<15 {
		err = os.Truncate(last, info.Size()*9/10)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// proxy stands between a worker and the server, and may be cut.
type proxy struct {
	listener net.Listener
	server   string

	mu     sync.Mutex
	broken bool
	conns  []net.Conn
}

func newProxy(t *testing.T, server string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, server: server}
	go p.serve()
	t.Cleanup(func() {
		_ = l.Close()
		p.cut(true)
	})
	return p
}

func (p *proxy) serve() {
	for {
		a, err := p.listener.Accept()
		if err != nil {
			return
		}
		b, err := net.Dial("tcp", p.server)
		if err != nil || !p.add(a, b) {
			_ = a.Close()
			continue
		}
		for _, pair := range [][2]net.Conn{{a, b}, {b, a}} {
			go func() {
				_, _ = io.Copy(pair[0], pair[1]) // until either end is closed
				_ = pair[0].Close()
			}()
		}
	}
}

// add takes connections in, unless the proxy is cut.
func (p *proxy) add(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		for _, c := range conns {
			_ = c.Close()
		}
		return false
	}
	p.conns = append(p.conns, conns...)
	return true
}

// cut ends all connections, and lets none through until it is healed.
func (p *proxy) cut(broken bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = broken
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}
