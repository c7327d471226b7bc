package solve

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/solver"
)

// notOnClusters are flags that cannot be used in a search on many computers.
func notOnClusters() []string {
	return []string{
		"deterministic", "max-nodes", "max-memory", "local-search", "checkpoint", "repair", "cubes", "proof-parts", "part-formulas",
		"no-new-variables", "assume", "models", "project",
	}
}

// ofTheRun are flags about cubes that a run goes on with as it was begun.
func ofTheRun() []string {
	return []string{"cube-depth", "splitter", "cube-list", "only-cubes", "cube"}
}

// checkCluster checks the flags for a search on many computers.
func (f *solveFlags) checkCluster(given func(flag string) bool) error {
	c := &f.cluster
	if c.where == "" {
		for _, name := range append([]string{"listen", "cluster-cert", "cluster-key", "lease"}, cli.AccessFlags()...) {
			if given(name) {
				return cli.Misuse(fmt.Errorf("--%s is for --cluster", name))
			}
		}
		if c.run != "" {
			return cli.Misuse(fmt.Errorf("--resume=%s names a run, which is for --cluster; a checkpoint is gone on with by --resume alone", c.run))
		}
		return nil
	}
	for _, name := range notOnClusters() {
		if given(name) {
			return cli.Misuse(fmt.Errorf("--%s does not go with --cluster", name))
		}
	}
	switch {
	case f.learns():
		return cli.Misuse(fmt.Errorf("--engine=%s: want --engine=dpll or cube with --cluster: clause learning alone cannot be shared", f.engine))
	case c.lease < leastLease:
		return cli.Misuse(fmt.Errorf("--lease=%v: want at least %v", c.lease, leastLease))
	case f.resume && c.run == "":
		return cli.Misuse(errors.New("--resume: with --cluster, want the run to go on with: --resume=RUN"))
	case c.run != "" && given("rule"):
		return cli.Misuse(fmt.Errorf("--rule: run %s has one", c.run))
	case c.run != "" && slices.ContainsFunc(ofTheRun(), given):
		i := slices.IndexFunc(ofTheRun(), given)
		return cli.Misuse(fmt.Errorf("--%s: run %s has its cubes", ofTheRun()[i], c.run))
	case f.cube.depth > mostClusterDepth:
		return cli.Misuse(fmt.Errorf("--cube-depth=%d: with --cluster, want at most %d decisions", f.cube.depth, mostClusterDepth))
	case c.where != hereCluster && !strings.Contains(c.where, "://"):
		return cli.Misuse(fmt.Errorf("--cluster=%s: want the URL of a NATS server, such as nats://HOST:4222", c.where))
	case c.key != "" && c.cert == "":
		return cli.Misuse(errors.New("--cluster-key is for --cluster-cert"))
	case c.where != hereCluster && (given("listen") || given("cluster-cert")):
		return cli.Misuse(errors.New("--listen and --cluster-cert are for --cluster without a URL"))
	case c.where == hereCluster:
		if _, _, err := cluster.ListenAddress(c.listen); err != nil {
			return cli.Misuse(fmt.Errorf("--listen=%s: %w", c.listen, err))
		}
		if c.run != "" && !given("listen") {
			c.listen = "" // where workers look for it
		}
		for _, name := range cli.AccessFlags() {
			if given(name) {
				return cli.Misuse(fmt.Errorf("--%s is for --cluster=URL", name))
			}
		}
	default:
		if err := cli.FindToken(&c.access); err != nil {
			return err
		}
	}
	if f.engine == "auto" && given("rule") {
		f.engine = string(solver.DPLL)
	}
	return f.planCluster(given)
}

// planCluster makes the plan by which the work is shared, if a flag asks for one.
func (f *solveFlags) planCluster(given func(flag string) bool) error {
	for _, name := range []string{"policy", "topology", "procs"} {
		switch {
		case !given(name):
		case f.cluster.run != "":
			return cli.Misuse(fmt.Errorf("--%s: run %s shares its work as it was begun", name, f.cluster.run))
		default:
			f.cluster.plan = &cluster.Plan{Policy: f.policy, Topology: f.topology, Procs: f.procs}
		}
	}
	if p := f.cluster.plan; p != nil && p.Topology == "" && p.Policy == solver.DefaultPolicy {
		p.Topology = "clique" // as on the cores of one computer
	}
	return nil
}

// checkPlan checks the plan, and replaces the names of files of this computer by their text.
func (c *clusterFlags) checkPlan() error {
	if c.plan.Procs > cluster.MostProcs {
		return cli.Misuse(fmt.Errorf("--procs=%d: --cluster has at most %d", c.plan.Procs, cluster.MostProcs))
	}
	err := c.plan.Pack()
	if err == nil {
		err = c.plan.Check()
	}
	if err != nil {
		return cli.UnknownName(err)
	}
	return nil
}
