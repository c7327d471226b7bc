package solve

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/solver/cnf"
)

// Cubes that are given: by the input, or by --cube-list.

// cubeFlagNames are the flags that mean --engine=cube.
func cubeFlagNames() []string {
	return []string{
		"cube-depth", "splitter", "conqueror", "conqueror-time", "cubes", "cube-list", "only-cubes", "cube", "costs", "proof-parts",
	}
}

// checkGiven checks the flags for given cubes, and reads the numbers.
func (c *cubeFlags) checkGiven(given func(flag string) bool) (err error) {
	if given("cube") {
		least := 1
		if c.parts != "" {
			least = 0
		}
		if c.numbers, err = readNumbers(c.chosen, least); err != nil {
			return err
		}
	}
	if given("conqueror") {
		if err := cli.CheckConqueror(c.conquer.Command); err != nil {
			return err
		}
	}
	c.only = c.only || given("cube")
	if c.only && c.write != "" {
		return fmt.Errorf("--cubes and %s: the one finds cubes, the other is for cubes that are given", c.onlyFlag())
	}
	return nil
}

// onlyFlag names the flag by which the answer holds under given cubes alone.
func (c *cubeFlags) onlyFlag() string {
	if c.chosen != "" {
		return "--cube=" + c.chosen
	}
	return "--only-cubes"
}

// mostCubes bounds the numbers of --cube.
const mostCubes = 1 << 23

// readNumbers reads numbers from least on and ranges of them, such as 1-20,35. It returns each once, in order, and at least one.
func readNumbers(text string, least int) (all []int, err error) {
	for _, word := range strings.Split(text, ",") {
		low, high, ranged := strings.Cut(word, "-")
		if !ranged {
			high = low
		}
		from, err := strconv.ParseUint(low, 10, 31)
		to, err2 := strconv.ParseUint(high, 10, 31)
		if err != nil || err2 != nil || from < uint64(least) || to < from || to > mostCubes {
			return nil, fmt.Errorf("--cube=%s: %q is no number of a cube or range of them; want numbers from %d on, such as 7 or 1-20,35",
				text, word, least)
		}
		if len(all)+int(to-from) > mostCubes {
			return nil, fmt.Errorf("--cube=%s: want at most %d numbers", text, mostCubes)
		}
		for n := from; n <= to; n++ {
			all = append(all, int(n))
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// choose returns the cubes of --cube.
func (c *cubeFlags) choose(name string, cubes [][]cnf.Lit) ([][]cnf.Lit, error) {
	if c.numbers == nil {
		return cubes, nil
	}
	var chosen [][]cnf.Lit
	for _, n := range c.numbers {
		if n > len(cubes) {
			return nil, c.noCube(n, name, len(cubes))
		}
		chosen = append(chosen, cubes[n-1])
	}
	return chosen, nil
}

// noCube says that the cube of a number is not there.
func (c *cubeFlags) noCube(number int, name string, cubes int) error {
	return cli.Misuse(fmt.Errorf("--cube=%s: there is no cube %d: %s has %s", c.chosen, number, name, cli.Counted(cubes, "cube")))
}

// readProblem reads a formula, and its cubes, if the input or the file of --cube-list has any. With cubes it sets the engine for
// cubes.
func readProblem(
	ctx context.Context, formula input.Formula, flags *solveFlags, out *solveOutput,
) (f *cnf.Formula, cubes [][]cnf.Lit, err error) {
	f, cubes, err = formula.ReadCubes(ctx)
	name := formula.Name
	switch {
	case err != nil:
		return nil, nil, err
	case flags.cube.list != "":
		if len(cubes) > 0 {
			out.comment(fmt.Sprintf("%s has %s of its own: those of --cube-list are taken instead", name, cli.Counted(len(cubes), "cube")))
		}
		name = flags.cube.list
		if cubes, err = cli.ReadCubeList(name, f.Vars()); err != nil {
			return nil, nil, err
		}
	case len(cubes) == 0 && flags.cube.only && flags.cube.parts == "":
		return nil, nil, cli.Misuse(fmt.Errorf("%s has no cubes: %s is for cubes that are given", name, flags.cube.onlyFlag()))
	case cubes != nil && len(cubes) == 0:
		out.comment(name + " has no cubes: the answer is that for the formula itself")
	}
	if len(cubes) == 0 {
		return f, nil, nil
	}
	switch {
	case flags.cube.against == "--checkpoint":
		return nil, nil, cli.Misuse(fmt.Errorf("%s has cubes: with --checkpoint, cubes that are not in a file want --engine=cube", name))
	case flags.cube.against != "":
		return nil, nil, cli.Misuse(fmt.Errorf("%s has cubes: %s does not go with them", name, flags.cube.against))
	case flags.cube.write != "":
		return nil, nil, cli.Misuse(fmt.Errorf("--cubes: %s has cubes already", name))
	}
	flags.engine = "cube"
	if flags.cube.parts != "" {
		return f, cubes, nil // the numbers are those of parts
	}
	cubes, err = flags.cube.choose(name, cubes)
	return f, cubes, err
}
