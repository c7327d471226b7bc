// Package program makes a program of a search of your own: on the cores of this computer, or on all computers that join.
//
//	func main() {
//		p := program.Program[apps.Board]{
//			Name: "queens", Args: "N", Short: "Count the ways to place N queens", Mode: search.ModeCount,
//			Problem: func(args []string) (search.Problem[apps.Board], error) {
//				n, err := strconv.Atoi(args[0])
//				return &apps.Queens{N: n}, err
//			},
//		}
//		os.Exit(program.Main(p, os.Args[1:], os.Stdout, os.Stderr))
//	}
//
//	queens 15                            all cores, steal
//	queens 15 --policy=plb --checkpoint=q.checkpoint
//	queens 15 --cluster                  leads a run, and prints the line that makes another computer a worker of it
//	queens 15 --join=nats://HOST:PORT --fingerprint=PRINT
//
// A worker is the same program with the same arguments: only nodes, counts and solutions travel, so the problem must be a
// [search.Coder]. A run on many computers is like that of a formula: workers come, go and die as they like, and no node is counted
// twice; see `transat help cluster`.
//
// Start reading at [Program], then local.go and cluster.go; problem.go is what the cluster sees of a problem.
//
// Left out: searches that are a sequence of problems, such as iterative deepening; package transat/balance/search has those, in a loop of
// one's own. A node with all that waits beside it must fit into a message of a mebibyte.
package program
