package input

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"

	"transat/balance/tasktree"
	"transat/dimacs"
	"transat/solver/cnf"
)

// Cubes with the seconds that each took: was a split of a formula good? Comments of an iCNF file say so, wherever they stand, with the
// number of the cube in the order of the file, from 1 on:
//
//	p inccnf
//	1 -2 0
//	2 3 0
//	a 1 0
//	a -1 2 0
//	c cube 1 seconds 0.25
//	c cube 2 seconds 17.5
//
// The tree is that of the decisions: cubes that begin alike lie below the same node. Only cubes take time.

// hasCubes reports whether a text begins as an iCNF file does.
func hasCubes(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		fields := bytes.Fields(line)
		switch {
		case len(fields) == 0 || fields[0][0] == 'c':
		case string(fields[0]) == "p":
			return len(fields) == 2 && string(fields[1]) == "inccnf"
		default:
			return false
		}
		head = rest
	}
	return false
}

// HasCubes reports whether a file, and no pipe, begins as an iCNF file does.
func HasCubes(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && hasCubes(fileHead(path))
}

// readTimedCubes reads the tree of an iCNF file.
func (s Finder) readTimedCubes(name string, file io.Reader) (*tasktree.Tree, error) {
	times := &cubeTimes{name: name, line: 1, seconds: map[int]timed{}}
	opt := s.options(name, new(sum), new(dimacs.Projection))
	opt.Copy = times
	_, cubes, err := dimacs.ReadCubes(file, opt)
	if err != nil {
		return nil, withRemedy(err)
	}
	if times.err != nil {
		return nil, times.err
	}
	return times.tree(cubes)
}

// timed is the time of a cube.
type timed struct {
	seconds string
	line    int64
}

// cubeTimes is a writer that reads the comments of a file while the file is read.
type cubeTimes struct {
	name    string
	line    int64
	rest    []byte // of a line whose end is still to come
	seconds map[int]timed
	err     error
}

// longComment is more than the length of a comment about a cube.
const longComment = 1 << 8

// Write takes a part of the file. It returns no error: a mistake is told when the file has been read.
func (c *cubeTimes) Write(p []byte) (int, error) {
	n := len(p)
	for {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		if len(c.rest) < longComment {
			c.rest = append(c.rest, line[:min(len(line), longComment)]...)
		}
		if !ended {
			return n, nil
		}
		c.end()
		p = rest
	}
}

// end takes a line.
func (c *cubeTimes) end() {
	if fields := bytes.Fields(c.rest); len(fields) > 1 && string(fields[0]) == "c" && string(fields[1]) == "cube" && c.err == nil {
		c.err = c.comment(fields)
	}
	c.rest = c.rest[:0]
	c.line++
}

// comment takes a comment about a cube.
func (c *cubeTimes) comment(fields [][]byte) error {
	if len(fields) < 4 || string(fields[3]) != "seconds" {
		return nil // about something else
	}
	number, err := strconv.Atoi(string(fields[2]))
	if err != nil || number < 1 || len(fields) != 5 {
		return c.wrong(c.line, "want a comment \"c cube NUMBER seconds SECONDS\", with numbers from 1 on")
	}
	if earlier, taken := c.seconds[number]; taken {
		return c.wrong(c.line, "cube %d has its seconds in line %d already: want one time for each", number, earlier.line)
	}
	c.seconds[number] = timed{string(fields[4]), c.line}
	return nil
}

func (c *cubeTimes) wrong(line int64, format string, args ...any) error {
	return &tasktree.Error{Name: c.name, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// prefix is a node below another.
type prefix struct {
	above int
	lit   cnf.Lit
}

// tree is the tree of the cubes.
func (c *cubeTimes) tree(cubes [][]cnf.Lit) (*tasktree.Tree, error) {
	if len(c.rest) > 0 {
		c.end()
	}
	if len(cubes) == 0 || len(c.seconds) == 0 {
		return nil, c.wrong(0, "%d cubes, and seconds for %d: a tree has a comment \"c cube NUMBER seconds SECONDS\" for each",
			len(cubes), len(c.seconds))
	}
	for number, t := range c.seconds {
		if number > len(cubes) {
			return nil, c.wrong(t.line, "there is no cube %d: the file has %d", number, len(cubes))
		}
	}
	above, owner := []int{-1}, []int{0} // of each node: the one above, and its cube, 0 if it is none
	below := map[prefix]int{}
	for i, cube := range cubes {
		at := 0
		for _, lit := range cube {
			next, known := below[prefix{at, lit}]
			if !known {
				next = len(above)
				below[prefix{at, lit}] = next
				above, owner = append(above, at), append(owner, 0)
			}
			at = next
		}
		switch _, known := c.seconds[i+1]; {
		case !known:
			return nil, c.wrong(0, "cube %d has no seconds: want a comment \"c cube %d seconds SECONDS\", as others have", i+1, i+1)
		case owner[at] > 0:
			return nil, c.wrong(0, "cube %d is cube %d again: want different ones", i+1, owner[at])
		}
		owner[at] = i + 1
	}
	b := tasktree.NewBuilder(tasktree.Meta{Unit: "seconds"})
	for node := range above {
		task := tasktree.Task{ID: nodeName(node, owner), Work: "0"}
		if node > 0 {
			task.Parent = nodeName(above[node], owner)
		}
		line := int64(0)
		if cube := owner[node]; cube > 0 {
			task.Work, line = c.seconds[cube].seconds, c.seconds[cube].line
		}
		if err := b.Add(task); err != nil {
			return nil, c.wrong(line, "%v", err)
		}
	}
	t, err := b.Tree()
	if err != nil {
		return nil, c.wrong(0, "%v", err)
	}
	return t, nil
}

// nodeName is the id of a node.
func nodeName(node int, owner []int) string {
	if owner[node] > 0 {
		return fmt.Sprintf("cube %d", owner[node])
	}
	return fmt.Sprintf("node %d", node)
}
