// Package stealing does the experiment on work stealing with latency again, of Gast, Khatiri, Trystram and Wagner: how long a bag of
// tasks takes if every message is on its way for some time, beside the paper's bound on the expected time.
package stealing

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{latencyItem()}
}
