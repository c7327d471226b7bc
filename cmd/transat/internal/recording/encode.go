package recording

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

const (
	format  = "transat-film"
	version = 2
	magic   = "TFLM"
)

// Encode writes the run as bytes, packed: for files.
func (f *Run) Encode() ([]byte, error) {
	data, _, err := f.encode()
	return data, err
}

// EncodeInHaste writes the run as bytes that are not packed, which takes a tenth of the time: for a reader on the
// same computer. The result is the only large piece of memory beside the columns.
func (f *Run) EncodeInHaste() ([]byte, error) {
	columns := f.columns()
	size := 0
	for _, c := range columns {
		size += len(c.bytes)
	}
	data, err := f.head(columns, size+size/storedMost*storedHead+2*storedHead)
	if err != nil {
		return nil, err
	}
	for _, c := range columns {
		for rest := c.bytes; len(rest) > 0; {
			n := min(len(rest), storedMost)
			data = append(stored(data, n, false), rest[:n]...)
			rest = rest[n:]
		}
	}
	return stored(data, 0, true), nil
}

// The parts of a deflated stream that are stored as they are: how long one is at most, and its head. RFC 1951, 3.2.4.
const (
	storedMost = 1<<16 - 1
	storedHead = 5
)

// stored appends the head of a part of n bytes.
func stored(data []byte, n int, last bool) []byte {
	var kind byte
	if last {
		kind = 1
	}
	data = binary.LittleEndian.AppendUint16(append(data, kind), uint16(n))
	return binary.LittleEndian.AppendUint16(data, ^uint16(n))
}

// head returns what comes before the columns, with room for that many bytes more.
func (f *Run) head(columns []named, room int) ([]byte, error) {
	h := f.Header
	h.Sections = nil
	for _, c := range columns {
		h.Sections = append(h.Sections, Section{c.name, len(c.bytes)})
	}
	head, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	data := append(make([]byte, 0, len(magic)+4+len(head)+room), magic...)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(head)))
	return append(data, head...), nil
}

// encode packs the run, and also returns the approximate number of bytes of each column.
func (f *Run) encode() (data []byte, sizes map[string]int, err error) {
	var body bytes.Buffer
	packed, err := flate.NewWriter(&body, flate.DefaultCompression)
	if err != nil {
		return nil, nil, err
	}
	columns := f.columns()
	sizes = map[string]int{}
	before := 0
	for _, c := range columns {
		if _, err := packed.Write(c.bytes); err != nil {
			return nil, nil, err
		}
		if err := packed.Flush(); err != nil {
			return nil, nil, err
		}
		sizes[c.name] = body.Len() - before
		before = body.Len()
	}
	if err := packed.Close(); err != nil {
		return nil, nil, err
	}
	if data, err = f.head(columns, body.Len()); err != nil {
		return nil, nil, err
	}
	return append(data, body.Bytes()...), sizes, nil
}

// named is a column with its name in the header.
type named struct {
	name  string
	bytes column
}

// columns are all that follows the header.
func (f *Run) columns() []named {
	var all []named
	all = append(all, f.placeColumn()...)
	all = append(all, f.lookColumns()...)
	all = append(all, f.cellColumns()...)
	all = append(all, f.changeColumns()...)
	all = append(all, f.parcelColumns()...)
	all = append(all, f.flowColumns()...)
	return append(all, f.originColumns()...)
}

func (f *Run) placeColumn() []named {
	if f.place == nil {
		return nil
	}
	var c column
	for _, at := range f.place {
		c.unsigned(uint64(at))
	}
	return []named{{"place", c}}
}

