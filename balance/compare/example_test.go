package compare_test

import (
	"context"
	"fmt"
	"os"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
)

// Which balancer suits a tree of a hundred thousand nodes on 64 transputers?
func Example() {
	var policies []balance.Chosen
	for _, name := range []string{"plb", "steal", "liquid-c5:period=0.05", "none"} {
		policy, err := balance.Choose(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		policies = append(policies, policy)
	}
	options := compare.Defaults(policies...)
	options.Sides = []int{8, 8}
	table, err := compare.Policies(context.Background(), &balancetest.Tree{Nodes: 100_000, Seed: 1}, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := table.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// policy                 topology  load    n  time s  idle s  bal  info  send  efficiency  speed-up
	// plb                    mesh      count  64   13.66    2.03   68   160    51      81.9 %        52
	// steal                  mesh      count  64   11.79    0.20    0   498    12      94.9 %        61
	// liquid-c5:period=0.05  torus     count  64   12.63    0.79  273   506   273      88.6 %        57
	// none                   mesh      count  64  730.97  719.55    0     0     0       1.5 %       1.0
}

// Eight jobs share a pool of two, the longest first. Each writes to its own place, so the result is the same in any order.
func ExamplePool_Each() {
	squares := make([]int, 8)
	longest := func(i int) compare.Turn { return compare.Turn{Seconds: float64(i)} }
	err := compare.NewPool(2).Each(context.Background(), 8, longest, func(_ context.Context, i int) error {
		if i == 5 {
			return fmt.Errorf("job %d failed", i)
		}
		squares[i] = i * i
		return nil
	})
	fmt.Println(squares[:5], err)
	// Output:
	// [0 1 4 9 16] job 5 failed
}
