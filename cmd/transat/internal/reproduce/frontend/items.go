// Package frontend does the experiments on balancing a computer in lockstep from its front end again, of Karypis and Kumar: which
// processors are matched, and when a balancing phase begins.
package frontend

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{triggersItem()}
}
