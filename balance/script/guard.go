package script

import (
	"errors"
	"fmt"
	mathbits "math/bits"

	"github.com/dustin/go-humanize"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// What a program may use. The interpreter counts its steps, and limits those of a callback. But one step can build a
// list of a billion elements, compare two lists that hold each other a billion times, or double a text. So an operation
// whose work grows with its operands is charged for them, in steps, before it begins: rewrite.go puts the words of this
// file around its operands. Then the steps bound the time of a callback, and its memory. What p.state holds is weighed
// now and then, see instance.go.

const (
	// maxSteps is the number of steps that a callback may take, some 0.1 seconds' worth. A look at each of a thousand
	// processors takes ten thousand.
	maxSteps = 3_000_000
	// maxBits is the size of the largest whole number.
	maxBits = 4096
	// maxDepth is how deep lists may lie in lists.
	maxDepth = 100
	// maxKeyDepth is the same for tuples, which can be keys.
	maxKeyDepth = 8
	// maxText is the length of the longest text that is read as a number.
	maxText = 400
)

// limit limits what a call of a thread may use.
func limit(thread *starlark.Thread) {
	thread.SetMaxExecutionSteps(maxSteps)
	thread.OnMaxSteps = func(thread *starlark.Thread) { thread.Cancel(errSteps.Error()) }
}

var errSteps = errors.New("more than " + humanize.Comma(maxSteps) + " steps in one call, or lists as long: does it go on for ever?")

// charge takes steps for work that is about to be done.
func charge(thread *starlark.Thread, steps int64) error {
	thread.Steps += uint64(steps)
	if thread.Steps > maxSteps {
		return errSteps
	}
	return nil
}

// length is the size of a value without what lies in it.
func length(v starlark.Value) int {
	switch v := v.(type) {
	case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		return 0
	case starlark.String:
		return len(v) / 16
	case starlark.Sequence:
		return v.Len()
	}
	return 0
}

// weight is the size of a value with all that lies in it, up to most. A list that lies in a list twice counts twice, as
// it is looked at twice.
func weight(v starlark.Value, most, depth int) (int, error) {
	sum := 1 + length(v)
	if sum > most {
		return sum, nil
	}
	if depth > maxDepth {
		return 0, fmt.Errorf("lists lie in lists more than %d deep", maxDepth)
	}
	var of []starlark.Value
	switch v := v.(type) {
	case starlark.Tuple:
		of = v
	case *starlark.List:
		for i := range v.Len() {
			w, err := weight(v.Index(i), most-sum, depth+1)
			if sum += w; err != nil || sum > most {
				return sum, err
			}
		}
	case *starlark.Dict:
		for _, item := range v.Items() {
			of = append(of, item[0], item[1])
		}
	}
	for _, x := range of {
		w, err := weight(x, most-sum, depth+1)
		if sum += w; err != nil || sum > most {
			return sum, err
		}
	}
	return sum, nil
}

// The words that rewrite.go puts into a program. No program can spell them.
const (
	wordPlus     = "$plus"     // $plus(x, y) is x + y
	wordTimes    = "$times"    // x * y
	wordPercent  = "$percent"  // x % y
	wordShift    = "$shift"    // x << y
	wordJoin     = "$join"     // x | y
	wordCopied   = "$copied"   // $copied(x) is x, of which a copy is about to be made
	wordWeighed  = "$weighed"  // x, which is about to be looked through
	wordSearched = "$searched" // x, in which something is about to be searched
	wordKey      = "$key"      // a tuple that may become a key
)

// guards are those words, and the words of Starlark whose work grows with their arguments.
func guards() starlark.StringDict {
	words := starlark.StringDict{}
	binary := func(name string, op syntax.Token, check func(thread *starlark.Thread, x, y starlark.Value) error) {
		words[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			if err := check(thread, args[0], args[1]); err != nil {
				return nil, err
			}
			v, err := starlark.Binary(op, args[0], args[1])
			if t, ok := v.(starlark.Tuple); ok && err == nil {
				err = checkKey(thread, t)
			}
			return v, err
		})
	}
	binary(wordPlus, syntax.PLUS, chargeBoth)
	binary(wordTimes, syntax.STAR, chargeProduct)
	binary(wordPercent, syntax.PERCENT, chargeFormat)
	binary(wordShift, syntax.LTLT, chargeShift)
	binary(wordJoin, syntax.PIPE, chargeBoth)

	same := func(name string, check func(thread *starlark.Thread, x starlark.Value) error) {
		words[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return args[0], check(thread, args[0])
		})
	}
	same(wordCopied, chargeLength)
	same(wordWeighed, chargeWeight)
	same(wordSearched, func(thread *starlark.Thread, x starlark.Value) error {
		if _, ok := x.(*starlark.Dict); ok {
			return nil
		}
		return chargeWeight(thread, x)
	})
	same(wordKey, checkKey)

	for name, check := range map[string]func(*starlark.Thread, starlark.Value) error{
		"all": chargeLength, "any": chargeLength, "dict": chargeLength, "enumerate": chargeLength, "list": chargeLength,
		"reversed": chargeLength, "zip": chargeLength,
		"fail": chargeWeight, "max": chargeWeight, "min": chargeWeight, "print": chargeWeight, "repr": chargeWeight,
		"sorted": chargeWeight, "str": chargeWeight,
		"float": checkText, "int": checkText, "tuple": chargeWeight,
	} {
		words[name] = charged(name, check)
	}
	for _, name := range []string{"bytes", "dir", "getattr", "hasattr", "hash"} {
		words[name] = starlark.NewBuiltin(name, func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
			return nil, errors.New("a policy has no such word")
		})
	}
	return words
}

