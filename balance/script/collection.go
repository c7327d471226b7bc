package script

import (
	"fmt"
	"math/bits"
	"slices"

	"go.starlark.net/starlark"
)

// Methods of lists and dictionaries. rewrite.go turns a call of one, x.pop(i), into a call of a word, $pop(x, i), and
// one that is not called, f = x.pop, into $owner[x].pop. Text has methods, too, but a policy none of them.

// collectionMethod is a method of a list or a dictionary, which is self.
type collectionMethod func(
	thread *starlark.Thread, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple,
) (starlark.Value, error)

// listMethods are the names of those of lists.
func listMethods() []string {
	return []string{"append", "clear", "extend", "index", "insert", "pop", "remove"}
}

// listMethod is the method of a list that has a name, or nil.
func listMethod(name string) collectionMethod {
	switch name {
	case "append":
		return appendTo
	case "clear":
		return clearList
	case "extend":
		return costs(name, func(_ *starlark.List, args starlark.Tuple) (int, error) { return length(args[0]), nil })
	case "index":
		return costs(name, func(l *starlark.List, _ starlark.Tuple) (int, error) { return searching(l) })
	case "insert":
		return costs(name, func(l *starlark.List, _ starlark.Tuple) (int, error) { return l.Len() / 8, nil })
	case "pop":
		return shrinking(costs(name, func(l *starlark.List, _ starlark.Tuple) (int, error) { return l.Len() / 8, nil }))
	case "remove":
		return shrinking(costs(name, func(l *starlark.List, _ starlark.Tuple) (int, error) { return searching(l) }))
	}
	return nil
}

// dictMethods are the names of those of dictionaries.
func dictMethods() []string {
	return []string{"clear", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"}
}

// dictMethod is the method of a dictionary that has a name, or nil.
func dictMethod(name string) collectionMethod {
	switch name {
	case "clear":
		return clearDict
	case "get":
		return getEntry
	case "items":
		return items
	case "keys":
		return keys
	case "pop":
		return popEntry
	case "popitem":
		return popItem
	case "setdefault":
		return setDefault
	case "update":
		return update
	case "values":
		return values
	}
	return nil
}

// methodWords are the words for the methods.
func methodWords() starlark.StringDict {
	words := starlark.StringDict{}
	for name := range calledByWord() {
		ofList, ofDict := listMethod(name), dictMethod(name)
		words[wordFor(name)] = builtin(name, func(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			switch args[0].(type) {
			case *starlark.List:
				if ofList != nil {
					return ofList(t, args[0], args[1:], kwargs)
				}
			case *dict:
				if ofDict != nil {
					return ofDict(t, args[0], args[1:], kwargs)
				}
			}
			return callAttribute(t, name, args[0], args[1:], kwargs)
		})
	}
	return words
}

// wordFor is the word for a method.
func wordFor(method string) string { return "$" + method + "()" }

// calledByWord are the names of all methods.
func calledByWord() map[string]bool {
	all := map[string]bool{}
	for _, name := range append(listMethods(), dictMethods()...) {
		all[name] = true
	}
	return all
}

// callAttribute calls an attribute of a value that is neither a list nor a dictionary, or has no such method.
func callAttribute(
	thread *starlark.Thread, name string, self starlark.Value, args starlark.Tuple, kwargs []starlark.Tuple,
) (starlark.Value, error) {
	switch self := self.(type) {
	case starlark.String, starlark.Bytes:
		return nil, noMethods(name)
	case *starlark.List:
	case starlark.HasAttrs:
		f, err := self.Attr(name)
		if err != nil {
			return nil, err
		}
		if f != nil {
			return starlark.Call(thread, f, args, kwargs)
		}
	}
	return nil, fmt.Errorf("%s has no .%s field or method", self.Type(), name)
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
func (o owned) AttrNames() []string { return listMethods() }

// Attr returns a method.
func (o owned) Attr(name string) (starlark.Value, error) {
	if _, list := o.Value.(*starlark.List); !list {
		return nil, noMethods(name)
	}
	return bound(listMethod(name), name, o.Value)
}

// bound is a method as a value, or nil.
func bound(method collectionMethod, name string, self starlark.Value) (starlark.Value, error) {
	if method == nil {
		return nil, nil
	}
	f := func(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return method(thread, b.Receiver(), args, kwargs)
	}
	return starlark.NewBuiltin(name, f).BindReceiver(self), nil
}

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
