// Package compare runs load-balancing policies side by side: each of them spreads the same search tree over the
// processors of a simulated machine, and a table shows how well.
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
// Start reading at [Policies]. An [Options] becomes a [Setup] for each policy (options.go), which is the one description
// of a run; [Simulate] makes of it the configuration of a machine, be it one that passes messages or one in lockstep
// (simulate.go); and [Summarise] and [Relate] make rows of what the runs came to (row.go, statistics.go). A program that
// runs many trees, or shows more, takes the parts: the command transat compare does.
//
// [Columns] is the table of all numbers that tables show (columns.go), and [Pool] runs jobs side by side (pool.go).
//
// What is left out: runs on the cores of a computer, which are in package cores, and where trees come from.
package compare
