package script

import (
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"go.starlark.net/starlark"
)

// Methods of lists and dictionaries. rewrite.go turns a call of one, x.pop(i), into a call of a word, $pop(x, i), and
// one that is not called, f = x.pop, into $owner[x].pop. Text has methods, too, but a policy none of them.

// method of a list or a dictionary, which is self.
type collectionMethod func(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

var listMethods = map[string]collectionMethod{
	"append": appendTo, "clear": clearList, "extend": costs("extend", func(_ *starlark.List, args starlark.Tuple) (int, error) {
		return length(args[0]), nil
	}),
	"index":  costs("index", func(l *starlark.List, _ starlark.Tuple) (int, error) { return searching(l) }),
	"insert": costs("insert", func(l *starlark.List, _ starlark.Tuple) (int, error) { return l.Len() / 8, nil }),
	"pop":    shrinking(costs("pop", func(l *starlark.List, _ starlark.Tuple) (int, error) { return l.Len() / 8, nil })),
	"remove": shrinking(costs("remove", func(l *starlark.List, _ starlark.Tuple) (int, error) { return searching(l) })),
}

var dictMethods map[string]collectionMethod

func init() { // since they are looked up by dict.Attr
	dictMethods = map[string]collectionMethod{
		"clear": clearDict, "get": getEntry, "items": items, "keys": keys, "pop": popEntry, "popitem": popItem,
		"setdefault": setDefault, "update": update, "values": values,
	}
}

// methodWords are the words for the methods.
func methodWords() starlark.StringDict {
	words := starlark.StringDict{}
	for name := range calledByWord() {
		words[wordFor(name)] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return callMethod(thread, name, args[0], args[1:], kwargs)
		})
	}
	return words
}

// wordFor is the word for a method.
func wordFor(method string) string { return "$" + method + "()" }

// calledByWord are the names of all methods.
func calledByWord() map[string]bool {
	all := map[string]bool{}
	for name := range maps.Keys(listMethods) {
		all[name] = true
	}
	for name := range maps.Keys(dictMethods) {
		all[name] = true
	}
	return all
}

// callMethod calls a method of a list or a dictionary, or an attribute of something else.
func callMethod(thread *starlark.Thread, name string, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var method collectionMethod
	switch self.(type) {
	case *starlark.List:
		method = listMethods[name]
	case *dict:
		method = dictMethods[name]
	case starlark.String, starlark.Bytes:
		return nil, noMethods(name)
	default:
		if has, ok := self.(starlark.HasAttrs); ok {
			f, err := has.Attr(name)
			if err != nil {
				return nil, err
			}
			if f != nil {
				return starlark.Call(thread, f, args, kwargs)
			}
		}
	}
	if method == nil {
		return nil, fmt.Errorf("%s has no .%s field or method", self.Type(), name)
	}
	return method(thread, self, args, kwargs)
}

func noMethods(name string) error {
	return fmt.Errorf("a policy has no use for the methods of text: there is no .%s", name)
}

// owner is what has the methods of a value.
func owner(x starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *starlark.List:
		return owned{x}, nil
	case starlark.String, starlark.Bytes:
		return owned{x}, nil
	}
	return x, nil // a dict guards its own
}

// owned is a list or a text.
type owned struct{ starlark.Value }

// AttrNames implements starlark.HasAttrs.
func (o owned) AttrNames() []string { return namesOf(listMethods) }

// Attr returns a method.
func (o owned) Attr(name string) (starlark.Value, error) {
	if _, list := o.Value.(*starlark.List); !list {
		return nil, noMethods(name)
	}
	return bound(listMethods, name, o.Value)
}

// bound is a method as a value, or nil.
func bound(methods map[string]collectionMethod, name string, self starlark.Value) (starlark.Value, error) {
	method := methods[name]
	if method == nil {
		return nil, nil
	}
	f := func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return method(thread, b.Receiver(), args, kwargs)
	}
	return starlark.NewBuiltin(name, f).BindReceiver(self), nil
}

func namesOf(methods map[string]collectionMethod) []string { return slices.Sorted(maps.Keys(methods)) }

// costs is a method of a list that Starlark has, with what it costs.
func costs(name string, steps func(*starlark.List, starlark.Tuple) (int, error)) collectionMethod {
	return func(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		list := self.(*starlark.List)
		word, err := list.Attr(name)
		if err != nil {
			return nil, err
		}
		if len(args) > 0 || name == "pop" {
			n, err := steps(list, args)
			if err == nil {
				err = charge(thread, n)
			}
			if err != nil {
				return nil, err
			}
		}
		return word.(*starlark.Builtin).CallInternal(thread, args, kwargs)
	}
}

// shrinking is a method that makes a list shorter. Whenever the length becomes one of 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, …,
// the list gives room back: that of removed values is never more than a quarter of the rest.
func shrinking(method collectionMethod) collectionMethod {
	return func(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := method(thread, self, args, kwargs)
		list := self.(*starlark.List)
		n := list.Len()
		if low := max(0, bits.Len(uint(n))-3); err == nil && n>>low<<low == n {
			*list = *starlark.NewList(slices.AppendSeq(make([]starlark.Value, 0, n), list.Elements()))
		}
		return v, err
	}
}

func appendTo(_ *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, fmt.Errorf("append: got %d arguments, want 1", len(args)+len(kwargs))
	}
	return starlark.None, self.(*starlark.List).Append(args[0])
}

func clearList(thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs("clear", args, kwargs, 0); err != nil {
		return nil, err
	}
	list := self.(*starlark.List)
	if err := charge(thread, list.Len()/8); err != nil {
		return nil, err
	}
	if err := list.Clear(); err != nil {
		return nil, err
	}
	*list = *starlark.NewList(nil) // gives the room back
	return starlark.None, nil
}

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

func listOf(thread *starlark.Thread, name string, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple, of func(*entry) starlark.Value) (starlark.Value, error) {
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
