package script

import (
	"errors"
	"fmt"
	"maps"

	"github.com/dustin/go-humanize"
	"go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// function is a word of Starlark, as a function of Go.
type function func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// functions are the words of Starlark, each with what it costs.
func functions() starlark.StringDict {
	all := map[string]function{
		"dict": makeDict, "enumerate": enumerate, "zip": zip,
		"max": extreme("max"), "min": extreme("min"), "sorted": sorted, "sum": sum,
		"print": written("print"), "fail": written("fail"),
	}
	for _, name := range []string{"abs", "bool", "chr", "len", "ord", "range", "type"} { // one step
		all[name] = charged(name, func(*starlark.Thread, starlark.Value) error { return nil })
	}
	for _, name := range []string{"all", "any", "list", "reversed", "tuple"} {
		all[name] = charged(name, chargeLength)
	}
	for _, name := range []string{"repr", "str"} {
		all[name] = charged(name, chargeText)
	}
	for _, name := range []string{"float", "int"} {
		all[name] = charged(name, func(_ *starlark.Thread, x starlark.Value) error { return checkNumeral(x) })
	}
	for _, name := range []string{"bytes", "dir", "getattr", "hasattr", "hash"} {
		all[name] = func(*starlark.Thread, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
			return nil, errors.New("a policy has no such word")
		}
	}
	words := starlark.StringDict{"math": arithmetic()}
	for name, f := range all {
		words[name] = builtin(name, f)
	}
	return words
}

func builtin(name string, f function) *starlark.Builtin {
	call := func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return f(t, args, kwargs)
	}
	return starlark.NewBuiltin(name, call)
}

// original is a word as Starlark has it.
func original(name string) function { return starlark.Universe[name].(*starlark.Builtin).CallInternal }

// charged is a word whose arguments are checked before, and whose result is checked after it.
func charged(name string, before func(*starlark.Thread, starlark.Value) error) function {
	word := original(name)
	return func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, x := range args {
			if err := before(thread, x); err != nil {
				return nil, err
			}
		}
		for _, pair := range kwargs {
			if err := before(thread, pair[1]); err != nil {
				return nil, err
			}
		}
		v, err := word(thread, args, kwargs)
		if err == nil {
			err = check(v)
		}
		return v, err
	}
}

// arithmetic is the module math.
func arithmetic() *starlarkstruct.Module {
	members := maps.Clone(math.Module.Members)
	for _, name := range []string{"ceil", "floor"} {
		round := members[name].(*starlark.Builtin)
		members[name] = builtin(name, func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			v, err := round.CallInternal(thread, args, kwargs)
			if err == nil {
				err = check(v)
			}
			return v, err
		})
	}
	return &starlarkstruct.Module{Name: math.Module.Name, Members: members}
}

// checkNumeral checks a text that is read as a number.
func checkNumeral(x starlark.Value) error {
	if text, ok := x.(starlark.String); ok && len(text) > maxNumeral {
		return fmt.Errorf("a text of %d letters is no number", len(text))
	}
	return nil
}

// chargeText charges for a value that is written to a text. A value has at least as many letters as its weight.
func chargeText(thread *starlark.Thread, x starlark.Value) error {
	w, err := weight(x, maxText, 0)
	switch {
	case err != nil:
		return err
	case w > maxText:
		return fmt.Errorf("a text of more than %s letters, but print(x, y) writes values without one", humanize.Comma(maxText))
	}
	return charge(thread, w)
}

// written are the words that write lines.
func written(name string) function {
	word := original(name)
	return func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		sum := 0
		for _, x := range args {
			w, err := weight(x, maxPrint, 0)
			if err != nil {
				return nil, err
			}
			sum += w
		}
		for _, pair := range kwargs { // sep
			w, err := weight(pair[1], maxPrint, 0)
			if err != nil {
				return nil, err
			}
			sum += w * len(args)
		}
		if sum > maxPrint {
			return nil, fmt.Errorf("a line of more than %s letters", humanize.Comma(maxPrint))
		}
		if err := charge(thread, 100+4*sum); err != nil { // the receiver of the line has work, too
			return nil, err
		}
		return word(thread, args, kwargs)
	}
}

// enumerate and zip make pairs with memory of their own, so that one kept keeps no others.

func enumerate(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from starlark.Iterable
	var start int
	if err := starlark.UnpackPositionalArgs("enumerate", args, kwargs, 1, &from, &start); err != nil {
		return nil, err
	}
	if err := charge(thread, 4*length(from)); err != nil {
		return nil, err
	}
	var pairs []starlark.Value
	for x := range starlark.Elements(from) {
		pairs = append(pairs, starlark.Tuple{starlark.MakeInt(start + len(pairs)), x})
	}
	return starlark.NewList(pairs), nil
}

