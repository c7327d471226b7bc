package machinefit

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Measurement is a row of a run on workers or cores: one policy, over all rounds. Times are in seconds, a processor's share.
type Measurement struct {
	Policy, Topology, Load, Grid string
	Procs, Threads               int
	Seed                         uint64
	Rounds                       int
	Nodes                        int64
	Time, Sequential             float64 // of the run (the median), and of one processor
	Least, Most                  float64 // times of its rounds; the median, if the record does not tell
	Busy, Install, Balance       float64
	Info, Send                   float64
}

// Efficiency is the share of the processors that does useful work.
func (r Measurement) Efficiency() float64 { return r.after(r.Time) }

// Between are the least and the largest efficiency of the rounds.
func (r Measurement) Between() (low, high float64) { return r.after(r.Most), r.after(r.Least) }

// after is the efficiency of a round of that time.
func (r Measurement) after(time float64) float64 { return r.Sequential / (float64(r.Procs) * time) }

//go:embed example.csv
var example string

// Example is a run to try a fit with, of [ExampleFormula] by two worker processes on two cores that had other things to do, too.
func Example() []Measurement {
	all, err := Read("example", strings.NewReader(example))
	if err != nil {
		panic(err) // it is ours
	}
	return all
}

// ExampleFormula is the formula of [Example].
const ExampleFormula = "250-1075-3/4"

const mostRecords = 1000

// Read reads the rows of a run, as compare --machine=workers --format=csv writes them. Its error tells the line.
func Read(name string, from io.Reader) ([]Measurement, error) {
	lines := csv.NewReader(from)
	head, err := lines.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:1: nothing there: want the rows of compare --machine=workers --format=csv", name)
	} else if err != nil {
		return nil, placed(name, err)
	}
	var all []Measurement
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, placed(name, err)
		}
		line, _ := lines.FieldPos(0)
		row := row{head: head, fields: fields}
		record := row.record()
		if row.err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, row.err)
		}
		if all = append(all, record); len(all) > mostRecords {
			return nil, fmt.Errorf("%s:%d: more than %d rows", name, line, mostRecords)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s:1: a heading and no rows", name)
	}
	return all, nil
}

// placed puts the line of a mistake in CSV in front.
func placed(name string, err error) error {
	if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%s:%d: %w", name, wrong.Line, wrong.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// row is a line under way, with the first thing that is wrong with it.
type row struct {
	head, fields []string
	err          error
}

func (r *row) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *row) text(column string) string {
	i := slices.Index(r.head, column)
	if i < 0 {
		r.fail("no column %s: want the rows of compare --machine=workers --format=csv", column)
		return ""
	}
	return r.fields[i]
}

func (r *row) number(column string, least float64) float64 {
	text := r.text(column)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= least && x <= mostNumber) {
		r.fail("%s: %.40q: want a number from %v to %v", column, text, least, mostNumber)
	}
	return x
}

func (r *row) whole(column string, least, most int64) int64 {
	text := r.text(column)
	x, err := strconv.ParseFloat(text, 64) // nodes are a mean
	if err != nil || x != math.Trunc(x) || x < float64(least) || x > float64(most) {
		r.fail("%s: %.40q: want a whole number from %d to %d", column, text, least, most)
		return least
	}
	return int64(x)
}

const (
	mostProcs  = 4096
	mostNumber = 1e7  // of seconds, and of messages
	shortest   = 1e-9 // seconds
)

func (r *row) record() Measurement {
	if machine := r.text("machine"); r.err == nil && machine != "workers" {
		r.fail("machine: %.40q: want a run of compare --machine=workers", machine)
	}
	if r.text("found") == "true" {
		r.fail("found: a model ended the search: want a formula that is unsatisfiable")
	}
	m := Measurement{
		Policy: r.text("policy"), Topology: r.text("topology"), Load: r.text("load"), Grid: strings.TrimSpace(r.text("grid")),
		Procs: int(r.whole("n", 1, mostProcs)), Threads: int(r.whole("threads", 1, mostProcs)),
		Seed: uint64(r.whole("seed", 0, math.MaxInt32)), Rounds: int(r.whole("rounds", 1, 10_000)), Nodes: r.whole("nodes", 1, 1<<53),
		Time: r.number("time_s", shortest), Sequential: r.number("sequential_s", shortest), Busy: r.number("busy_s", 0),
		Install: r.number("install_s", 0), Balance: r.number("balance_s", 0), Info: r.number("info", 0), Send: r.number("send", 0),
	}
	m.Least, m.Most = m.Time, m.Time
	if slices.Contains(r.head, "time_least_s") && slices.Contains(r.head, "time_most_s") {
		m.Least, m.Most = r.number("time_least_s", shortest), r.number("time_most_s", shortest)
	}
	return m
}
