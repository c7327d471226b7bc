package script

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// Displays and methods of dictionaries.

// stepsAnEntry is what an entry of a dictionary costs.
const stepsAnEntry = 4

// entries makes a dictionary of keys and values by turns.
func entries(thread *starlark.Thread, all []starlark.Value) (starlark.Value, error) {
	if err := charge(thread, stepsAnEntry*(1+len(all)/2)); err != nil {
		return nil, err
	}
	d := newDict(len(all) / 2)
	for i := 0; i+1 < len(all); i += 2 {
		if err := d.SetKey(all[i], all[i+1]); err != nil {
			return nil, err
		}
		if d.Len() != i/2+1 {
			return nil, fmt.Errorf("duplicate key: %v", all[i])
		}
	}
	return d, nil
}

// pairs makes a dictionary of a list of pairs.
func pairs(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	list := args[0].(*starlark.List)
	if err := charge(thread, stepsAnEntry*(1+list.Len())); err != nil {
		return nil, err
	}
	d := newDict(0)
	for x := range list.Elements() {
		if err := d.SetKey(x.(starlark.Tuple)[0], x.(starlark.Tuple)[1]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// copyInto adds the entries of one dictionary to another.
func copyInto(thread *starlark.Thread, to, from *dict) error {
	if err := charge(thread, stepsAnEntry*(1+from.Len())); err != nil {
		return err
	}
	for e := range from.each {
		if err := to.SetKey(e.name, e.value); err != nil {
			return err
		}
	}
	return nil
}

// makeDict is the word dict.
func makeDict(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 1 {
		return nil, fmt.Errorf("dict: got %d arguments, want at most 1", len(args))
	}
	d := newDict(0)
	return d, fill(thread, "dict", d, args, kwargs)
}

func update(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 1 {
		return nil, fmt.Errorf("update: got %d arguments, want at most 1", len(args))
	}
	return starlark.None, fill(thread, "update", self.(*dict), args, kwargs)
}

// fill adds the entries that the arguments of dict and update are.
func fill(thread *starlark.Thread, word string, d *dict, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if err := charge(thread, stepsAnEntry*(1+len(kwargs))); err != nil {
		return err
	}
	if len(args) == 1 {
		if err := fillFrom(thread, word, d, args[0]); err != nil {
			return err
		}
	}
	for _, pair := range kwargs {
		if err := d.SetKey(pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

func fillFrom(thread *starlark.Thread, word string, d *dict, from starlark.Value) error {
	if other, ok := from.(*dict); ok {
		if other == d {
			return nil
		}
		return copyInto(thread, d, other)
	}
	many, ok := from.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("%s: got %s, want iterable", word, from.Type())
	}
	if err := charge(thread, stepsAnEntry*length(from)); err != nil {
		return err
	}
	i := 0
	for x := range starlark.Elements(many) {
		pair, ok := x.(starlark.Indexable)
		if !ok || pair.Len() != 2 {
			return fmt.Errorf("%s: element #%d is no pair: %s", word, i, x.Type())
		}
		if err := d.SetKey(pair.Index(0), pair.Index(1)); err != nil {
			return err
		}
		i++
	}
	return nil
}

func clearDict(_ *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs("clear", args, kwargs, 0); err != nil {
		return nil, err
	}
	d := self.(*dict)
	if err := d.changes("clear"); err != nil {
		return nil, err
	}
	*d = *newDict(0)
	return starlark.None, nil
}

func getEntry(_ *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name starlark.Value
	var otherwise starlark.Value = starlark.None
	if err := starlark.UnpackPositionalArgs("get", args, kwargs, 1, &name, &otherwise); err != nil {
		return nil, err
	}
	v, found, err := self.(*dict).Get(name)
	if !found && err == nil {
		v = otherwise
	}
	return v, err
}

func items(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs("items", args, kwargs, 0); err != nil {
		return nil, err
	}
	d := self.(*dict)
	if err := charge(thread, 4*d.Len()); err != nil {
		return nil, err
	}
	all := make([]starlark.Value, 0, d.Len())
	for e := range d.each {
		all = append(all, starlark.Tuple{e.name, e.value})
	}
	return starlark.NewList(all), nil
}

func keys(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return listOf(thread, "keys", self, args, kwargs, func(e *entry) starlark.Value { return e.name })
}

func values(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return listOf(thread, "values", self, args, kwargs, func(e *entry) starlark.Value { return e.value })
}

func listOf(
	thread *starlark.Thread, name string, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple,
	of func(*entry) starlark.Value,
) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs(name, args, kwargs, 0); err != nil {
		return nil, err
	}
	d := self.(*dict)
	if err := charge(thread, d.Len()); err != nil {
		return nil, err
	}
	all := make([]starlark.Value, 0, d.Len())
	for e := range d.each {
		all = append(all, of(e))
	}
	return starlark.NewList(all), nil
}

func popEntry(_ *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name, otherwise starlark.Value
	if err := starlark.UnpackPositionalArgs("pop", args, kwargs, 1, &name, &otherwise); err != nil {
		return nil, err
	}
	d := self.(*dict)
	if err := d.changes("delete from"); err != nil {
		return nil, err
	}
	k, err := keyOf(name)
	if err != nil {
		return nil, err
	}
	switch at := d.find(k); {
	case at >= 0:
		return d.remove(at), nil
	case otherwise != nil:
		return otherwise, nil
	}
	return nil, errors.New("pop: missing key")
}

func popItem(_ *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs("popitem", args, kwargs, 0); err != nil {
		return nil, err
	}
	d := self.(*dict)
	if err := d.changes("delete from"); err != nil {
		return nil, err
	}
	if d.first == nowhere {
		return nil, errors.New("popitem: empty dict")
	}
	name := d.entries[d.first].name
	return starlark.Tuple{name, d.remove(int(d.first))}, nil
}

func setDefault(_ *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name starlark.Value
	var otherwise starlark.Value = starlark.None
	if err := starlark.UnpackPositionalArgs("setdefault", args, kwargs, 1, &name, &otherwise); err != nil {
		return nil, err
	}
	v, found, err := self.(*dict).Get(name)
	if found || err != nil {
		return v, err
	}
	return otherwise, self.(*dict).SetKey(name, otherwise)
}
