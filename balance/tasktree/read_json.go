package tasktree

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
)

// JSON Lines: an object in every line. A line in which every member is a plain string, a number, true, false or null is read by hand,
// since there are millions of them. Package encoding/json reads all others: with escapes, letters beyond ASCII, or values within values.

// value is a member of an object: a number, true, false or null as it stands, or a string without its quotes.
type value struct {
	text   []byte
	string bool
}

// given reports whether the member is there, and not null.
func (v value) given() bool { return v.string || len(v.text) > 0 && v.text[0] != 'n' }

// number reports whether the value is a number.
func (v value) number() bool {
	return !v.string && len(v.text) > 0 && (v.text[0] == '-' || v.text[0] <= '9')
}

// quoted is the value in an error.
func (v value) quoted() string {
	if !v.string {
		return string(v.text[:min(len(v.text), 40)])
	}
	return quote(string(v.text))
}

// members are the members of a line that count.
type members struct {
	id, parent, work, load, solution value
	unit, pruned, first              value
	spell                            bool   // look at the spelling of others
	other                            string // the first one that is nearly a column
}

// spelled is how many lines are looked at for keys that are nearly those of columns: mistakes of a program are in all of them.
const spelled = 1000

// of returns the member of that name, or nil if it does not count.
func (m *members) of(key []byte) *value {
	switch string(key) {
	case "id":
		return &m.id
	case "parent":
		return &m.parent
	case "work":
		return &m.work
	case "load":
		return &m.load
	case "solution":
		return &m.solution
	case "unit":
		return &m.unit
	case "pruned":
		return &m.pruned
	case "first":
		return &m.first
	}
	if m.spell && m.other == "" && meant(string(key)) != "" {
		m.other = string(key)
	}
	return nil
}

// jsonReader reads tasks from JSON Lines.
type jsonReader struct {
	*lines
	builder *Builder
	header  bool // a header can no longer come
}

func (r *jsonReader) run() error {
	for {
		line, err := r.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		m := members{spell: r.n <= spelled}
		if !plainMembers(line, &m) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			if m, err = parseMembers(line, m.spell); err != nil {
				return r.malformed(line, err)
			}
		}
		if err := r.object(&m); err != nil {
			return err
		}
		r.header = true
	}
}

// malformed is the error of a line that is no object.
func (r *jsonReader) malformed(line []byte, err error) error {
	if r.ended {
		return r.cut("the file ends within %s: the line is cut short (%v)", quote(string(line)), err)
	}
	if line[0] == '[' {
		return r.wrong("the line begins with [: want a JSON object in each line, and no list (jq -c '.[]' makes one of the other)")
	}
	return r.wrong("%s: want a JSON object, such as {\"id\":2,\"parent\":1,\"work\":0.5} (%v)", quote(string(line)), err)
}

// object takes the members of a line.
func (r *jsonReader) object(m *members) error {
	if !r.header && !m.id.given() && !m.work.given() && (m.unit.given() || m.pruned.given() || m.first.given()) {
		return r.meta(m)
	}
	if !m.id.given() {
		return r.wrong("a task without an id: want a string or a number")
	}
	if !m.id.string && !m.id.number() || m.id.string && len(m.id.text) == 0 {
		return r.wrong("id %s: want a string that is not empty, or a number", m.id.quoted())
	}
	if m.other != "" {
		if column := meant(m.other); len(m.of([]byte(column)).text) == 0 { // there may be a null
			return r.wrong("%v", misspelt(m.other, column))
		}
	}
	if !m.parent.given() {
		m.parent = value{}
	} else if !m.parent.string && !m.parent.number() {
		return r.wrong("parent %s: want a string or a number, or null for a root", m.parent.quoted())
	}
	if !m.work.given() {
		return r.wrong("task %s without a work: want a number", quote(string(m.id.text)))
	}
	if !m.work.number() {
		return r.wrong("work %s of task %s: want a number", m.work.quoted(), quote(string(m.id.text)))
	}
	solution, err := r.flag("solution", m.solution)
	if err != nil {
		return err
	}
	if m.load.given() && !m.load.number() {
		return r.wrong("load %s of task %s: want a number", m.load.quoted(), quote(string(m.id.text)))
	} else if !m.load.given() {
		m.load = value{}
	}
	return r.builder.addText(m.id.text, m.parent.text, m.work.text, m.load.text, solution, r.n)
}

// meta takes the header.
func (r *jsonReader) meta(m *members) error {
	to := &r.builder.meta
	if m.unit.given() {
		if !m.unit.string {
			return r.wrong("unit %s: want a string, such as \"seconds\"", m.unit.quoted())
		}
		text, err := unit(string(m.unit.text))
		if err != nil {
			return r.wrong("%v", err)
		}
		to.Unit = text
	}
	var err error
	if to.Pruned, err = r.flag("pruned", m.pruned); err != nil {
		return err
	}
	to.First, err = r.flag("first", m.first)
	return err
}