func (f *Run) lookColumns() []named {
	var time, sent, messages, phases, done, sigma, round, kinds column
	var last look
	for i := range f.looks {
		x := &f.looks[i]
		time.unsigned(uint64(x.at - last.at))
		sent.unsigned(uint64(x.sent - last.sent))
		messages.unsigned(uint64(x.messages - last.messages))
		phases.unsigned(uint64(x.phases - last.phases))
		done.signed(int64(x.done - last.done))
		sigma.unsigned(uint64(math.Round(x.sigma * sigmaUnit)))
		round.unsigned(uint64(x.round))
		for k := range f.Kinds {
			n := uint32(0)
			if k < len(x.kinds) {
				n = x.kinds[k]
			}
			kinds.unsigned(uint64(n))
		}
		last = *x
	}
	return []named{
		{"look.time", time},
		{"look.sent", sent},
		{"look.messages", messages},
		{"look.phases", phases},
		{"look.done", done},
		{"look.sigma", sigma},
		{"look.round", round},
		{"look.kinds", kinds},
	}
}

// sigmaUnit is how many units of the column are 1.
const sigmaUnit = 1e6

// cellColumns are the states of all processors, each as the difference to the look before.
func (f *Run) cellColumns() []named {
	n := f.Topology.Procs
	room := n * len(f.looks)
	cells, loads := make(column, 0, room+room/16), column(nil) // most differences take a byte
	if f.Loads {
		loads = make(column, 0, room+room/4)
	}
	before, beforeLoads := make([]uint16, n), make([]uint16, n)
	for i := range f.looks {
		x := &f.looks[i]
		for rank, c := range x.cells {
			cells.signed(int64(c) - int64(before[rank]))
		}
		before = x.cells
		if f.Loads {
			for rank, h := range x.loads {
				loads.signed(int64(h) - int64(beforeLoads[rank]))
			}
			beforeLoads = x.loads
		}
	}
	return []named{{"cells", cells}, {"loads", loads}}
}

func (f *Run) changeColumns() []named {
	var time, what column
	last := change{}
	for _, x := range f.changes {
		time.unsigned(uint64(x.at - last.at))
		what.unsigned(uint64(x.what))
		last = x
	}
	return []named{{"change.time", time}, {"change.what", what}}
}

// wayColumns have when and where parcels went, and with how many elements.
func wayColumns(name string, parcels []parcel) []named {
	room := len(parcels)
	sent, took := make(column, 0, 2*room), make(column, 0, 3*room)
	from, to, elements := make(column, 0, 2*room), make(column, 0, 2*room), make(column, 0, room)
	last := parcel{}
	for i := range parcels {
		x := &parcels[i]
		sent.unsigned(uint64(x.sent - last.sent))
		if x.arrived == never {
			took.unsigned(0)
		} else {
			took.unsigned(uint64(x.arrived-x.sent) + 1)
		}
		from.unsigned(uint64(x.from))
		to.signed(int64(x.to) - int64(x.from))
		elements.unsigned(uint64(x.elements))
		last = *x
	}
	return []named{
		{name + ".sent", sent}, {name + ".took", took}, {name + ".from", from}, {name + ".to", to}, {name + ".elements", elements},
	}
}

// parcelColumns have the fields of messages only for messages.
func (f *Run) parcelColumns() []named {
	var kind, round column
	var messages []int32
	for i := range f.parcels {
		if x := &f.parcels[i]; x.elements == 0 {
			kind = append(kind, x.kind)
			round.unsigned(uint64(x.round))
			messages = append(messages, int32(i))
		}
	}
	a := planes(len(messages), func(i int) float32 { return f.parcels[messages[i]].a })
	b := planes(len(messages), func(i int) float32 { return f.parcels[messages[i]].b })
	return append(wayColumns("parcel", f.parcels),
		named{"message.kind", kind}, named{"message.round", round}, named{"message.a", a}, named{"message.b", b})
}

func (f *Run) flowColumns() []named {
	var n, links, elements, messages column
	for _, x := range f.flows {
		n.unsigned(uint64(len(x.links)))
		last := int32(0)
		for i, link := range x.links {
			links.unsigned(uint64(link - last))
			elements.unsigned(uint64(x.elements[i]))
			messages.unsigned(uint64(x.messages[i]))
			last = link
		}
	}
	return []named{{"flow.links", n}, {"flow.link", links}, {"flow.elements", elements}, {"flow.messages", messages}}
}
