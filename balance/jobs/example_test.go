package jobs_test

import (
	"context"
	"fmt"
	"sync"

	"transat/balance/jobs"
)

// Eight jobs share two cores, the longest first. Each writes to its own place, so the result is the same in any order.
func ExampleCores_Run() {
	cores := jobs.NewCores(2)
	squares, errs := make([]int, 8), make([]error, 8)
	var all sync.WaitGroup
	for i := range squares {
		all.Go(func() {
			errs[i] = cores.Run(context.Background(), jobs.Turn{Seconds: float64(i)}, func() error {
				squares[i] = i * i
				if i == 5 {
					return fmt.Errorf("job %d failed", i)
				}
				return nil
			})
		})
	}
	all.Wait()
	fmt.Println(squares)
	fmt.Println(errs[4], errs[5])
	// Output:
	// [0 1 4 9 16 25 36 49]
	// <nil> job 5 failed
}
