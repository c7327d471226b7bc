package phases

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// FileError says where a file is wrong, and how. Lines and columns count from 1, columns in bytes.
type FileError struct {
	Name      string
	Line, Col int64
	Msg       string
}

// Error returns "name:line:col: msg".
func (e *FileError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Msg)
}

// The most that a file may ask for.
const (
	maxPhases = 1 << 20
	maxTime   = 1e9
	maxAll    = 1 << 26 // objects and messages in all phases
	maxBytes  = 1 << 40 // of an object, or of what it sends
)

// rankFile is the file of one rank.
type rankFile struct {
	name   string
	phases []rankPhase
	repeat repeats
}

// rankPhase is a phase of one rank.
type rankPhase struct {
	id       int64
	hasID    bool
	objects  []Object
	messages []Message
	working  float64
}

// repeats are the phases that a file leaves out, since they are as the phase before.
type repeats struct {
	List  []int64   `json:"list"`
	Range [][]int64 `json:"range"`
}

// reader reads the file of one rank, an object at a time.
type reader struct {
	*json.Decoder
	places *places
	file   *rankFile
	rank   int
}

// readRank reads the file of a rank.
func readRank(in io.Reader, name string, rank int) (*rankFile, error) {
	text := bufio.NewReader(in)
	if mark, _ := text.Peek(3); string(mark) == "\ufeff" {
		_, _ = text.Discard(len(mark)) // the mark of UTF-8
	}
	p := &places{in: text}
	r := &reader{json.NewDecoder(p), p, &rankFile{name: name}, rank}
	r.UseNumber()
	found := false
	err := r.object("the file", func(key string) error {
		switch key {
		case "phases":
			found = true
			return r.array(r.phase)
		case "metadata":
			var m struct {
				Type   string `json:"type"`
				Rank   *int64 `json:"rank"`
				Phases struct {
					Repeats repeats `json:"identical_to_previous"`
				} `json:"phases"`
			}
			if err := r.value(&m); err != nil {
				return err
			}
			r.file.repeat = m.Phases.Repeats
			if m.Rank != nil && *m.Rank != int64(r.rank) {
				return r.wrong("the metadata are those of rank %d; want %d, as in the name of the file", *m.Rank, r.rank)
			}
			return r.kind(m.Type)
		case "type":
			var kind string
			if err := r.value(&kind); err != nil {
				return err
			}
			return r.kind(kind)
		}
		return r.skip()
	})
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, r.wrong(`there is no "phases"; want an object with a list of that name, as vt writes it`)
	}
	if _, err := r.Token(); err != io.EOF {
		return nil, r.wrong("more text after the end of the object; want one object a file")
	}
	return r.file, r.expand()
}

// kind looks at the type of a file.
func (r *reader) kind(kind string) error {
	if kind != "" && kind != "LBDatafile" {
		return r.wrong("the type is %q; want LBDatafile", kind)
	}
	return nil
}

func (r *reader) phase() error {
	if len(r.file.phases) >= maxPhases {
		return r.wrong("more than %d phases", maxPhases)
	}
	phase, tasks := rankPhase{}, false
	err := r.object("a phase", func(key string) error {
		switch key {
		case "id":
			phase.hasID = true
			return r.value(&phase.id)
		case "tasks":
			tasks = true
			return r.array(func() error { return r.task(&phase) })
		case "communications":
			return r.array(func() error { return r.message(&phase) })
		}
		return r.skip()
	})
	switch {
	case err != nil:
		return err
	case !phase.hasID || phase.id < 0:
		return r.wrong("the phase before here has no id from 0 on")
	case !tasks:
		return r.wrong("phase %d has no list of tasks", phase.id)
	case len(r.file.phases) > 0 && phase.id <= r.file.phases[len(r.file.phases)-1].id:
		return r.wrong("phase %d after phase %d; want a greater id", phase.id, r.file.phases[len(r.file.phases)-1].id)
	}
	r.file.phases = append(r.file.phases, phase)
	return nil
}

// entity names an object.
type entity struct {
	Type       string       `json:"type"`
	ID         *json.Number `json:"id"`
	Seq        *json.Number `json:"seq_id"`
	Migratable bool         `json:"migratable"`
}

// number is the id of the object, or else its seq_id.
func (e *entity) number(r *reader) (uint64, error) {
	id := e.ID
	if id == nil {
		id = e.Seq
	}
	if id == nil {
		return 0, r.wrong("an entity has no id and no seq_id; want one of them")
	}
	n, err := strconv.ParseUint(id.String(), 10, 64)
	if err != nil {
		return 0, r.wrong("id %s: want a whole number from 0 to %d", *id, uint64(math.MaxUint64))
	}
	return n, nil
}

