package parts

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/files"
)

// The file of the costs has two comments for each part that was refuted, as transat compare reads them behind the cubes of an iCNF file:
//
//	c cube 7 conflicts 812
//	c cube 7 seconds 0.25
//
// Part 0 is called "rest". A part that is solved again has its cost there again.

const costs = "costs"

// cost appends the cost of a part.
func (f *Folder) cost(number int, conflicts int64, long time.Duration) error {
	return appendCost(filepath.Join(f.name, costs), number, conflicts, long)
}

// appendCost appends the cost of a part in one piece, so that a run that is killed leaves no half of it.
func appendCost(name string, number int, conflicts int64, long time.Duration) error {
	what := fmt.Sprintf("cube %d", number)
	if number == 0 {
		what = "rest"
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	seconds := strconv.FormatFloat(long.Round(time.Microsecond).Seconds(), 'f', -1, 64)
	_, err = fmt.Fprintf(file, "c %s conflicts %d\nc %[1]s seconds %[3]s\n", what, conflicts, seconds)
	return errors.Join(err, file.Close())
}

// Costs is a file of the costs of given cubes, without a proof. Its first lines name the formula and the cubes. A cube with both
// comments was refuted: a run need not refute it again, if it is trusted.
type Costs struct {
	name    string
	held    *os.File // locked, so that a second run is noticed
	Refuted []bool   // by place of the cube, when it was opened
	added   int
}

const listed = "c cubes "

// OpenCosts reads the file of the costs of the cubes of a formula, or begins it. The error says that it cannot be used, that another run
// has it, or that it has the costs of another formula or of other cubes. Close must be called.
func OpenCosts(name string, f *cnf.Formula, cubes [][]cnf.Lit) (*Costs, error) {
	sum := sha256.New()
	if err := dimacs.WriteCubeList(sum, cubes); err != nil {
		return nil, err
	}
	of := listed + hex.EncodeToString(sum.Sum(nil))
	file, err := files.OpenAppend(name)
	if err != nil {
		return nil, err
	}
	c := &Costs{name: name, held: file, Refuted: make([]bool, len(cubes))}
	if held, cannot := files.Lock(file); !held && cannot == nil {
		err = fmt.Errorf("%s belongs to another run: wait for its end, or name another file", name)
	} else {
		err = c.begin(heading(f), of)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return c, nil
}

// begin writes the first lines of a file that is empty, and reads another one.
func (c *Costs) begin(formula, cubes string) error {
	info, err := c.held.Stat()
	if err != nil {
		return err
	}
	if info.Size() > 0 {
		return c.read(formula, cubes)
	}
	if _, err = c.held.WriteString(formula + "\n" + cubes + "\n"); err != nil {
		return errors.Join(err, c.held.Truncate(0)) // or the next run would find a part of them
	}
	return nil
}

// Close lets other runs have the file.
func (c *Costs) Close() error { return c.held.Close() }

// Done returns how many cubes are refuted. It must not be called while Add is.
func (c *Costs) Done() (n int) {
	n = c.added
	for _, refuted := range c.Refuted {
		if refuted {
			n++
		}
	}
	return n
}

// read reads a file of costs. What a run that was killed has left of a line counts if it says which cube was refuted.
func (c *Costs) read(formula, cubes string) error {
	conflicts := make([]bool, len(c.Refuted))
	lines := bufio.NewReader(c.held)
	for number := 1; ; number++ {
		line, err := lines.ReadString('\n')
		switch {
		case err == io.EOF && number <= 2:
			return fmt.Errorf("%s has no costs of this formula: want another file", c.name)
		case err == io.EOF && line == "":
			return nil
		case err == io.EOF: // cut
			_, err = c.held.WriteString("\n")
			return err
		case err != nil:
			return err
		}
		line = strings.TrimSpace(line)
		switch number {
		case 1:
			if line != formula {
				return fmt.Errorf("%s has no costs of this formula: want another file", c.name)
			}
			continue
		case 2:
			if line != cubes {
				return fmt.Errorf("%s has the costs of other cubes: want another file", c.name)
			}
			continue
		}
		words := strings.Fields(line)
		if len(words) != 5 || words[0] != "c" || words[1] != "cube" {
			continue // another comment, or what is left of one
		}
		cube, err := strconv.Atoi(words[2])
		if err != nil || cube < 1 || cube > len(c.Refuted) {
			return fmt.Errorf("%s:%d: cube %s: want a number from 1 to %d", c.name, number, words[2], len(c.Refuted))
		}
		switch words[3] {
		case "conflicts":
			conflicts[cube-1] = true
		case "seconds":
			c.Refuted[cube-1] = conflicts[cube-1]
		}
	}
}

// Add adds the cost of the cube at a place, which was refuted.
func (c *Costs) Add(place int, conflicts int64, long time.Duration) error {
	err := appendCost(c.name, place+1, conflicts, long)
	if err == nil {
		c.added++
	}
	return err
}
