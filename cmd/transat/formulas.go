package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/input"
)

// inputHelp explains FILE, SAMPLE and - in help texts.
const inputHelp = `FILE is a CNF file in the DIMACS format, plain or compressed (gzip, bzip2, xz, zstd);
- is standard input. SAMPLE is a built-in formula (transat list samples) or a random
one, VARS-CLAUSES-K/INDEX. A file of that name goes before a sample.`

// completeInput lets shells complete FILE and SAMPLE.
func completeInput(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return names(sampleEntries()), cobra.ShellCompDirectiveDefault
}

// formulas returns the formulas that go by a name.
func (a *app) formulas(name string, lenient bool) ([]input.Formula, error) {
	return input.Source{Stdin: a.in, Lenient: lenient, Warn: a.line.Warn}.Find(name)
}

// oneFormula is formulas for commands that take only one.
func (a *app) oneFormula(name string, lenient bool) (input.Formula, error) {
	all, err := a.formulas(name, lenient)
	if err != nil {
		return input.Formula{}, err
	}
	if len(all) > 1 {
		return input.Formula{}, exit.Misuse(fmt.Errorf("%s is a sample of %d formulas: choose one, such as %s",
			name, len(all), all[0].Name))
	}
	return all[0], nil
}
