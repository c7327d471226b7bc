package film

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/topology"
)

// most is how many bytes a film may have unpacked, and how many entries a column: enough for a million processors. What
// reads a film has room for it; what claims to be one must not take all there is.
const (
	most        = 1 << 30
	mostEntries = 1 << 28
)

// Read reads a film from bytes. The error says that they are none, or damaged.
func Read(data []byte) (*Film, error) {
	if len(data) < 8 || string(data[:4]) != magic {
		return nil, errors.New("this is no film of a run: it does not begin with " + magic)
	}
	length := int64(binary.LittleEndian.Uint32(data[4:]))
	if length > int64(len(data)-8) {
		return nil, errors.New("the film is cut off in its header")
	}
	f := new(Film)
	if err := json.Unmarshal(data[8:8+length], &f.Header); err != nil {
		return nil, fmt.Errorf("the header of the film: %w", err)
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data[8+length:])), most))
	if err != nil {
		return nil, fmt.Errorf("the film is cut off or damaged: %w", err)
	}
	r := reader{Film: f, sections: map[string][]byte{}}
	for _, s := range f.Sections {
		if s.Bytes < 0 || s.Bytes > len(body) {
			return nil, errors.New("the film is cut off")
		}
		r.sections[s.Name], body = body[:s.Bytes], body[s.Bytes:]
	}
	r.all()
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

// check looks at the header.
func (f *Film) check() error {
	if f.Format != format || f.Version != version {
		return fmt.Errorf("the film has format %q, version %d; this program reads %q, version %d", f.Format, f.Version, format, version)
	}
	grid, err := topology.NewGrid(f.Grid.Kind, f.Grid.Sides...)
	if err != nil {
		return fmt.Errorf("the header of the film: %w", err)
	}
	n := f.Topology.Procs
	if grid.Procs() != n || f.Grid.Procs != n {
		return fmt.Errorf("the header of the film: %d processors on a grid of %d", n, grid.Procs())
	}
	for _, count := range []int{f.Looks, f.Changes, f.Parcels, f.Spans} {
		if count < 0 || count > mostEntries {
			return fmt.Errorf("the header of the film: a column of %d entries: want 0 to %d", count, mostEntries)
		}
	}
	if f.Looks == 0 || f.Looks > mostEntries/n || f.Kinds < 0 || f.Kinds > 256 || f.Spans > 0 && f.Span <= 0 {
		return fmt.Errorf("the header of the film: %d looks at %d processors, %d kinds of messages, flows over %d ns", f.Looks, n, f.Kinds, f.Span)
	}
	f.grid = grid
	return nil
}

// reader reads the columns of a film. After the first error the rest is of no use.
type reader struct {
	*Film
	sections map[string][]byte
	err      error
}

func (r *reader) fail(name string) {
	if r.err == nil {
		r.err = fmt.Errorf("the column %s of the film is damaged", name)
	}
}

// numbers reads a column of n numbers, none above limit.
func (r *reader) numbers(name string, n int, limit uint64) []uint64 {
	s := scan{rest: r.sections[name]}
	if len(s.rest) < n { // each has a byte at least
		r.fail(name)
		n = 0
	}
	all := make([]uint64, n)
	for i := range all {
		if all[i] = s.unsigned(); all[i] > limit {
			r.fail(name)
		}
	}
	if s.bad || len(s.rest) > 0 {
		r.fail(name)
	}
	return all
}

// sums reads a column of differences.
func (r *reader) sums(name string, n int) []int64 {
	all := make([]int64, 0, n)
	sum := int64(0)
	for _, x := range r.numbers(name, n, math.MaxInt64) {
		if sum += int64(x); sum < 0 {
			r.fail(name)
		}
		all = append(all, sum)
	}
	return all
}

func (r *reader) all() {
	n := r.Topology.Procs
	if _, has := r.sections["place"]; has {
		for _, at := range r.numbers("place", n, uint64(n-1)) {
			r.place = append(r.place, int32(at))
		}
		if sorted := slices.Sorted(slices.Values(r.place)); r.err == nil && len(slices.Compact(sorted)) != n {
			r.fail("place")
		}
	}
	if r.err != nil {
		return
	}
	r.readLooks()
	r.readCells()
	r.readChanges()
	r.readParcels()
	r.readFlows()
}

