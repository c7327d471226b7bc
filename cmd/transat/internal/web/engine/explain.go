package engine

import (
	"fmt"
	"slices"

	"transat/balance/compare"
	"transat/cmd/transat/internal/explain"
	"transat/cmd/transat/internal/treecache"
)

// maxExplainSeeds bounds how long a request takes.
const maxExplainSeeds = 20

// explain says why one policy beats others: the reply is an [explain.Explanation].
func (e *Engine) explain(c *Call) (Reply, error) {
	var fields struct {
		Setting
		Policies []string `json:"policies"` // the first is compared with each of the others
		Seeds    int      `json:"seeds"`    // 0: 3
		Depth    string   `json:"depth"`    // "", "quick" or "deep"
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	if fields.Seeds == 0 {
		fields.Seeds = 3
	}
	if fields.Seeds < 1 || fields.Seeds > maxExplainSeeds {
		return Reply{}, fmt.Errorf("seeds=%d: want 1 to %d", fields.Seeds, maxExplainSeeds)
	}
	depths := map[string]explain.Depth{"": explain.Usual, "quick": explain.Quick, "deep": explain.Deep}
	depth, known := depths[fields.Depth]
	if !known {
		return Reply{}, fmt.Errorf("depth=%s: want quick, deep, or nothing", fields.Depth)
	}
	var setups []compare.Setup
	for _, policy := range fields.Policies {
		s := fields.Setting
		s.Policy, s.Beside = policy, fields.Policies
		setup, err := e.setup(s, func(string) {})
		if err != nil {
			return Reply{}, err
		}
		if slices.ContainsFunc(setups, func(o compare.Setup) bool { return o.Policy.String() == setup.Policy.String() }) {
			return Reply{}, fmt.Errorf("policies: %s is given twice", setup.Policy)
		}
		setups = append(setups, setup)
	}
	formula, err := e.find(c, fields.source())
	if err != nil {
		return Reply{}, err
	}
	store := &treecache.Store{Rule: fields.source().rule(), MaxNodes: maxNodes, Threads: 1, Warn: func(string) {}}
	work, err := explain.Load(c.Context, formula, store, c.Progress)
	if err != nil {
		return Reply{}, err
	}
	report, err := explain.Run(c.Context, work, explain.Options{
		Setups: setups, Seeds: fields.Seeds, Depth: depth, Threads: 1, Progress: c.Progress,
	})
	return Reply{JSON: report}, err
}
