// Command write makes the large formulas of package families, and writes each into a CNF file of a folder:
//
//	go run ./instances/families/write DIR              all formulas of tune and held
//	go run ./instances/families/write -set tune DIR    those that numbers of the solver may be tuned on
//	go run ./instances/families/write -set held DIR    those that nothing is tuned on
//	go run ./instances/families/write -set cubes DIR   those that are to be split into cubes
//	go run ./instances/families/write -seed 7 DIR      a set of sizes and seeds that this seed draws
//	go run ./instances/families/write -list            their names and verdicts
//
// The files are the same every time: NAME.cnf, with up to 3 million clauses, 60 MB at most.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"transat/dimacs"
	"transat/instances/families"
)

func main() {
	set := flag.String("set", "", "only the formulas of this `set`, tune, held or cubes")
	seed := flag.Uint64("seed", 0, "instead, a set whose sizes are drawn by this `seed`, from 1")
	list := flag.Bool("list", false, "print the names and verdicts, and write nothing")
	flag.Parse()
	if err := run(os.Stdout, *set, *seed, *list, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "write:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, set string, seed uint64, list bool, args []string) error {
	if seed != 0 && set != "" {
		return fmt.Errorf("-set is %q and -seed is %d: want one of them", set, seed)
	}
	all := append(families.Tune(), families.Held()...)
	switch set {
	case "":
		if seed != 0 {
			all = families.Fresh(seed)
		}
	case "tune":
		all = families.Tune()
	case "held":
		all = families.Held()
	case "cubes":
		all = families.Cubes()
	default:
		return fmt.Errorf("-set is %q: want tune, held or cubes", set)
	}
	if list {
		for _, m := range all {
			fmt.Fprintf(out, "%-32s %v\n", m.Name, m.Verdict)
		}
		return nil
	}
	if len(args) != 1 {
		return fmt.Errorf("%d arguments: want one, the folder that the files go to", len(args))
	}
	if err := os.MkdirAll(args[0], 0o777); err != nil {
		return err
	}
	for _, m := range all {
		if err := write(out, args[0], m); err != nil {
			return err
		}
	}
	return nil
}

// write makes a formula, writes it into a file of the folder, and says so.
func write(out io.Writer, folder string, m families.Maker) error {
	name := filepath.Join(folder, m.Name+".cnf")
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	f := m.Make()
	if err := errors.Join(dimacs.Write(file, f), file.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d variables, %d clauses\n", name, f.Vars(), f.Len())
	return err
}