// flag is the value of a member that is true, false, or not there.
func (r *jsonReader) flag(name string, v value) (bool, error) {
	if !v.given() {
		return false, nil
	}
	if v.string || v.number() {
		return false, r.wrong("%s %s: want true or false", name, v.quoted())
	}
	return v.text[0] == 't', nil
}

// addText adds a task as the columns of a line have it. The load is empty if there is none.
func (b *Builder) addText(id, parent, work, load []byte, solution bool, line int64) error {
	if b.most == 0 {
		b.most = digitsOf(b.meta.Unit) + 1
	}
	own, wrong := parseDecimal(work, b.most-1)
	if wrong != "" {
		return b.wrong(line, "work %s of task %s: %s", quote(string(work)), quote(string(id)), wrong)
	}
	weight := 0.0
	if len(load) > 0 {
		var err error
		weight, err = strconv.ParseFloat(string(load), 64)
		if err != nil || !(weight >= 0) || math.IsInf(weight, 0) {
			return b.wrong(line, "load %s of task %s: %s", quote(string(load)), quote(string(id)), wantWork)
		}
	}
	return b.add(id, parent, own, weight, len(load) > 0, solution, line)
}

// parseMembers reads any JSON object.
func parseMembers(line []byte, spell bool) (members, error) {
	m := members{spell: spell}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(line, &all); all == nil {
		if json.Valid(line) {
			err = errors.New("it is no object")
		}
		return m, err
	} else if err != nil {
		return m, err
	}
	for key, raw := range all {
		to := m.of([]byte(key))
		if to == nil {
			continue
		}
		if raw[0] != '"' {
			*to = value{text: raw}
			continue
		}
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return m, err
		}
		*to = value{[]byte(text), true}
	}
	return m, nil
}

// plainMembers reads an object of plain members; it returns false for everything else. The members are parts of the line.
func plainMembers(line []byte, m *members) bool {
	i := blanks(line, 0)
	if i == len(line) || line[i] != '{' {
		return false
	}
	i = blanks(line, i+1)
	if i < len(line) && line[i] == '}' {
		return blanks(line, i+1) == len(line)
	}
	for {
		key, next := plainString(line, i)
		if next < 0 {
			return false
		}
		i = blanks(line, next)
		if i == len(line) || line[i] != ':' {
			return false
		}
		i = blanks(line, i+1)
		v, next := plainValue(line, i)
		if next < 0 {
			return false
		}
		if to := m.of(key); to != nil {
			*to = v
		}
		i = blanks(line, next)
		if i == len(line) {
			return false
		}
		switch line[i] {
		case '}':
			return blanks(line, i+1) == len(line)
		case ',':
			i = blanks(line, i+1)
		default:
			return false
		}
	}
}

// blanks returns the first place from i on without JSON's white space.
func blanks(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n') {
		i++
	}
	return i
}

// plainString reads a string of ASCII without escapes, and returns what is between its quotes, and the place behind it; -1 if there
// is none.
func plainString(line []byte, i int) ([]byte, int) {
	if i >= len(line) || line[i] != '"' {
		return nil, -1
	}
	i++
	for at := i; at < len(line); at++ {
		switch c := line[at]; {
		case c == '"':
			return line[i:at], at + 1
		case c == '\\' || c < ' ' || c >= 0x7f:
			return nil, -1
		}
	}
	return nil, -1
}

// plainValue reads a value that holds no others, and returns the place behind it, or -1.
func plainValue(line []byte, i int) (value, int) {
	if i >= len(line) {
		return value{}, -1
	}
	switch line[i] {
	case '"':
		text, next := plainString(line, i)
		return value{text, true}, next
	case 't':
		return word(line, i, "true")
	case 'f':
		return word(line, i, "false")
	case 'n':
		return word(line, i, "null")
	}
	end := numberEnd(line, i)
	if end < 0 {
		return value{}, -1
	}
	return value{text: line[i:end]}, end
}

func word(line []byte, i int, want string) (value, int) {
	end := i + len(want)
	if end > len(line) || string(line[i:end]) != want {
		return value{}, -1
	}
	return value{text: line[i:end]}, end
}

// numberEnd returns the place behind the JSON number that begins at i, or -1 if there is none.
func numberEnd(line []byte, i int) int {
	digits := func() bool {
		from := i
		for i < len(line) && line[i] >= '0' && line[i] <= '9' {
			i++
		}
		return i > from
	}
	if line[i] == '-' {
		i++
	}
	if i < len(line) && line[i] == '0' {
		i++
	} else if !digits() {
		return -1
	}
	if i < len(line) && line[i] == '.' {
		i++
		if !digits() {
			return -1
		}
	}
	if i < len(line) && (line[i] == 'e' || line[i] == 'E') {
		i++
		if i < len(line) && (line[i] == '+' || line[i] == '-') {
			i++
		}
		if !digits() {
			return -1
		}
	}
	return i
}
