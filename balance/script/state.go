package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
)

// maxFields is how many fields p.state may have. Each processor has room for all, and to find one takes a look at each.
const maxFields = 64

// memory is p.state.
type memory instance

// The methods by which memory implements starlark.HasSetField.

func (m *memory) String() string        { return "p.state" }
func (m *memory) Type() string          { return "state" }
func (m *memory) Freeze()               {}
func (m *memory) Truth() starlark.Bool  { return true }
func (m *memory) Hash() (uint32, error) { return uint32(m.rank), nil }

// Attr returns the value of a field.
func (m *memory) Attr(name string) (starlark.Value, error) {
	for i, v := range m.fields {
		if v != nil && m.run.program.fields[i] == name {
			return v, nil
		}
	}
	if slices.Contains(m.run.program.fields, name) {
		return nil, starlark.NoSuchAttrError(fmt.Sprintf("p.state.%s has no value yet: start(p) is the place to give it one", name))
	}
	return nil, lacks("p.state", name, m.AttrNames())
}

// AttrNames returns the names of the fields.
func (m *memory) AttrNames() []string { return slices.Clone(m.run.program.fields) }

// SetField gives a field a value.
func (m *memory) SetField(name string, v starlark.Value) error {
	names := m.run.program.fields
	if m.fields == nil {
		m.fields = make([]starlark.Value, len(names))
	}
	for i := range names {
		if names[i] == name {
			m.fields[i] = v
			return nil
		}
	}
	return starlark.NoSuchAttrError("p.state has no field " + name)
}

// settings are p.params.
type settings struct {
	program *program
	values  []starlark.Value
}

// The methods by which settings implement starlark.HasAttrs.

func (s *settings) String() string        { return "p.params" }
func (s *settings) Type() string          { return "params" }
func (s *settings) Freeze()               {}
func (s *settings) Truth() starlark.Bool  { return true }
func (s *settings) Hash() (uint32, error) { return 0, nil }

// Attr returns the value of a parameter.
func (s *settings) Attr(name string) (starlark.Value, error) {
	for i := range s.program.about.params {
		if s.program.about.params[i].Name == name {
			return s.values[i], nil
		}
	}
	return nil, lacks("p.params", name, s.AttrNames())
}

// AttrNames returns the names of the parameters.
func (s *settings) AttrNames() []string {
	var names []string
	for _, p := range s.program.about.params {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return names
}
