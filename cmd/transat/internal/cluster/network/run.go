package network

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/coordinator"
	"transat/cmd/transat/internal/cluster/protocol"
	"transat/cmd/transat/internal/cluster/server"
	"transat/cmd/transat/internal/cluster/store"
	"transat/cmd/transat/internal/cluster/worker"
	"transat/dimacs"
	"transat/solver/cnf"
)

// run is a cluster.Run.
type run struct {
	head    cluster.Head
	formula *cnf.Formula

	opt    cluster.Options
	site   *site // of the server of our own, or nil
	conn   *nats.Conn
	store  store.Store
	server *server.Server
	resume bool
}

// Open begins a run with a formula, or finds the one of Options.Run, whose formula it returns. Close must be called.
func Open(ctx context.Context, f *cnf.Formula, opt cluster.Options) (cluster.Run, error) {
	r := &run{opt: opt, formula: f, resume: opt.Run != ""}
	if err := r.open(ctx); err != nil {
		r.leave()
		r.site.abandon()
		return nil, err
	}
	return r, nil
}

func (r *run) open(ctx context.Context) (err error) {
	name := r.opt.Run
	if r.opt.URL == "" {
		if r.site, err = openSite(r.opt); err != nil {
			return err
		}
		name = r.site.Run
		if err := r.listen(); err != nil {
			return err
		}
		if err := r.site.settle(r.server); err != nil {
			return err
		}
		r.conn, err = r.server.Connect(options(protocol.NewIdentity(), false, r.opt.Log)...)
	} else {
		if name == "" {
			name = newName()
		}
		r.conn, err = connect(r.opt.Access, protocol.NewIdentity(), false, r.opt.Log)
	}
	if err != nil {
		return err
	}
	r.store, err = store.Open(ctx, r.conn, name, max(1, r.opt.Replicas), r.resume)
	if errors.Is(err, store.ErrNone) && r.site != nil { // what the server has noted of the stream is damaged; its messages need not be
		r.store, err = store.Open(ctx, r.conn, name, 1, false)
	}
	if err != nil {
		return err
	}
	if r.site != nil {
		r.store = roomy{r.store, r.site}
	}
	if !r.resume {
		head := cluster.Head{
			Run: name, Version: r.opt.Version, Name: r.opt.Name, Rule: r.opt.Rule,
			Problem: cluster.ProblemName(r.opt.Problem), Proof: r.opt.Format, Comment: r.opt.Comment, Verify: r.opt.Verify, Plan: r.opt.Plan,
			Cubes: r.opt.Cubes, Ordered: r.opt.Ordered,
		}
		if head.Verify && head.Proof == "" && head.Problem == "" {
			head.Proof, head.Drop = string(dimacs.ProofBinary), true
		}
		return r.begin(ctx, head)
	}
	if r.head, r.formula, err = coordinator.Load(ctx, r.store); err != nil {
		if r.site != nil && ctx.Err() == nil {
			err = fmt.Errorf("%w: %s is damaged, so begin again with another folder", err, cluster.StreamFolder(r.site.folder))
		}
		return fmt.Errorf("run %s: %w", r.opt.Run, err)
	}
	return r.fits()
}

// begin stores what the run begins with.
func (r *run) begin(ctx context.Context, head cluster.Head) (err error) {
	if r.head, err = coordinator.Begin(ctx, r.store, head, r.formula); err != nil || r.site == nil {
		return err
	}
	return r.site.begin()
}

// listen starts the server, where it can.
func (r *run) listen() (err error) {
	for _, at := range r.site.listen {
		r.server, err = server.Start(server.Config{
			Folder: r.site.folder, Listen: at, Token: r.site.Token, Inside: rand.Text(), Run: r.site.Run,
			Certificate: &r.site.certificate,
		})
		if err == nil {
			r.site.Listen = at
			return nil
		}
	}
	return r.noServer(err)
}

// fits refuses to go on with a run that another program began, or with another proof.
func (r *run) fits() error {
	h := r.head
	if err := h.SameProblem(r.opt.Run, cluster.ProblemName(r.opt.Problem)); err != nil {
		return err
	}
	if h.Drop {
		h.Proof = ""
	}
	switch {
	case h.Version != r.opt.Version:
		return fmt.Errorf("run %s was begun with version %q of the program, and this is %q: another version may search another tree",
			r.opt.Run, h.Version, r.opt.Version)
	case !h.Verify && r.opt.Verify:
		return fmt.Errorf("run %s was begun without --verify, and what has been searched is not verified", r.opt.Run)
	case !h.Ordered && r.opt.Ordered:
		return fmt.Errorf("run %s was begun without --ordered, and what has been searched is not ordered", r.opt.Run)
	case h.Proof == "" && r.opt.Proof != nil:
		return fmt.Errorf("run %s was begun without a proof, and a proof cannot begin half-way", r.opt.Run)
	}
	var was, want []string
	missing := func(is bool, what, flags string) {
		if is {
			was, want = append(was, what), append(want, flags)
		}
	}
	missing(h.Verify && !r.opt.Verify, "--verify", "--verify")
	missing(h.Ordered && !r.opt.Ordered, "--ordered", "--ordered")
	missing(h.Proof != "" && r.opt.Proof == nil, "a proof", "--proof=FILE --proof-format="+h.Proof)
	missing(h.Proof != "" && r.opt.Proof != nil && h.Proof != r.opt.Format, "a proof in the format "+h.Proof, "--proof-format="+h.Proof)
	if len(want) > 0 {
		return fmt.Errorf("run %s was begun with %s: go on with %s", r.opt.Run, strings.Join(was, " and "), strings.Join(want, " "))
	}
	return nil
}

