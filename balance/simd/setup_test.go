package simd

import (
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

func network(t testing.TB, kind string, sides ...int) topology.Network {
	t.Helper()
	n, err := topology.New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func choose(t rapid.TB, s string) balance.Chosen {
	t.Helper()
	c, err := balance.Choose(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// networks draws a network on which a policy is defined.
func networks(t *rapid.T, policy balance.Chosen) topology.Network {
	n, err := balancetest.AnyNetwork(policy, func(what string, low, high int) int { return rapid.IntRange(low, high).Draw(t, what) })
	if err != nil {
		t.Skip(err)
	}
	return n
}