func (r *reader) readLooks() {
	time, sent, messages, phases := r.sums("look.time", r.Looks), r.sums("look.sent", r.Looks), r.sums("look.messages", r.Looks), r.sums("look.phases", r.Looks)
	sigma, round := r.numbers("look.sigma", r.Looks, math.MaxInt64), r.numbers("look.round", r.Looks, math.MaxUint32)
	kinds := r.numbers("look.kinds", r.Looks*r.Kinds, math.MaxUint32)
	if r.err != nil {
		return
	}
	done := scan{rest: r.sections["look.done"]}
	sum := balance.Ticks(0)
	r.looks = make([]look, r.Looks)
	for i := range r.looks {
		sum += balance.Ticks(done.signed())
		x := look{
			at: balance.Ticks(time[i]), sent: sent[i], messages: messages[i], phases: phases[i], done: sum,
			sigma: float64(sigma[i]) / sigmaUnit, round: uint32(round[i]),
		}
		for _, count := range kinds[i*r.Kinds:][:r.Kinds] {
			x.kinds = append(x.kinds, uint32(count))
		}
		r.looks[i] = x
	}
	if done.bad || len(done.rest) > 0 {
		r.fail("look.done")
	}
}

func (r *reader) readCells() {
	cells := r.states("cells")
	var loads [][]uint16
	if r.Loads {
		loads = r.states("loads")
	}
	if r.err != nil {
		return
	}
	for i := range r.looks {
		r.looks[i].cells = cells[i]
		if r.Loads {
			r.looks[i].loads = loads[i]
		}
	}
}

// states reads the states of all processors at all looks.
func (r *reader) states(name string) [][]uint16 {
	n := r.Topology.Procs
	s := scan{rest: r.sections[name]}
	if len(s.rest) < n*r.Looks {
		r.fail(name)
		return nil
	}
	all := make([][]uint16, r.Looks)
	before := make([]uint16, n)
	for i := range all {
		all[i] = make([]uint16, n)
		for rank := range n {
			x := int64(before[rank]) + s.signed()
			if x < 0 || x > math.MaxUint16 {
				r.fail(name)
			}
			all[i][rank] = uint16(x)
		}
		before = all[i]
	}
	if s.bad || len(s.rest) > 0 {
		r.fail(name)
	}
	return all
}

func (r *reader) readChanges() {
	time := r.sums("change.time", r.Changes)
	what := r.numbers("change.what", r.Changes, uint64(2*r.Topology.Procs-1))
	if r.err != nil {
		return
	}
	for i, at := range time {
		r.changes = append(r.changes, change{balance.Ticks(at), int32(what[i])})
	}
}

func (r *reader) readParcels() {
	n := r.Topology.Procs
	sent, took := r.sums("parcel.sent", r.Parcels), r.numbers("parcel.took", r.Parcels, math.MaxInt64)
	from, elements := r.numbers("parcel.from", r.Parcels, uint64(n-1)), r.numbers("parcel.elements", r.Parcels, math.MaxInt32)
	kind := r.sections["message.kind"]
	messages := len(kind)
	round := r.numbers("message.round", messages, math.MaxUint32)
	if len(r.sections["message.a"]) != 4*messages || len(r.sections["message.b"]) != 4*messages {
		r.fail("message.a")
	}
	if r.err != nil {
		return
	}
	a, b := floats(r.sections["message.a"], messages), floats(r.sections["message.b"], messages)
	to := scan{rest: r.sections["parcel.to"]}
	r.parcels = make([]parcel, r.Parcels)
	next := 0
	for i := range r.parcels {
		x := parcel{sent: balance.Ticks(sent[i]), arrived: never, from: int32(from[i]), elements: int32(elements[i]), next: -1}
		goal := int64(x.from) + to.signed()
		if goal < 0 || goal >= int64(n) || x.elements == 0 && next == messages {
			r.fail("parcel.to")
			return
		}
		x.to = int32(goal)
		if took[i] > 0 {
			x.arrived = x.sent + balance.Ticks(took[i]) - 1
		}
		if x.elements == 0 {
			x.kind, x.round, x.a, x.b = kind[next], uint32(round[next]), a(next), b(next)
			next++
		}
		r.parcels[i] = x
	}
	if to.bad || len(to.rest) > 0 || next != messages {
		r.fail("parcel.to")
	}
}

func (r *reader) readFlows() {
	counts := r.numbers("flow.links", r.Spans, mostEntries)
	all := 0
	for _, count := range counts {
		if all += int(count); all > mostEntries {
			r.fail("flow.links")
			return
		}
	}
	link := r.numbers("flow.link", all, math.MaxInt32)
	elements, messages := r.numbers("flow.elements", all, math.MaxInt32), r.numbers("flow.messages", all, math.MaxInt32)
	if r.err != nil {
		return
	}
	links := r.grid.Procs() * 2 * len(r.grid.Sides())
	for _, count := range counts {
		var x flow
		at := 0
		for range count {
			if at += int(link[0]); at >= links {
				r.fail("flow.link")
				return
			}
			x.links = append(x.links, int32(at))
			x.elements, x.messages = append(x.elements, int32(elements[0])), append(x.messages, int32(messages[0]))
			link, elements, messages = link[1:], elements[1:], messages[1:]
		}
		r.flows = append(r.flows, x)
	}
}
