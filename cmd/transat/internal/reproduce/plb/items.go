// Package plb does the experiments of Böhm and Speckenmeyer again: Precomputation based Load Balancing, 1996.
//
// Tables 2 to 4 are simulations of PLB and local averaging on the search trees of formulas; plb/alike has both
// on one machine. Table 1 and plb/trees are flows of divisible loads. A file is named after its item, and
// the item after the table. Read rows.go for a row of Tables 2 to 4, and simulate.go for how it is simulated.
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
