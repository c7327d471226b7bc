package atlas

import (
	"bufio"
	_ "embed" // for map.csv
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"transat/balance/sim"
)

//go:embed map.csv
var mapText string

// Map returns the map that comes with the program: the output of transat atlas --size=medium --cells.
func Map() []Cell {
	cells, err := Read(strings.NewReader(mapText))
	if err != nil {
		panic(err) // a test reads it
	}
	return cells
}

// header names the fields of a line.
func header() []string {
	return []string{"tree", "machine", "network", "n", "start", "nodes", "node_s", "policy", "seeds", "efficiency", "half", "below"}
}

// Write writes cells as CSV.
func Write(w io.Writer, cells []Cell) error {
	out := csv.NewWriter(w)
	if err := out.Write(header()); err != nil {
		return err
	}
	for _, c := range cells {
		if err := out.Write(c.fields()); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (c Cell) fields() []string {
	return []string{
		c.Tree, c.Machine, c.Network, strconv.Itoa(c.N), string(c.Start), strconv.FormatInt(c.Nodes, 10), number(c.Node, 6), c.Policy,
		strconv.Itoa(c.Seeds), number(c.Efficiency, 4), number(c.Half, 4), strconv.FormatBool(c.Below),
	}
}

func number(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }

// rounded is the cell as it is read back.
func (c Cell) rounded() Cell {
	back, err := parse(c.fields())
	if err != nil {
		panic(err) // it has just been written
	}
	back.Own = c.Own
	return back
}

// Read reads the output of [Write]. A last line without an end was cut off when a run was killed, and is left out.
func Read(r io.Reader) ([]Cell, error) {
	var cells []Cell
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		text, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return cells, nil
		}
		if err != nil {
			return cells, err
		}
		fields, err := strings.Split(strings.TrimRight(text, "\r\n"), ","), error(nil)
		if strings.Contains(text, `"`) {
			fields, err = csv.NewReader(strings.NewReader(text)).Read()
		}
		if err != nil {
			return cells, fmt.Errorf("line %d: %w", line, err)
		}
		if line == 1 && fields[0] == header()[0] {
			continue
		}
		c, err := parse(fields)
		if err != nil {
			return cells, fmt.Errorf("line %d: %w", line, err)
		}
		cells = append(cells, c)
	}
}

func parse(fields []string) (Cell, error) {
	if len(fields) == len(header())-1 { // of a time when all networks were meshes
		fields = slices.Insert(slices.Clone(fields), 2, Mesh)
	}
	if len(fields) != len(header()) {
		return Cell{}, fmt.Errorf("%d fields, want %d", len(fields), len(header()))
	}
	c := Cell{Case: Case{Tree: fields[0], Machine: fields[1], Network: fields[2], Start: sim.Start(fields[4])}, Policy: fields[7]}
	errs := make([]error, 7)
	c.N, errs[0] = strconv.Atoi(fields[3])
	c.Nodes, errs[1] = strconv.ParseInt(fields[5], 10, 64)
	c.Node, errs[2] = strconv.ParseFloat(fields[6], 64)
	c.Seeds, errs[3] = strconv.Atoi(fields[8])
	c.Efficiency, errs[4] = strconv.ParseFloat(fields[9], 64)
	c.Half, errs[5] = strconv.ParseFloat(fields[10], 64)
	c.Below, errs[6] = strconv.ParseBool(fields[11])
	return c, errors.Join(errs...)
}

// Append writes one cell to a file that [Write] has begun.
func Append(w io.Writer, c Cell) error {
	var line strings.Builder
	out := csv.NewWriter(&line)
	if err := out.Write(c.fields()); err != nil {
		return err
	}
	out.Flush()
	_, err := io.WriteString(w, line.String()) // in one piece
	return err
}
