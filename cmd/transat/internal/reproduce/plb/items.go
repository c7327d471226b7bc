// Package plb does the experiments of Böhm and Speckenmeyer again: Precomputation based Load Balancing, 1996.
//
// Tables 2 to 4 are simulations of PLB and local averaging on the search trees of formulas; Table 1 is flows
// on bare loads; the speed-ups are those of satisfiable formulas. A file is named after the table it repeats.
// Read rows.go for what a row of Tables 2 to 4 is, and simulate.go for how one is made.
package plb

import "transat/cmd/transat/internal/reproduce"

// Items returns the experiments, in the order in which they are shown.
func Items() []reproduce.Item {
	return []reproduce.Item{
		table1Item(),
		treesItem(),
		table2Item(),
		table3Item(),
		table4Item(),
		roundsItem(),
		sizesItem(),
		alikeItem(),
		speedupsItem(),
		branchingItem(),
		branchingLargeItem(),
	}
}
