package script

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"transat/balance"
	"transat/balance/foreign"
)

// Messages. A program names the kinds of its messages and their fields:
//
//	messages = {"request": [], "load": ["load", "grain"], "sum": ["round", "load"]}
//
// On its way a message is a balance.Message: the place of its kind in the table, and two numbers. So a kind has at most
// two fields, besides one named "round", which is the whole number Message.Round.

// roundField is the name of the field that is Message.Round.
const roundField = "round"

const (
	// maxKinds is how many kinds a program may have. To find one by its name takes a look at each.
	maxKinds = math.MaxUint8 + 1
	// maxMessageFields is how many names of fields are looked at to say what is wrong with them.
	maxMessageFields = 32
)

// kind is a kind of message.
type kind struct {
	name   starlark.Value // boxed once
	text   string
	fields []string
	bare   *message // the message, if it has no fields
}

// describeMessages reads the table.
func (a *about) describeMessages(v starlark.Value) error {
	if v == nil {
		return nil
	}
	table, ok := v.(*dict)
	if !ok {
		return fmt.Errorf("messages = %s: want a dictionary, such as {\"request\": [], \"load\": [\"load\"]}", short(v))
	}
	if table.Len() > maxKinds {
		return fmt.Errorf("messages: %d kinds: there may be %d", table.Len(), maxKinds)
	}
	for _, item := range table.Items() {
		k, err := newKind(item[0], item[1])
		if err != nil {
			return err
		}
		a.kinds = append(a.kinds, k)
	}
	for i := range a.kinds {
		if k := &a.kinds[i]; len(k.fields) == 0 {
			k.bare = &message{kind: k}
		}
	}
	return nil
}

func newKind(name, fields starlark.Value) (kind, error) {
	text, ok := starlark.AsString(name)
	if !ok || len(text) > maxName {
		return kind{}, fmt.Errorf("messages: %s: want the name of a kind, of at most %d letters", short(name), maxName)
	}
	names, err := texts(fields)
	if err != nil {
		return kind{}, fmt.Errorf("messages: %q: %s: want a list of names of fields, such as [\"load\"]", text, short(fields))
	}
	if len(names) > maxMessageFields {
		return kind{}, fmt.Errorf("messages: %q has %d fields: a message has room for two numbers, and a %q", text, len(names), roundField)
	}
	for i, f := range names {
		switch {
		case !identifier(f) || f == "kind":
			return kind{}, fmt.Errorf("messages: %q: no field can be named %s", text, short(starlark.String(f)))
		case slices.Contains(names[:i], f):
			return kind{}, fmt.Errorf("messages: %q: the field %q is there twice", text, f)
		}
	}
	most := 2
	if slices.Contains(names, roundField) {
		most++
	}
	if len(names) > most {
		return kind{}, fmt.Errorf("messages: %q has the fields %s: a message has room for two numbers, and a %q", text,
			strings.Join(names, ", "), roundField)
	}
	return kind{name: name, text: text, fields: names}, nil
}

// message is what receive(p, sender, message) gets. It never changes.
type message struct {
	kind  *kind
	round uint32
	ab    [2]float64
}

// message makes the value of a message.
func (p *program) message(m balance.Message) *message {
	if int(m.Kind) >= len(p.about.kinds) { // from a policy of another program, which no machine mixes in
		return &message{kind: &kind{name: starlark.String("")}}
	}
	k := &p.about.kinds[m.Kind]
	if k.bare != nil {
		return k.bare
	}
	return &message{kind: k, round: m.Round, ab: [2]float64{m.A, m.B}}
}

// slot is the place of field i: 0 for A, 1 for B, -1 for Round.
func (k *kind) slot(i int) int {
	if k.fields[i] == roundField {
		return -1
	}
	if at := slices.Index(k.fields[:i], roundField); at >= 0 {
		return i - 1
	}
	return i
}

// The methods by which a message implements starlark.HasAttrs.

func (m *message) Type() string          { return "message" }
func (m *message) Freeze()               {}
func (m *message) Truth() starlark.Bool  { return true }
func (m *message) Hash() (uint32, error) { return 0, errors.New("unhashable: message") }

