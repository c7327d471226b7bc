//go:build !wasip1

package command

import "transat/cmd/transat/command/internal/cli"

// ways are what commands do with formulas.
func ways() map[string][]way {
	cluster := "solve --cluster --listen=127.0.0.1:0 -j 1 --threads=1 "
	solve := []way{
		{lines: "solve {}", code: cli.Unsatisfiable, short: true},
		{lines: "solve {}", of: structured, code: cli.Unsatisfiable},
		{lines: "solve {};check {} printed", of: satisfiable, short: true},
		{lines: "solve --format=json {}", of: structured, code: cli.Unsatisfiable},
		{lines: "solve --format=json --proof=p --verify {}", code: cli.Unsatisfiable, short: true},
		{lines: "solve --quiet --lenient --progress=none --local-search=0 {}", of: satisfiable, code: cli.Satisfiable},
		{lines: "solve --time-limit=1h --max-memory=1TB {}", code: cli.Unsatisfiable},
		{lines: "solve --max-nodes=3 {}"},
		{lines: "solve --rule=lex --procs=3 --policy=lade --topology=ring --proof=p {};check {} p"},
		{lines: "solve --deterministic {};check {} printed", of: satisfiable},
		{lines: "solve --engine=cdcl:gophersat {}", of: structured, code: cli.Unsatisfiable},
		{lines: "solve --engine=cdcl --verify {}", of: structured, code: cli.Unsatisfiable},
		{lines: "solve --engine=cdcl --no-new-variables {}", of: structured, code: cli.Unsatisfiable},
		{lines: "solve --verify {}", code: cli.Unsatisfiable},
		{lines: "solve --verify {};check {} printed", of: satisfiable},
		{lines: "solve --checkpoint=c --max-nodes=3 {};solve --checkpoint=c --resume {}", code: cli.Unsatisfiable, short: true},
		{
			lines: "solve --checkpoint=c --checkpoint-every=1h --verify --max-nodes=3 {};solve --checkpoint=c --resume --verify {}",
			code:  cli.Unsatisfiable,
		},
		{lines: "solve --checkpoint=c --repair --proof=p {};check {} p"},
		{lines: "solve --engine=cube --cube-depth=2 {}", code: cli.Unsatisfiable, measures: true},
		{lines: "solve --cubes=q --cube-depth=2 {}"},
		{lines: "solve --proof-parts=d --part-formulas {};check --parts=d {}"},
		{lines: "solve --models=2 {}", of: satisfiable, code: cli.Satisfiable},
		{lines: "solve --models=all --project=1-3 --format=json {}", of: satisfiable, code: cli.Satisfiable},
		{lines: "solve --assume=1,-2 --proof=p {};check --assume=1,-2 {} p"},
		{lines: cluster + "{}", code: cli.Unsatisfiable, worker: true},
		{lines: cluster + "{};check {} printed", of: satisfiable, worker: true},
		{lines: cluster + "--verify --format=json {}", code: cli.Unsatisfiable, worker: true, measures: true},
		{lines: cluster + "--proof=p --verify --rule=lex {};check {} p", worker: true, short: true},
		{lines: cluster + "--proof=p --policy=lade --procs=3 {};check {} p", worker: true},
	}
	for _, format := range []string{"drat", "drat-binary", "lrat", "lrat-binary"} {
		proof := "--proof=p --proof-format=" + format + " {}"
		solve = append(solve,
			way{lines: "solve " + proof + ";check {} p"},
			way{lines: "solve " + proof + ";check {} p", of: structured, short: format == "lrat"},
			way{lines: "solve --checkpoint=c --max-nodes=3 " + proof + ";solve --checkpoint=c --resume " + proof + ";check {} p"},
			way{lines: cluster + proof + ";check {} p", worker: true},
		)
	}
	check := []way{
		{lines: "solve --proof=p {};check --format=json {} p", short: true},
		{lines: "solve --proof=p {};check --forward --lenient --quiet {} p"},
		{lines: "solve --proof=p {};check --proof-format=drat --lrat=l {} p;check {} l"},
		{lines: "solve --proof=p {};check --lrat=l --lrat-binary {} p;check --proof-format=lrat-binary {} l"},
		{lines: "solve --quiet --assume=1 {};check --assume=1 --format=json {} printed", of: satisfiable},
		{lines: "solve {};check {} {}", code: cli.Failure, only: "file,gzip,xz,a hostile name"},
	}
	check = append(check, way{lines: "solve --proof-parts=d --proof-format=lrat-binary {};check --parts=d --quiet {}"})
	return map[string][]way{
		"solve": solve,
		"check": check,
		"estimate": {
			{lines: "estimate --max-nodes=1000 {}", short: true},
			{lines: "estimate --max-nodes=1000 --format=json --lenient --rule=lex {}", of: structured, measures: true},
			{lines: "estimate --max-nodes=1000 --format=csv --wide {}", of: satisfiable, measures: true},
			{lines: "estimate --engine=cube --cube-depth=3 --max-conflicts=300 {}", measures: true},
		},
		"simulate": append(simulations("simulate"), way{
			lines:   "simulate --grid=2x2 --machine=workers --workers=2 --repeat=1 --format=json {}",
			process: true, measures: true,
		}),
		"compare": append(simulations("compare"), way{lines: "compare --grid=2x2 --watch {}"},
			way{lines: "compare --grid=2x2 --policy=steal --tune {}"},
			way{lines: "compare --grid=1x2 --machine=workers --workers=2 --repeat=1 --policy=steal {}", process: true, measures: true}),
		"explain": {
			{lines: "explain --grid=2x2 --quick --seeds=1 {}", short: true},
			{lines: "explain --grid=2x2 --quick --seeds=1 --format=json --lenient --rule=weights {}"},
			{lines: "explain --grid=2x2 --quick --seeds=1 --format=markdown --wide --policy=steal,none {}", of: satisfiable},
		},
		"sweep": {
			{lines: "sweep --grids=2x2,2x4 {}", short: true},
			{lines: "sweep --grids=2x2 --policy=steal --plot=p.svg --format=json --lenient {}"},
			{lines: "sweep --grids=2x2 --policy=steal --isoefficiency=0.5 --format=csv --rule=weights {}", of: structured},
			{lines: "sweep --grids=2x2 --policy=steal --format=markdown --wide {} php-5-4"},
		},
		"advise": {
			{lines: "advise --grid=2x2 {}", short: true},
			{lines: "advise --grid=2x2 --format=json --lenient {}", of: structured},
			{lines: "advise --grid=2x2 --format=markdown --wide {}", of: satisfiable},
		},
		"record": {
			{lines: "record -o t {}", short: true},
			{lines: "record --output=t --rule=boehm --lenient --max-nodes=100000 {}"},
		},
		"calibrate": { // whose run is of another formula
			{lines: "calibrate --from=example --output=m.json --lenient --rule=lex --format=csv {}", code: cli.Failure, short: true},
		},
		"walk": {
			{lines: "walk {}", short: true},
			{lines: "walk --policy=plb --rule=weights --lenient {}", of: structured},
			{lines: "walk --out=w.html {}"},
			{lines: "walk --out=w.svg {}", of: satisfiable},
		},
	}
}

