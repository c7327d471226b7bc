package explain

import (
	"context"
	"math/bits"

	"transat/cmd/transat/internal/experiment"
)

// shapley shares the difference out among the rule and the settings: each gets the mean, over all orders in which they can
// be changed from the first policy to the second, of the difference that its change makes. That takes a run for
// every subset of them; where a policy is not defined with some settings, there is no such mean.
func (r *runner) shapley(ctx context.Context, w experiment.Workload, c *comparison, m *Merit) error {
	n := len(c.differ)
	var some []job
	for subset := range 1 << (n + 1) { // bit i: setting i is that of the second; bit n: the rule is
		p, from := &c.first, &c.second
		if subset>>n == 1 {
			p, from = &c.second, &c.first
		}
		want := p.own
		for i, s := range c.differ {
			if of := subset>>i&1 == 1; of != (p == &c.second) {
				s.take(&want, from.own)
			}
		}
		some = append(some, c.job(w, p, want, r.Seeds))
	}
	found, err := r.all(ctx, "all combinations of settings", some)
	if err != nil {
		return err
	}
	for _, x := range found {
		if x.Undefined != "" {
			return nil
		}
	}
	shares := make([]float64, n+1)
	for i := range shares {
		for subset, x := range found {
			if subset>>i&1 == 1 {
				continue
			}
			gain := found[subset|1<<i].Seconds() - x.Seconds()
			shares[i] += gain * weight(bits.OnesCount(uint(subset)), n+1)
		}
	}
	m.Shapley, m.Rule = true, &shares[n]
	for i := range m.Settings {
		m.Settings[i].Share = &shares[i]
	}
	return nil
}

// weight is the share of the orders of n things in which a certain one comes after a certain set of that many others:
// before!·(n−1−before)!/n!.
func weight(before, n int) float64 {
	x := 1 / float64(n)
	for i := 1; i <= before; i++ {
		x *= float64(i) / float64(n-i)
	}
	return x
}