// String writes the message as it would be sent.
func (m *message) String() string {
	var b strings.Builder
	b.WriteString(foreign.Text(m.kind.text))
	for _, f := range m.kind.fields {
		v, _ := m.Attr(f)
		fmt.Fprintf(&b, " %s=%v", f, v)
	}
	return b.String()
}

// wordings are the words for the messages of the program: those in which it would send them.
func (p *program) wordings() balance.Wordings {
	var s balance.Wordings
	for i := range p.about.kinds {
		k := &p.about.kinds[i]
		text := foreign.Text(k.text)
		for f, name := range k.fields {
			text += " " + name + "={" + [...]string{"Round", "A", "B"}[k.slot(f)+1] + "}"
		}
		s.Kinds = append(s.Kinds, balance.Wording{Sent: "sent {peer}: " + text, Heard: "got from {peer}: " + text})
	}
	return s
}

// Attr returns the kind or a field.
func (m *message) Attr(name string) (starlark.Value, error) {
	if name == "kind" {
		return m.kind.name, nil
	}
	for i := range m.kind.fields {
		if m.kind.fields[i] != name {
			continue
		}
		if at := m.kind.slot(i); at >= 0 {
			return number(m.ab[at]), nil
		}
		return number(float64(m.round)), nil
	}
	return nil, starlark.NoSuchAttrError(fmt.Sprintf("a message %q has no field %s: it has %s", m.kind.text, name, m.fields()))
}

// AttrNames returns the names of the fields.
func (m *message) AttrNames() []string { return append([]string{"kind"}, m.kind.fields...) }

func (m *message) fields() string { return m.kind.list() }

func (k *kind) list() string {
	if len(k.fields) == 0 {
		return "none"
	}
	return strings.Join(k.fields, ", ")
}

// compose makes the message that send(to, kind, …) sends: values are in the order of the fields, or named.
func (p *program) compose(of starlark.Value, values []starlark.Value, named []starlark.Tuple) (balance.Message, error) {
	i := p.kind(of)
	if i < 0 {
		var names []string
		for _, k := range p.about.kinds {
			names = append(names, fmt.Sprintf("%q", k.text))
		}
		if len(names) == 0 {
			return balance.Message{}, fmt.Errorf("message %s: the table messages = {…} has no kinds", short(of))
		}
		return balance.Message{}, fmt.Errorf("message %s: want a kind of the table messages: %s", short(of), strings.Join(names, ", "))
	}
	k := &p.about.kinds[i]
	m := balance.Message{Kind: uint8(i)}
	if len(values)+len(named) != len(k.fields) {
		return m, fmt.Errorf("message %q has %d fields, not %d: %s", k.text, len(k.fields), len(values)+len(named), k.list())
	}
	for i, v := range values {
		if err := k.set(&m, i, v); err != nil {
			return m, err
		}
	}
	for n, pair := range named {
		name := string(pair[0].(starlark.String))
		i := slices.Index(k.fields, name)
		if i < len(values) || twice(named[:n], name) {
			return m, fmt.Errorf("message %q: field %s: want each of %s once", k.text, name, k.list())
		}
		if err := k.set(&m, i, pair[1]); err != nil {
			return m, err
		}
	}
	return m, nil
}

func twice(named []starlark.Tuple, name string) bool {
	return slices.ContainsFunc(named, func(pair starlark.Tuple) bool { return string(pair[0].(starlark.String)) == name })
}

// kind is the number of the kind with a name, or -1.
func (p *program) kind(name starlark.Value) int {
	text, ok := name.(starlark.String)
	if !ok {
		return -1
	}
	for i := range p.about.kinds {
		if p.about.kinds[i].text == string(text) {
			return i
		}
	}
	return -1
}

// set gives field i of a message a value.
func (k *kind) set(m *balance.Message, i int, v starlark.Value) error {
	name := k.fields[i]
	at := k.slot(i)
	if at < 0 {
		round, err := intOf(name, v, 0, math.MaxUint32)
		m.Round = uint32(round)
		return err
	}
	x, err := floatOf(name, v)
	if err != nil {
		return fmt.Errorf("message %q: %w", k.text, err)
	}
	if at == 0 {
		m.A = x
	} else {
		m.B = x
	}
	return nil
}
