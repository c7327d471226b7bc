package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/process"
	"transat/cmd/transat/internal/suggest"
	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
)

// InputHelp explains FILE, SAMPLE and - in help texts.
const InputHelp = `FILE is a CNF file in the DIMACS format, plain or compressed (gzip, bzip2, xz, zstd);
- is standard input. SAMPLE is a built-in formula (transat list samples) or a random
one, VARS-CLAUSES-K/INDEX. A file of that name goes before a sample.`

// TreeHelp tells of search trees without a formula.
const TreeHelp = `A SAMPLE may also be a tree of the UTS benchmark, such as uts-t1, or the part of it above
a depth, uts-t1/8. It has no formula, so --rule is refused, --cache and --lenient mean
nothing, and it may be as large as memory allows, unless --max-nodes is given. The same
goes for a FILE with a search tree that another program has measured: JSON Lines, CSV, a
VBC file of SCIP, an iCNF file with the seconds of its cubes, or a packed tree. knapsack-40
and clique-128 are searched by branch and bound: how many nodes that takes depends on the
policy (transat help machines).`

// CompleteInput lets shells complete FILE and SAMPLE.
func CompleteInput(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return completeSample(args, func(s instances.Info) bool { return s.Size > 0 })
}

// CompleteTree lets shells complete FILE and SAMPLE where a tree without a formula will do, also one of the program.
func (a *App) CompleteTree(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.CompleteTrees(cmd, args, word)
}

func completeSample(args []string, wanted func(instances.Info) bool) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, s := range instances.Samples() {
		if wanted(s) {
			names = append(names, s.Name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// Formulas returns the formulas, or the tree, that go by a name. A name that is no file and no sample is wrong usage; a file with an
// extension or in a folder that is not there is an error like others.
func (a *App) Formulas(name string, lenient bool) ([]input.Formula, error) {
	all, err := input.Finder{Stdin: a.In, Own: a.Trees, Lenient: lenient, Warn: a.Line.Warn, Room: process.Need}.Find(name)
	if unknown := (*suggest.Error)(nil); errors.As(err, &unknown) {
		err = Misuse(err)
	}
	return all, err
}

// OneFormula is [App.Formulas] for commands that take only one.
func (a *App) OneFormula(name string, lenient bool) (input.Formula, error) {
	all, err := a.Formulas(name, lenient)
	if err != nil {
		return input.Formula{}, err
	}
	return One(name, all)
}

// One is the formula of a name, if it stands for only one.
func One(name string, all []input.Formula) (input.Formula, error) {
	if len(all) > 1 {
		return input.Formula{}, Misuse(fmt.Errorf("%s is a sample of %d formulas: choose one, such as %s",
			name, len(all), all[0].Name))
	}
	return all[0], NeedFormulas(all)
}

// NeedFormulas refuses trees that have no formula.
func NeedFormulas(all []input.Formula) error {
	for _, f := range all {
		if f.HasTasks() {
			return Misuse(f.NoFormula())
		}
		if f.Tree != nil {
			return Misuse(fmt.Errorf("%s is a search tree without a formula: only transat simulate and transat compare take it", f.Name))
		}
	}
	return nil
}

// CompleteTrees is CompleteTree for commands that take several.
func (a *App) CompleteTrees(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	names, rest := completeSample(nil, func(instances.Info) bool { return true })
	for _, f := range a.Trees {
		names = append(names, f.Name)
	}
	return names, rest
}

// ReadCubeList reads the cubes of --cube-list for a formula of that many variables. There is at least one.
func ReadCubeList(name string, vars int) ([][]cnf.Lit, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--cube-list: %w", err)
	}
	defer file.Close()
	cubes, err := dimacs.ReadCubeList(file, vars, dimacs.Options{Name: name})
	if err == nil && len(cubes) == 0 {
		err = fmt.Errorf("--cube-list: %s has no cubes; want a line \"a LITERALS 0\" for each (\"a 0\" is the formula as it is)", name)
	}
	return cubes, err
}
