package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"
)

// Each search prints its answer, and then how many nodes it has visited.
func TestRun(t *testing.T) {
	for args, want := range map[string]string{
		"queens 8":                              "92 ways to place 8 queens\n2057 nodes in ",
		"semigroups 12":                         "592 numerical semigroups of genus 12\n",
		"uts uts-default":                       "uts-default has 1732 nodes\n1732 nodes in ",
		"puzzle 79":                             "42 moves: ",
		"-ordered puzzle 79":                    "42 moves: RRDDDLULDRUULDRURDLLURRRDLDLUUURDRULDDLUUL\n",
		"clique hamming6-4":                     "a clique of 4 vertices: ",
		"clique random-300-50-1":                "a clique of 12 vertices: ",
		"knapsack ../testdata/items24.txt":      "a profit of 13549094, with the items [1 2 4 5 6 10 11 13 16 22 23 24]\n",
		"-cores=1 tour ../testdata/burma14.tsp": "a tour of length 3323: [1 ",
		"-cores=1 subgraph cycle9 kneser5-2":    "the images of the pattern's vertices: [1 6 7 3 4 8 2 5 9]\n10 nodes in ",
		"-policy=random-polling subgraph complete3 kneser5-2": "the target has no such subgraph\n",
		"": "Usage: run ",
	} {
		var out bytes.Buffer
		if err := run(context.Background(), strings.Fields(args), &out, io.Discard); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("run %s: %v, %q, want %q", args, err, out.String(), want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	for args, want := range map[string]string{
		"tower 3":                 `unknown search "tower": run without arguments lists all`,
		"queens":                  "queens: 0 arguments: want queens N",
		"queens 33":               `queens "33": want a whole number from 1 to 32`,
		"semigroups -1":           `genus "-1": want a whole number from 0 to 40`,
		"uts pigeons-5":           "",
		"puzzle 3":                "instance 3 of Korf's table is not here: want one of 1 2 4 5 6 9 12 42 55 73 79 85 94, or a board",
		"clique missing.clq":      "open missing.clq: ",
		"subgraph cycle40 cycle5": "the pattern has 40 vertices: at most 31 are possible",
		"-policy=steel queens 6":  "unknown policy \"steel\"",
	} {
		err := run(context.Background(), strings.Fields(args), io.Discard, io.Discard)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("run %s: got %v, want %s", args, err, want)
		}
	}
}

// In lockstep, the shift conditions that balance (C3 to C5) need fewer steps than those that only share (C0 to C2), a front end far
// fewer, and every policy visits the same nodes in a round without a solution.
func TestLiquidInLockstep(t *testing.T) {
	if testing.Short() || os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("some seconds: with TRANSAT_TEST_MORE=1 it runs")
	}
	var out bytes.Buffer
	if err := run(context.Background(), []string{"liquid", "79"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"| liquid-c0 | 40 | 85843 | 310 |", "| liquid-c1 | 40 | 85843 | 261 |", "| liquid-c2 | 40 | 85843 | 247 |",
		"| liquid-c3 | 40 | 85843 | 192 |", "| liquid-c4 | 40 | 85843 | 203 |", "| liquid-c5 | 40 | 85843 | 210 |",
		"| ngp | 40 | 85843 | 45 | 41 |", "| gp | 40 | 85843 | 45 | 41 |", // balancing after nearly every step: too small for so many
	} {
		if !strings.Contains(out.String(), row) {
			t.Errorf("no row %s in\n%s", row, out.String())
		}
	}
}