func (r *reader) task(phase *rankPhase) error {
	var t struct {
		Entity *entity                    `json:"entity"`
		Node   *int64                     `json:"node"`
		Time   *float64                   `json:"time"`
		User   map[string]json.RawMessage `json:"user_defined"`
	}
	if err := r.value(&t); err != nil {
		return err
	}
	switch {
	case t.Entity == nil:
		return r.wrong("the task before here has no entity")
	case t.Time == nil:
		return r.wrong("the task before here has no time")
	case !(*t.Time >= 0 && *t.Time <= maxTime):
		return r.wrong("time %v: want seconds from 0 to %v", *t.Time, float64(maxTime))
	}
	id, err := t.Entity.number(r)
	if err != nil {
		return err
	}
	if t.Node != nil && *t.Node != int64(r.rank) {
		return r.wrong("object %d is on node %d; want %d, the rank of the file", id, *t.Node, r.rank)
	}
	o := Object{ID: id, Rank: r.rank, Migratable: t.Entity.Migratable, Time: *t.Time}
	block := -1.0
	phase.working = 0 // as LBAF does, that of the last task counts
	for _, x := range []struct {
		key string
		to  *float64
	}{
		{"task_footprint_bytes", &o.Memory.Footprint},
		{"task_working_bytes", &o.Memory.Overhead},
		{"task_serialized_bytes", &o.Memory.Serialized},
		{"shared_bytes", &o.Memory.Shared},
		{"rank_working_bytes", &phase.working},
		{"shared_id", &block},
	} {
		raw, ok := t.User[x.key]
		if !ok {
			continue
		}
		if err := json.Unmarshal(raw, x.to); err != nil || x.key != "shared_id" && !(*x.to >= 0 && *x.to <= maxBytes) {
			return r.wrong("%s: %.40s: want a number of bytes from 0 to %d", x.key, raw, int64(maxBytes))
		}
	}
	if o.Memory.Block = -1; block >= 0 && block <= 1<<53 {
		o.Memory.Block = int64(block)
	}
	phase.objects = append(phase.objects, o)
	return nil
}

func (r *reader) message(phase *rankPhase) error {
	var m struct {
		Type  string   `json:"type"`
		From  *entity  `json:"from"`
		To    *entity  `json:"to"`
		Bytes *float64 `json:"bytes"`
		Count *int64   `json:"messages"`
	}
	if err := r.value(&m); err != nil {
		return err
	}
	if m.Type != "SendRecv" || m.From == nil || m.To == nil || m.From.Type != "object" || m.To.Type != "object" {
		return nil // as LBAF does
	}
	from, err := m.From.number(r)
	if err != nil {
		return err
	}
	to, err := m.To.number(r)
	if err != nil {
		return err
	}
	count := int64(1)
	if m.Count != nil {
		count = *m.Count
	}
	switch {
	case m.Bytes == nil || !(*m.Bytes >= 0 && *m.Bytes <= maxBytes):
		return r.wrong("a communication has no bytes from 0 to %d", int64(maxBytes))
	case count < 0 || count > math.MaxInt32:
		return r.wrong("messages %d: want from 0 to %d", count, math.MaxInt32)
	}
	phase.messages = append(phase.messages, Message{from, to, *m.Bytes, count})
	return nil
}

// expand puts in the phases that were left out since they are as the phase before.
func (r *reader) expand() error {
	f := r.file
	missing := map[int64]bool{}
	add := func(first, last int64) error {
		if first < 0 || last < first || last-first >= maxPhases || len(missing) >= maxPhases {
			return r.wrong("identical_to_previous has phases %d to %d; want at most %d, in order", first, last, maxPhases)
		}
		for id := first; id <= last; id++ {
			missing[id] = true
		}
		return nil
	}
	for _, id := range f.repeat.List {
		if err := add(id, id); err != nil {
			return err
		}
	}
	for _, x := range f.repeat.Range {
		if len(x) != 2 {
			return r.wrong("identical_to_previous has a range of %d numbers; want 2", len(x))
		}
		if err := add(x[0], x[1]); err != nil {
			return err
		}
	}
	if len(missing) == 0 {
		return nil
	}
	var all []rankPhase
	for _, phase := range f.phases {
		all = append(all, phase)
		for id := phase.id + 1; missing[id]; id++ {
			phase.id = id
			all = append(all, phase)
		}
	}
	f.phases = all
	return nil
}