// newName makes a name for a run.
func newName() string { return "run-" + strings.ToLower(rand.Text()[:6]) }

// Head implements cluster.Run.
func (r *run) Head() cluster.Head { return r.head }

// Formula implements cluster.Run.
func (r *run) Formula() *cnf.Formula { return r.formula }

// Name is what to go on with, for a person.
func (r *run) Name() string {
	if r.site != nil {
		return r.site.folder
	}
	return r.head.Run
}

// JoinLine is the command that makes another computer a worker. The token stands before it, in the environment, since all users of
// a computer see the command lines of all.
func (r *run) JoinLine() string {
	token, args := r.Join()
	args = append(args, r.opt.JoinFlags...)
	if r.site == nil {
		return fmt.Sprintf("transat %s (and %s, --nats-creds … as here)", strings.Join(args, " "), cluster.TokenVariable)
	}
	return fmt.Sprintf("%s=%s transat %s", cluster.TokenVariable, token, strings.Join(args, " "))
}

// Join returns the arguments with which the program is a worker, and the token for that.
func (r *run) Join() (token string, args []string) {
	if r.site == nil {
		return r.opt.Token, []string{"worker", "--join=" + r.opt.URL, "--run=" + r.head.Run}
	}
	host, port, err := net.SplitHostPort(r.site.Listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		host = address()
	}
	args = []string{"worker", "--join=nats://" + net.JoinHostPort(host, port)}
	if r.opt.ServerCert == "" {
		args = append(args, "--fingerprint="+server.Fingerprint(r.site.certificate.Certificate[0]))
	}
	return r.site.Token, args
}

// address returns an address under which other computers may reach this one.
func address() string {
	all, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range all {
			if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && n.IP.To4() != nil {
				return n.IP.String()
			}
		}
	}
	return "127.0.0.1"
}

// Lead searches with the local cores and all who join, until there is an answer, or ctx ends. Then the local processors report what
// they have before it returns.
func (r *run) Lead(ctx context.Context) (cluster.Result, error) {
	began := time.Now()
	referees := runtime.GOMAXPROCS(0)
	defer room(r.opt.Procs)()
	who := protocol.NewIdentity()
	conn, err := r.local(who)
	if err != nil {
		return cluster.Result{}, err
	}
	defer conn.Close()
	leading, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	connections, err := r.connections(leading)
	if err != nil {
		return cluster.Result{}, err
	}
	working, leave := context.WithCancel(ctx)
	defer leave()
	deaf := interruptible(ctx, stop)
	gone := make(chan error, 1)
	go func() {
		_, err := worker.Run(working, worker.Config{
			Conn: conn, Name: who.Public(), Run: r.head.Run, Version: r.opt.Version, Host: Host(), Procs: r.opt.Procs, Log: func(string) {},
			Problem: r.opt.Problem, Conqueror: r.opt.Conqueror,
		})
		if ctx.Err() != nil {
			stop(context.Cause(ctx))
		} else if err != nil {
			stop(err)
		}
		gone <- err
	}()
	result, err := coordinator.Run(leading, coordinator.Config{
		Conn: r.conn, Store: r.store, Lease: r.opt.Lease, Cut: r.opt.Cut, Head: r.head, Formula: r.formula,
		Problem: r.opt.Problem, Share: r.opt.Share, Resume: r.resume, Connections: connections, Own: who.Public(), Alone: r.opt.Alone,
		Await: r.opt.Await, Proof: r.opt.Proof, Covered: r.opt.Covered, Verifiers: referees,
		Clock:    func() time.Duration { return time.Since(began) },
		Progress: r.opt.Progress, Log: r.opt.Log, Warn: r.opt.Warn,
		Stuck: r.stuck(deaf), Finishing: deaf,
	})
	leave()
	if ctx.Err() != nil { // whatever the local processors still ask, nobody answers
		conn.Close()
	}
	if failed := <-gone; failed != nil && ctx.Err() == nil && err == nil && result.Verdict == cnf.Unknown {
		err = fmt.Errorf("the local processors: %w", failed)
	}
	return result, err
}

// connections tells of the connections of workers, if the server is our own.
func (r *run) connections(ctx context.Context) (<-chan coordinator.Connection, error) {
	if r.server == nil {
		return nil, nil
	}
	all := make(chan coordinator.Connection)
	return all, r.server.Watch(func(worker string, open bool) {
		select {
		case all <- coordinator.Connection{Worker: worker, Open: open}:
		case <-ctx.Done():
		}
	})
}

// local connects the local processors.
func (r *run) local(who protocol.Identity) (*nats.Conn, error) {
	if r.server != nil {
		return r.server.Connect(options(who, false, r.opt.Log)...)
	}
	return connect(r.opt.Access, who, false, r.opt.Log)
}

// Remove forgets the run, when its answer is known and the proof is in its place.
func (r *run) Remove(ctx context.Context) error {
	defer r.site.release()
	err := r.store.Remove(ctx)
	r.leave()
	if r.site != nil {
		err = errors.Join(err, r.site.remove())
	}
	return err
}

// Close leaves the run as it is.
func (r *run) Close() {
	r.leave()
	r.site.release()
}

// leave ends the connection and the server.
func (r *run) leave() {
	if r.conn != nil {
		r.conn.Close()
		r.conn = nil
	}
	if r.server != nil {
		r.server.Close()
		r.server = nil
	}
}