func zip(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 0 || len(kwargs) > 0 {
		return original("zip")(thread, args, kwargs)
	}
	rows := maxSteps
	for i, x := range args {
		if _, ok := x.(starlark.Iterable); !ok {
			return nil, fmt.Errorf("zip: argument #%d is not iterable: %s", i+1, x.Type())
		}
		rows = min(rows, length(x))
	}
	if err := charge(thread, rows*(len(args)+3)); err != nil {
		return nil, err
	}
	all := make([]starlark.Value, rows)
	tuples := make([]starlark.Tuple, rows)
	for i := range tuples {
		tuples[i] = make(starlark.Tuple, 0, len(args))
	}
	for _, x := range args {
		i := 0
		for v := range starlark.Elements(x.(starlark.Iterable)) {
			if i == rows {
				break
			}
			tuples[i] = append(tuples[i], v)
			i++
		}
	}
	for i := range all {
		all[i] = tuples[i]
	}
	return starlark.NewList(all), nil
}

// extreme are the words max and min.
func extreme(name string) function {
	word := original(name)
	return func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		key, at := keyFunction(kwargs)
		if key == nil {
			for _, x := range args {
				if err := chargeWeight(thread, x); err != nil {
					return nil, err
				}
				if err := charge(thread, length(x)); err != nil { // a range has no weight
					return nil, err
				}
			}
			return word(thread, args, kwargs)
		}
		from := starlark.Value(args)
		if len(args) == 1 {
			from = args[0]
		}
		_, keys, err := evaluated(thread, from, key)
		if err != nil {
			return nil, err
		}
		return word(thread, args, replayed(kwargs, at, keys))
	}
}

// sorted is the word sorted. It compares each value a number of times that grows with the logarithm of their number.
func sorted(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	named := append([]starlark.Tuple(nil), kwargs...)
	for i, name := range []string{"iterable", "key", "reverse"} { // all may come in their order
		if i < len(args) {
			named = append(named, starlark.Tuple{starlark.String(name), args[i]})
		}
	}
	var from starlark.Iterable
	var reverse bool
	var key starlark.Value
	if err := starlark.UnpackArgs("sorted", nil, named, "iterable", &from, "key?", &key, "reverse?", &reverse); err != nil {
		return nil, err
	}
	if _, ok := key.(starlark.Callable); !ok && key != nil {
		return original("sorted")(thread, args, kwargs) // says what is wrong
	}
	values, keys, err := evaluated(thread, from, key)
	if err != nil {
		return nil, err
	}
	compared := keys
	if key == nil {
		compared = values
	}
	w, err := weights(compared, maxSteps, 0)
	if err == nil {
		err = charge(thread, w*logarithm(len(compared)))
	}
	if err != nil {
		return nil, err
	}
	again := []starlark.Tuple{{starlark.String("reverse"), starlark.Bool(reverse)}}
	if key != nil {
		again = append(again, starlark.Tuple{starlark.String("key"), replay(keys)})
	}
	return original("sorted")(thread, starlark.Tuple{starlark.NewList(values)}, again)
}

// sum is the word sum: of numbers, in their order.
func sum(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from starlark.Iterable
	if err := starlark.UnpackPositionalArgs("sum", args, kwargs, 1, &from); err != nil {
		return nil, err
	}
	if err := charge(thread, length(from)); err != nil {
		return nil, err
	}
	var total starlark.Value = starlark.MakeInt(0)
	for x := range starlark.Elements(from) {
		if _, ok := asFloat(x); !ok {
			return nil, fmt.Errorf("sum: %s: want a number", short(x))
		}
		total, _ = starlark.Binary(syntax.PLUS, total, x) // numbers of 64 bits: it has no error, and grows by a bit a step
	}
	return total, check(total)
}

// logarithm is that of n to the base 2, from 1.
func logarithm(n int) int {
	l := 1
	for ; n > 2; n /= 2 {
		l++
	}
	return l
}

// keyFunction is the argument key and its place.
func keyFunction(kwargs []starlark.Tuple) (key starlark.Value, at int) {
	for i, pair := range kwargs {
		if _, callable := pair[1].(starlark.Callable); callable && pair[0] == starlark.String("key") {
			return pair[1], i
		}
	}
	return nil, -1
}

// evaluated are the values in a value and, if there is a function key, what it makes of them. It charges for both.
func evaluated(thread *starlark.Thread, from, key starlark.Value) (values, keys []starlark.Value, err error) {
	many, ok := from.(starlark.Iterable)
	if !ok {
		return nil, nil, fmt.Errorf("%s value is not iterable", from.Type())
	}
	if err := charge(thread, length(from)); err != nil {
		return nil, nil, err
	}
	for x := range starlark.Elements(many) {
		values = append(values, x)
		if key == nil {
			continue
		}
		k, err := starlark.Call(thread, key, starlark.Tuple{x}, nil)
		if err == nil {
			err = charge(thread, 4)
		}
		if err == nil {
			err = chargeWeight(thread, k)
		}
		if err != nil {
			return nil, nil, err
		}
		keys = append(keys, k)
	}
	return values, keys, nil
}

// replay is a function that returns one of the values at each call.
func replay(values []starlark.Value) starlark.Value {
	next := 0
	return starlark.NewBuiltin("key", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		next++
		return values[next-1], nil
	})
}

// replayed are arguments in which that stands for the function key.
func replayed(kwargs []starlark.Tuple, at int, keys []starlark.Value) []starlark.Tuple {
	changed := append([]starlark.Tuple(nil), kwargs...)
	changed[at] = starlark.Tuple{kwargs[at][0], replay(keys)}
	return changed
}