// charged is a word of Starlark whose arguments are checked before.
func charged(name string, check func(*starlark.Thread, starlark.Value) error) *starlark.Builtin {
	word := starlark.Universe[name].(*starlark.Builtin)
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		for _, x := range args {
			if err := check(thread, x); err != nil {
				return nil, err
			}
		}
		for _, pair := range kwargs {
			if err := check(thread, pair[1]); err != nil {
				return nil, err
			}
		}
		v, err := word.CallInternal(thread, args, kwargs)
		if t, ok := v.(starlark.Tuple); ok && err == nil {
			err = checkKey(thread, t)
		}
		return v, err
	})
}

func chargeLength(thread *starlark.Thread, x starlark.Value) error {
	return charge(thread, int64(length(x)))
}

func chargeWeight(thread *starlark.Thread, x starlark.Value) error {
	switch x := x.(type) {
	case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		return nil
	case starlark.String:
		return charge(thread, int64(len(x)/16))
	}
	w, err := weight(x, maxSteps, 0)
	if err != nil {
		return err
	}
	return charge(thread, int64(w))
}

func chargeBoth(thread *starlark.Thread, x, y starlark.Value) error {
	n := length(x) + length(y)
	if n == 0 {
		return nil
	}
	return charge(thread, int64(n))
}

func chargeProduct(thread *starlark.Thread, x, y starlark.Value) error {
	if n, ok := y.(starlark.Int); ok {
		return chargeTimes(thread, x, n)
	}
	if n, ok := x.(starlark.Int); ok {
		return chargeTimes(thread, y, n)
	}
	return nil
}

// chargeTimes charges for n times x.
func chargeTimes(thread *starlark.Thread, x starlark.Value, n starlark.Int) error {
	switch x := x.(type) {
	case starlark.Float:
		return nil
	case starlark.Int:
		return checkBits(bits(x) + bits(n))
	}
	times, ok := n.Int64()
	if !ok || times > maxSteps {
		return errSteps
	}
	if times <= 0 || length(x) == 0 {
		return charge(thread, max(times, 0)/16)
	}
	if length(x) > maxSteps {
		return errSteps
	}
	return charge(thread, int64(length(x))*times)
}

// chargeFormat charges for a text with values in it: each of them may be in it as often as the text has letters.
func chargeFormat(thread *starlark.Thread, x, y starlark.Value) error {
	text, ok := x.(starlark.String)
	if !ok {
		return nil
	}
	w, err := weight(y, maxSteps, 0)
	if err != nil {
		return err
	}
	if len(text) > maxSteps || w > maxSteps {
		return errSteps
	}
	return charge(thread, int64(len(text))*int64(w)/16)
}

func chargeShift(_ *starlark.Thread, x, y starlark.Value) error {
	a, whole := x.(starlark.Int)
	b, both := y.(starlark.Int)
	if n, small := b.Int64(); whole && both && small && n > 0 {
		return checkBits(bits(a) + int(min(n, maxBits)))
	}
	return nil
}

// bits is the size of a whole number.
func bits(n starlark.Int) int {
	if small, ok := n.Int64(); ok {
		return 64 - leadingZeros(small)
	}
	return n.BigInt().BitLen()
}

func leadingZeros(n int64) int {
	if n < 0 {
		n = -(n + 1)
	}
	return mathbits.LeadingZeros64(uint64(n))
}

func checkBits(n int) error {
	if n > maxBits {
		return fmt.Errorf("a whole number of more than %d bits", maxBits)
	}
	return nil
}

// checkText checks a text that is read as a number.
func checkText(_ *starlark.Thread, x starlark.Value) error {
	if text, ok := x.(starlark.String); ok && len(text) > maxText {
		return fmt.Errorf("a text of %d letters is no number", len(text))
	}
	return nil
}

// checkKey checks that a tuple is so flat that it can be a key without much ado.
func checkKey(thread *starlark.Thread, x starlark.Value) error {
	if t, ok := x.(starlark.Tuple); ok && deep(t) > maxKeyDepth {
		return fmt.Errorf("tuples lie in tuples more than %d deep", maxKeyDepth)
	}
	return chargeWeight(thread, x)
}

// deep is how deep tuples lie in a tuple. As all of them have been checked when they were made, it looks no deeper than
// it must.
func deep(t starlark.Tuple) int {
	most := 0
	for _, x := range t {
		if inner, ok := x.(starlark.Tuple); ok {
			most = max(most, deep(inner))
		}
	}
	return most + 1
}
