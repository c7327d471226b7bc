// Package compare runs load-balancing policies side by side: [Policies] spreads a search tree over the processors of a
// simulated machine under each policy, and [Table.Write] prints the results.
//
//	steal, err := balance.Choose("steal")
//	plb, err := balance.Choose("plb:gamma=0.62")
//	options := compare.Defaults(steal, plb)
//	options.Sides = []int{16, 16}
//	table, err := compare.Policies(ctx, tree, options)
//	err = table.Write(os.Stdout)
//
// The tree may be any [balance.Tree]: a recorded search, a synthetic tree, or an irregular search of your own. Policies
// of your own come from a [balance.Registry].
//
// Start reading at [Policies]. An [Options] becomes a [Setup] for each policy (options.go), the description of a run.
// [Simulate] turns it into the configuration of a machine, one that passes messages or one in lockstep (simulate.go).
// [Summarise] and [Relate] make rows of the results (row.go, statistics.go). A program that runs many trees, or shows
// more, calls these parts, as the command transat compare does.
//
// [Columns] is the table of all numbers that tables show (columns.go), and [Pool] runs jobs side by side (pool.go).
//
// What is left out: runs on the cores of a computer, which are in package cores, and where trees come from.
package compare