// simulations are what simulate and compare have in common.
func simulations(name string) []way {
	lines := name + " --grid=2x2 "
	return []way{
		{lines: lines + "{}", short: true},
		{lines: lines + "--format=json --lenient {}", of: structured},
		{lines: lines + "--format=csv --rule=weights --seeds=2 {}", of: satisfiable},
		{lines: lines + "--format=markdown --wide --sort=time {}"},
		{lines: lines + "--policy=steal --page=p.html {}", short: true},
		{lines: lines + "--policy=steal --timeline=t.json.gz {}"},
		{lines: lines + "--policy=steal --timeline=t.csv {}"},
		{lines: lines + "--policy=steal --timeline=t.svg {}"},
		{lines: lines + "--policy=steal,none --picture=p.svg {}"},
		{lines: lines + "--machine=maspar-mp1 --policy=liquid-c5 {}"},
		{lines: name + " --machine=cores --grid=1x2 --policy=steal --repeat=1 --format=json {}", measures: true},
	}
}

// elsewhere are flags that do not touch where a formula comes from or where an answer goes to. Other tests try them.
func elsewhere() []string {
	return []string{
		"help", "threads", "seed", "seeds", "confidence", "grid", "procs", "topology", "load", "machine", "start", "deal", "budget", "grain",
		"as-published", "max-nodes", "cache", "policy", "sort", "timeline-from", "timeline-to", "timeline-procs", "repeat",
		"time-scale", "time-limit", "element-bytes", "node-time", "computer", "speeds", "stragglers", "late", "listen", "work", "pruned",
		"from", "to", "floor", "limit", "deep", "quick", "wide", "stats", "cube-list", "only-cubes", "cube", "costs", "splitter", "conqueror",
		"conqueror-time", "lease",
		"cluster-cert", "cluster-key", "token", "token-file",
		"project", "fingerprint", "nats-creds", "nats-ca", "nats-cert", "nats-key", "cluster",
	}
}
