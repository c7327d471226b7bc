package engine

// Request is an entry of the table of requests.
type Request struct {
	Name string
	// Takes and Gives say what fields and blobs a request and its reply have.
	Takes, Gives string
	do           func(*Engine, *Call) (Reply, error)
}

// Requests returns all requests. A new one is a file with its function, and an entry here. The setting of a run are the
// fields of [Setting].
func Requests() []Request {
	return []Request{
		{
			Name: "catalogue", Takes: "nothing",
			Gives: "all that can be chosen: policies, topologies, machines, estimates, starts, rules, samples; and the version",
			do:    (*Engine).catalogue,
		},
		{
			Name: "tree", Takes: "tree, cnf, rule",
			Gives: "what is known of the tree, which is recorded if it was not; blob 0 is the tree for load, if it can be had",
			do:    (*Engine).tree,
		},
		{
			Name: "load", Takes: "tree: its name; cnf and rule as in the request tree; and blob 0: the tree as tree gave it, or a file of the cache",
			Gives: "what is known of the tree, which is kept",
			do:    (*Engine).load,
		},
		{
			Name: "read", Takes: "tree: the name of a file; memory: GiB of the computer, if that is known; and the file",
			Gives: "kind: tree, formula or machine; file: its hash, as other requests take it; what is known of it; blob 0: the tree for load, " +
				"or the text of the formula or machine",
			do: (*Engine).read,
		},
		{
			Name: "run", Takes: "the setting of a run; recording: false if none is wanted",
			Gives: "row: the object that compare --format=json prints; cells, lost: the tables of compare; warnings; run: what the request " +
				"table takes; blob 0: the recording, if there can be one",
			do: (*Engine).run,
		},
		{
			Name: "detail", Takes: "the setting of a run, and from and to, simulated nanoseconds",
			Gives: "blob 0: a recording with all single parcels between the two times, which that of a long run has not",
			do:    (*Engine).detail,
		},
		{
			Name: "check", Takes: "policy, or script, the name of one; scripts",
			Gives: "what transat policy check says: faults, each with a story and, if it is known, the place in the script; notes; text: all " +
				"of that",
			do: (*Engine).check,
		},
		{
			Name: "table", Takes: "runs: what several runs gave, on the same tree and machine; sort: an order of compare",
			Gives: "rows, cells, lost: as in run, with what rows say of each other",
			do:    (*Engine).table,
		},
		{
			Name: "explain", Takes: "the setting of a run, without policy; policies: at least two; seeds; depth: quick, deep, or nothing",
			Gives: "why the first policy beats each of the others, or not: paragraphs, and the numbers that they rest on",
			do:    (*Engine).explain,
		},
		{
			Name: "level", Takes: "policies, topology, grid, distribution or loads, real, until, steps, seed, scripts: as transat rounds has them",
			Gives: "network, caption; policies: what each came to, step by step; two blobs for each: loads by step, and flows by step and link",
			do:    (*Engine).level,
		},
		{
			Name: "treeview", Takes: "the setting of a run, on a small tree",
			Gives: "lists with an entry a node: its place, who expanded it and when, its load and what it truly was; the worst estimates",
			do:    (*Engine).treeview,
		},
		{
			Name: "node", Takes: "tree, cnf, rule; decisions: literals from the root down",
			Gives: "assigned: the literals that are true and why; left: the clauses that are left; conflict",
			do:    (*Engine).node,
		},
	}
}
