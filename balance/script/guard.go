package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// The words that rewrite.go puts in the place of operators. No program can spell them.
const (
	wordPlus     = "$plus"     // $plus(x, y) is x + y
	wordTimes    = "$times"    // x * y
	wordPercent  = "$percent"  // x % y
	wordShift    = "$shift"    // x << y
	wordJoin     = "$join"     // x | y
	wordAdded    = "$added"    // $added(x, y) is what x += y makes of x
	wordAddend   = "$addend"   // y in x += y, where x cannot be told
	wordJoined   = "$joined"   // what x |= y makes of x
	wordWhole    = "$whole"    // $whole[x] is x, a summand
	wordSliced   = "$sliced"   // $sliced(x[a:b]) is x[a:b], with memory of its own
	wordSpread   = "$spread"   // *x in a call
	wordNamed    = "$named"    // **x in a call
	wordWeighed  = "$weighed"  // x, which is about to be looked through
	wordSearched = "$searched" // x, in which something is about to be searched
	wordDict     = "$dict"     // $dict(k, v, …) is {k: v, …}
	wordEntries  = "$entries"  // $entries([k, v, …]) is the same
	wordPairs    = "$pairs"    // $pairs([(k, v) for …]) is {k: v for …}
	wordOwner    = "$owner"    // $owner[x].name is x.name, a method of x
	wordFrame    = "$frame"    // $frame(n) pays for a frame of n values, and is True
)

// operators are those words.
func operators() starlark.StringDict {
	words := starlark.StringDict{wordWhole: lookup(whole), wordOwner: lookup(owner)}
	for name, do := range map[string]func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error){
		wordPlus: func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
			return plus(thread, args[0], args[1])
		},
		wordTimes:    times,
		wordPercent:  percent,
		wordShift:    shift,
		wordJoin:     join,
		wordAdded:    added,
		wordAddend:   addend,
		wordJoined:   joined,
		wordSliced:   sliced,
		wordSpread:   same(func(thread *starlark.Thread, x starlark.Value) error { return charge(thread, length(x)) }),
		wordNamed:    same(func(thread *starlark.Thread, x starlark.Value) error { return charge(thread, 16*length(x)) }),
		wordWeighed:  same(chargeWeight),
		wordSearched: same(chargeSearch),
		wordDict: func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
			return entries(thread, args)
		},
		wordEntries: func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
			return entries(thread, slices.Collect(args[0].(*starlark.List).Elements()))
		},
		wordPairs: pairs,
		wordFrame: func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
			n, err := starlark.AsInt32(args[0])
			if err != nil {
				return nil, err
			}
			return starlark.True, charge(thread, n/8)
		},
	} {
		words[name] = builtin(name, func(thread *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return do(thread, args)
		})
	}
	return words
}

func same(check func(*starlark.Thread, starlark.Value) error) func(*starlark.Thread, starlark.Tuple) (starlark.Value, error) {
	return func(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
		return args[0], check(thread, args[0])
	}
}

// lookup is a function that is called by brackets: that is faster, but it does not learn which thread calls.
type lookup func(starlark.Value) (starlark.Value, error)

// The methods by which a lookup implements starlark.Mapping.

func (lookup) String() string        { return "lookup" }
func (lookup) Type() string          { return "lookup" }
func (lookup) Freeze()               {}
func (lookup) Truth() starlark.Bool  { return true }
func (lookup) Hash() (uint32, error) { return 0, errors.New("unhashable type: lookup") }

// Get calls the function.
func (f lookup) Get(x starlark.Value) (starlark.Value, bool, error) {
	v, err := f(x)
	return v, true, err
}

// whole checks one of two summands. Then a sum grows by no more than the largest number at a time: its bits cannot
// double, and the other summand needs no check.
func whole(x starlark.Value) (starlark.Value, error) {
	if n, ok := x.(starlark.Int); ok {
		return x, checkInt(n)
	}
	return x, nil
}

// plus is x + y.
func plus(thread *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	switch a := x.(type) {
	case starlark.Float:
	case starlark.Int:
		if b, ok := y.(starlark.Int); ok {
			sum := a.Add(b)
			return sum, checkInt(sum)
		}
	case starlark.String:
		if b, ok := y.(starlark.String); ok {
			if err := checkText(len(a) + len(b)); err != nil {
				return nil, err
			}
			if err := charge(thread, (len(a)+len(b))/16); err != nil {
				return nil, err
			}
		}
	default:
		if err := charge(thread, length(x)+length(y)); err != nil {
			return nil, err
		}
	}
	return starlark.Binary(syntax.PLUS, x, y)
}

