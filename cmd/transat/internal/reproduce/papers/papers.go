// Package papers is the table of the papers whose experiments are done again. Each paper has a package, and no
// paper uses another one.
//
// To add an experiment, write a file in its paper's package, as the documentation of package reproduce shows, and
// add a line to that package's Items. A new paper is a package, and a line here.
package papers

import (
	"slices"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/adf"
	"transat/cmd/transat/internal/reproduce/census"
	"transat/cmd/transat/internal/reproduce/diffusive"
	"transat/cmd/transat/internal/reproduce/frontend"
	"transat/cmd/transat/internal/reproduce/liquid"
	"transat/cmd/transat/internal/reproduce/physical"
	"transat/cmd/transat/internal/reproduce/plb"
	"transat/cmd/transat/internal/reproduce/stealing"
)

// Items returns the experiments of all papers, in the order in which they are shown.
func Items() []reproduce.Item {
	return slices.Concat(
		plb.Items(),
		liquid.Items(),
		adf.Items(),
		diffusive.Items(),
		physical.Items(),
		stealing.Items(),
		frontend.Items(),
		census.Items(),
	)
}
