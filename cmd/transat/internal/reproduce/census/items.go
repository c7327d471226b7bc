// Package census judges claims of the papers of the balancers that the five papers, and others, compare with: of those in steps on bare
// loads (steps.go), of a hierarchy of processors (halves.go), and of those on searches on the simulated machine (searches.go). Nearly all
// of these papers are known to us from their abstracts and from descriptions, so a claim is a sentence of an abstract, a theorem that
// others quote, or our reading; of Horton's hierarchy it is only what follows from the scheme.
//
// What papers measure on machines, or with programs, that we do not have is left out.
package census

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{stepsItem(), halvesItem(), searchesItem()}
}
