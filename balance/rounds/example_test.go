package rounds_test

import (
	"context"
	"fmt"
	"log"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/topology"
)

// All load is on one processor of a ring. The Liquid model passes one element on in each step, so the
// last of 8 processors has load after 7 steps.
func Example() {
	ring, err := topology.New("ring", 8)
	if err != nil {
		log.Fatal(err)
	}
	policy, err := balance.Choose("liquid-c5")
	if err != nil {
		log.Fatal(err)
	}
	m, err := rounds.New(rounds.Setup{
		Network: ring, Policy: policy, Whole: true, Loads: []float64{40, 0, 0, 0, 0, 0, 0, 0},
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := m.Run(context.Background(), rounds.Config{Until: rounds.Shared | rounds.Balanced, Every: 15})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range result.Records {
		fmt.Printf("step %2d: loads from %v to %v, σ = %.2f\n", r.Step, r.Min, r.Max, r.Sigma)
	}
	fmt.Println("shared after", result.Shared.Step, "steps, balanced after", result.Balanced.Step)
	fmt.Println(m.Loads())
	// Output:
	// step  0: loads from 0 to 40, σ = 2.65
	// step 15: loads from 1 to 25, σ = 1.52
	// step 30: loads from 3 to 10, σ = 0.42
	// step 41: loads from 5 to 5, σ = 0.00
	// shared after 7 steps, balanced after 41
	// [5 5 5 5 5 5 5 5]
}

// Which of two rules evens out real loads faster tells their convergence factor: what is left of a
// difference after a step, in the long run.
func ExampleExactFactor() {
	torus, err := topology.New("torus", 16, 16)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"diffusion", "second-order"} {
		policy, err := balance.Choose(name)
		if err != nil {
			log.Fatal(err)
		}
		exact, err := rounds.ExactFactor(torus, policy)
		if err != nil {
			log.Fatal(err)
		}
		measured, err := rounds.MeasuredFactor(torus, policy, 1000, 1)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-12s  exact %.2f  measured %.2f\n", name, exact, measured)
	}
	// Output:
	// diffusion     exact 0.96  measured 0.96
	// second-order  exact 0.76  measured 0.76
}

// PLB knows all flows before it moves anything.
func ExamplePLB() {
	line, err := topology.New("line", 5)
	if err != nil {
		log.Fatal(err)
	}
	plb, err := rounds.NewPLB(line)
	if err != nil {
		log.Fatal(err)
	}
	m, err := plb.Migrate([]float64{9, 1, 0, 6, 4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Load, "units of load over all links, in", m.Rounds, "rounds:", m.Loads)
	// Output: 9 units of load over all links, in 2 rounds: [4 4 4 4 4]
}