// added is what x += y makes of x: a list grows.
func added(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	list, ok := args[0].(*starlark.List)
	if _, iterable := args[1].(starlark.Iterable); !ok || !iterable {
		return plus(thread, args[0], args[1])
	}
	if err := chargeLength(thread, args[1]); err != nil {
		return nil, err
	}
	extend, err := list.Attr("extend")
	if err != nil {
		return nil, err
	}
	_, err = extend.(*starlark.Builtin).CallInternal(thread, args[1:], nil)
	return list, err
}

// addend is y in x += y. A text or a tuple would be copied to its end, however long it is.
func addend(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	switch y := args[0].(type) {
	case starlark.String, starlark.Tuple:
		return nil, fmt.Errorf("the left side is too long to add a %s: write x = x + y instead of x += y", y.Type())
	case starlark.Int:
		return y, checkInt(y)
	}
	return args[0], chargeLength(thread, args[0])
}

// times is x * y.
func times(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	x, y := args[0], args[1]
	n, ok := y.(starlark.Int)
	if !ok {
		x, y = y, x
		n, ok = y.(starlark.Int)
	}
	if ok {
		if err := chargeTimes(thread, x, n); err != nil {
			return nil, err
		}
	}
	v, err := starlark.Binary(syntax.STAR, args[0], args[1])
	if err == nil {
		err = check(v)
	}
	return v, err
}

// chargeTimes charges for n times x.
func chargeTimes(thread *starlark.Thread, x starlark.Value, n starlark.Int) error {
	switch x := x.(type) {
	case starlark.Float, starlark.Int:
		return nil
	case starlark.String:
		times, ok := n.Int64()
		if len(x) == 0 || n.Sign() <= 0 {
			return nil
		}
		if !ok || times > maxText {
			times = maxText + 1
		}
		if err := checkText(len(x) * int(times)); err != nil {
			return err
		}
		return charge(thread, len(x)*int(times)/16)
	}
	times, ok := n.Int64()
	if !ok || times > maxSteps || length(x) > maxSteps {
		return errSteps
	}
	return charge(thread, length(x)*int(times))
}

// percent is x % y. Of a text with values in it, each may be there as often as the text has letters.
func percent(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	if text, ok := args[0].(starlark.String); ok {
		w, err := weight(args[1], maxText, 0)
		if err != nil {
			return nil, err
		}
		long := 0 // %f may write 300 digits
		for _, numeral := range []string{"%f", "%F", ")f", ")F"} {
			long += strings.Count(string(text), numeral)
		}
		if err := charge(thread, 8+100*long+len(text)*w/4); err != nil {
			return nil, err
		}
	}
	if _, ok := args[0].(starlark.Float); ok { // goes through the exponents one by one
		if err := charge(thread, 16); err != nil {
			return nil, err
		}
	}
	v, err := starlark.Binary(syntax.PERCENT, args[0], args[1])
	if err == nil {
		err = check(v)
	}
	return v, err
}

// shift is x << y.
func shift(_ *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	v, err := starlark.Binary(syntax.LTLT, args[0], args[1])
	if err == nil {
		err = check(v)
	}
	return v, err
}

// join is x | y.
func join(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	x, ok := args[0].(*dict)
	y, both := args[1].(*dict)
	if !ok || !both {
		return starlark.Binary(syntax.PIPE, args[0], args[1])
	}
	z := newDict(0)
	if err := copyInto(thread, z, x); err != nil {
		return nil, err
	}
	return z, copyInto(thread, z, y)
}

// joined is what x |= y makes of x: a dictionary grows.
func joined(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	x, ok := args[0].(*dict)
	y, both := args[1].(*dict)
	if !ok || !both {
		return starlark.Binary(syntax.PIPE, args[0], args[1])
	}
	if err := x.changes("apply |= to"); err != nil {
		return nil, err
	}
	return x, copyInto(thread, x, y)
}

// sliced is a slice that has just been cut. One of a text or a tuple would keep the memory of the whole.
func sliced(thread *starlark.Thread, args starlark.Tuple) (starlark.Value, error) {
	switch x := args[0].(type) {
	case starlark.String:
		return starlark.String(strings.Clone(string(x))), charge(thread, len(x)/16)
	case starlark.Tuple:
		if err := charge(thread, len(x)); err != nil {
			return nil, err
		}
		return slices.Clone(x), nil
	case *starlark.List:
		return x, charge(thread, x.Len())
	}
	return args[0], nil
}

// searching is what a comparison with each value in a value costs. That of a whole number with a float takes a while.
func searching(x starlark.Value) (int, error) {
	w, err := weight(x, maxSteps, 0)
	return 4 * w, err
}

// chargeSearch charges for a search in a value.
func chargeSearch(thread *starlark.Thread, x starlark.Value) error {
	switch x.(type) {
	case *dict:
		return nil
	case *starlark.List, starlark.Tuple, starlark.String:
		w, err := searching(x)
		if err != nil {
			return err
		}
		return charge(thread, w)
	}
	return nil
}
