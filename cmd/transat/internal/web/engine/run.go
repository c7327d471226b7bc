package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
)

// ran is what a run came to: all that is needed to put it into a table with others. It travels as text, since JavaScript's
// numbers do not hold its times.
type ran struct {
	Setting Setting
	Tree    experiment.Tree
	Result  balance.Result
}

// tables is a reply that has tables of rows.
type tables struct {
	Rows     []json.RawMessage `json:"rows,omitempty"`
	Row      json.RawMessage   `json:"row,omitempty"`   // of a run
	Setup    []string          `json:"setup,omitempty"` // in words, likewise
	Cells    report.Cells      `json:"cells"`
	Lost     report.Cells      `json:"lost"`
	About    []string          `json:"about,omitempty"` // what a reader must know about the tree
	Warnings []string          `json:"warnings"`
	Run      string            `json:"run,omitempty"` // of a run: see ran
}

// run simulates one policy.
func (e *Engine) run(c *Call) (Reply, error) {
	var fields struct {
		Setting
		Recording *bool `json:"recording"` // false: no recording is wanted
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	reply := tables{Warnings: []string{}}
	job, err := e.job(c, fields.Setting, func(text string) { reply.Warnings = append(reply.Warnings, text) })
	if err != nil {
		return Reply{}, err
	}
	options := &recording.Options{}
	if fields.Recording != nil && !*fields.Recording {
		options = nil
	}
	outcome, blobs, err := job.simulate(c, options)
	if err != nil {
		return Reply{}, err
	}
	done := ran{Setting: fields.Setting, Tree: *outcome.Trees[0], Result: *outcome.Results[0][0]}
	done.Setting.CNF = "" // the tree is known
	text, err := json.Marshal(done)
	if err != nil {
		return Reply{}, err
	}
	reply.Run = string(text)
	if err := reply.add(job.plan, outcome, ""); err != nil {
		return Reply{}, err
	}
	reply.Row, reply.Rows, reply.Setup = reply.Rows[0], nil, reply.Cells.Caption
	return Reply{JSON: reply, Blobs: blobs}, nil
}

// detail runs what was run before once more, and keeps every single parcel of a part of it.
func (e *Engine) detail(c *Call) (Reply, error) {
	var fields struct {
		Setting
		From int64 `json:"from"` // simulated nanoseconds
		To   int64 `json:"to"`
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	if fields.From < 0 || fields.To <= fields.From {
		return Reply{}, fmt.Errorf("from=%d, to=%d: want times in nanoseconds, an end after the beginning", fields.From, fields.To)
	}
	job, err := e.job(c, fields.Setting, func(string) {})
	if err != nil {
		return Reply{}, err
	}
	_, blobs, err := job.simulate(c, &recording.Options{Moves: -1, From: balance.Ticks(fields.From), To: balance.Ticks(fields.To)})
	if err == nil && blobs == nil {
		err = fmt.Errorf("there is no recording of %s on %s", job.plan.Setups[0].Policy, job.plan.Setups[0].Cost.Name)
	}
	return Reply{JSON: struct{}{}, Blobs: blobs}, err
}

// job is a run that is about to begin.
type job struct {
	plan  *experiment.Plan
	ready bool // the tree was there
}

// job prepares a run: its setup first, since a mistake in that is told at once, and then its tree.
func (e *Engine) job(c *Call, s Setting, warn func(string)) (*job, error) {
	setup, err := e.setup(s, warn)
	if err != nil {
		return nil, err
	}
	ready := e.trees.take(s.source().key()) != nil
	call := *c
	call.Progress = func(share float64, what string) { c.Progress(treeShare*share, what) }
	formula, err := e.find(&call, s.source())
	if err != nil {
		return nil, err
	}
	return &job{plan: e.plan(s, setup, formula), ready: ready && formula.Recorded != nil}, nil
}

// simulate runs it, and records it unless options are nil, or there can be none.
func (j *job) simulate(c *Call, options *recording.Options) (*experiment.PlanResult, [][]byte, error) {
	clock := &clock{}
	begin := treeShare
	if j.ready {
		begin = 0
	}
	j.plan.Progress = func(share float64, what string) { // of a plan, finding the tree is half, and it was found before
		c.Progress(begin+(1-begin)*max(0, 2*share-1), what+clock.words())
	}
	var recorder *recording.Recorder
	if options != nil && j.plan.Setups[0].HasTimeline() {
		recorder = recording.New(*options)
		clock.Recorder = recorder
		j.plan.Recorders = []experiment.Recorder{clock}
	}
	outcome, err := j.plan.Run(c.Context)
	if err != nil || recorder == nil {
		return outcome, nil, err
	}
	blob, err := recorder.Run().EncodeInHaste()
	return outcome, [][]byte{blob}, err
}

// treeShare is the share of a run's time that recording its tree is taken to need.
const treeShare = 0.25

// clock is a recorder that knows how far a run has come on its simulated clock. Where most processors seek work and little
// is done, that is what shows that it goes on.
type clock struct {
	*recording.Recorder
	now balance.Ticks
}

// Begin implements [experiment.Recorder].
func (k *clock) Begin(about experiment.Recording, watch *compare.Watch, fail func(error)) {
	k.Recorder.Begin(about, watch, fail)
	if watch.Timeline == nil {
		return // it has failed
	}
	look := watch.Timeline.Look
	watch.Timeline.Look = func(v *sim.View) balance.Ticks {
		k.now = v.Time
		return look(v)
	}
}

func (k *clock) words() string {
	if k.now == 0 {
		return ""
	}
	return fmt.Sprintf(", after %.2f s on its clock", k.now.Seconds())
}

// plan is the plan of a single run.
func (e *Engine) plan(s Setting, setup experiment.Setup, formula input.Formula) *experiment.Plan {
	store := newStore(s.source().rule())
	if formula.Tree != nil {
		store = e.store
	}
	return &experiment.Plan{Setups: []experiment.Setup{setup}, Formulas: []input.Formula{formula}, Threads: 1, Trees: store}
}

// add makes the tables of an outcome.
func (t *tables) add(p *experiment.Plan, o *experiment.PlanResult, sort string) (err error) {
	rows := o.Rows(p)
	if sort != "" {
		experiment.Sort(rows, sort)
	}
	t.About = experiment.TreeNotes(o, p.Setups)
	table := experiment.ResultTable(p.Formulas[0].Name, p, o, rows)
	if t.Rows, err = table.Objects(); err != nil {
		return err
	}
	t.Cells, t.Lost = table.Cells(), experiment.LostTable(rows).Cells()
	return nil
}

// table puts the rows of several runs into one table.
func (e *Engine) table(c *Call) (Reply, error) {
	var fields struct {
		Runs []string `json:"runs"`
		Sort string   `json:"sort"`
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	if err := checkOrder(fields.Sort); err != nil {
		return Reply{}, err
	}
	var all []ran
	for _, text := range fields.Runs {
		var one ran
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			return Reply{}, fmt.Errorf("runs: %w", err)
		}
		all = append(all, one)
	}
	plan, outcome, err := e.together(all)
	if err != nil {
		return Reply{}, err
	}
	reply := tables{Warnings: []string{}}
	if err := reply.add(plan, outcome, fields.Sort); err != nil {
		return Reply{}, err
	}
	return Reply{JSON: reply}, nil
}

// together makes one plan and its outcome of runs.
func (e *Engine) together(all []ran) (*experiment.Plan, *experiment.PlanResult, error) {
	if len(all) == 0 {
		return nil, nil, errors.New("runs: want at least one")
	}
	first := all[0]
	outcome := &experiment.PlanResult{Trees: []*experiment.Tree{&first.Tree}}
	var plan *experiment.Plan
	for _, one := range all {
		setup, err := e.setup(one.Setting, func(string) {})
		if err != nil {
			return nil, nil, err
		}
		if plan == nil {
			plan = e.plan(one.Setting, setup, known(first.Tree.Name))
			plan.Setups = nil
		}
		if one.Tree != first.Tree || one.Result.Procs != first.Result.Procs {
			return nil, nil, fmt.Errorf("runs: %s is on another tree or machine than %s", one.Setting.Policy, first.Setting.Policy)
		}
		plan.Setups = append(plan.Setups, setup)
		outcome.Results = append(outcome.Results, []*balance.Result{&one.Result})
		outcome.GivenUp = append(outcome.GivenUp, []experiment.GivenUp{experiment.NotGivenUp})
	}
	return plan, outcome, nil
}

// known is a tree of that name as far as captions know it: only whether it has a formula matters.
func known(name string) input.Formula {
	if formulas, err := input.Sample(name); err == nil && len(formulas) == 1 {
		return formulas[0]
	}
	return input.Formula{Name: name}
}

// checkOrder looks an order of rows up; "" is that in which they come.
func checkOrder(name string) error {
	var names []string
	for _, o := range experiment.Orders() {
		names = append(names, o.Name)
	}
	if name == "" || slices.Contains(names, name) {
		return nil
	}
	return suggest.Unknown("order", name, names, "")
}
