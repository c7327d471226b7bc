package script

import (
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"
	"go.starlark.net/starlark"
)

// What a program may use. The interpreter counts its steps, and limits those of a callback. A step takes some 30
// nanoseconds and makes at most bytesAStep, if nothing in it grows with its operands. But one step can build a list of a
// billion elements, compare two lists that hold each other a billion times, or double a text. So:
//
//	what grows with its operands    takes steps for the work that it does: rewrite.go puts a word of guard.go, words.go
//	                                or collection.go in its place
//	text, whole numbers, keys       have a largest size (below, dict.go), so that what is done to one takes one step
//	functions                       have a largest number, and take steps for large frames: frame.go
//	what p.state holds              is measured now and then, in bytes: held.go
//	messages, fields, parameters    have a largest number, and those of a call take steps: methods.go, describe.go
//
// Then the steps bound the time of a callback and the memory that it makes, and a run holds less than a gibibyte: 192 MiB
// for the program, 640 for what the states hold together, and 192 for a callback.

const (
	// maxSteps is the number of steps that a callback may take, some 0.1 seconds' worth. A look at each of a thousand
	// processors takes ten thousand.
	maxSteps = 3_000_000
	// bytesAStep is the most memory that stays for a step, on average over what a callback does.
	bytesAStep = 64
	// maxHeld is what the states of all processors may hold together, in bytes.
	maxHeld = 576 << 20
	// maxText is the length of the longest text, in bytes.
	maxText = 4096
	// maxPrint is the same for one that is only printed.
	maxPrint = 64 << 10
	// maxBits is the size of the largest whole number.
	maxBits = 256
	// maxDepth is how deep lists may lie in lists that are compared or written.
	maxDepth = 100
	// maxNumeral is the length of the longest text that is read as a number.
	maxNumeral = 400
)

// limit limits what a call of a thread may use.
func limit(thread *starlark.Thread) {
	thread.SetMaxExecutionSteps(maxSteps)
	thread.OnMaxSteps = func(thread *starlark.Thread) { thread.Cancel(errSteps.Error()) }
}

var errSteps = errors.New("more than " + humanize.Comma(maxSteps) + " steps in one call, or lists as long: does it go on for ever?")

// charge takes steps for work that is about to be done.
func charge(thread *starlark.Thread, steps int) error {
	if steps > maxSteps {
		return errSteps
	}
	thread.Steps += uint64(max(steps, 0))
	if thread.Steps > maxSteps {
		return errSteps
	}
	return nil
}

// length is the number of values in a value.
func length(v starlark.Value) int {
	switch v := v.(type) {
	case starlark.Int, starlark.Float, starlark.String, starlark.Bool, starlark.NoneType:
		return 0
	case starlark.Sequence:
		return v.Len()
	}
	return 0
}

// weight is the size of a value with all that lies in it, up to a bit more than most. A list that lies in a list twice
// counts twice, as it is looked at twice. It is at most the number of letters in which the value is written.
func weight(v starlark.Value, most, depth int) (int, error) {
	sum := 1
	switch v := v.(type) {
	case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		return sum, nil
	case starlark.String:
		return sum + len(v)/16, nil
	case starlark.Tuple:
		return weights(v, most, depth)
	case *starlark.List:
		if sum += v.Len(); sum > most || depth > maxDepth {
			return sum, tooDeep(depth)
		}
		for i := range v.Len() {
			w, err := weight(v.Index(i), most-sum, depth+1)
			if sum += w; err != nil || sum > most {
				return sum, err
			}
		}
	case *dict:
		if sum += 2 * v.Len(); sum > most || depth > maxDepth {
			return sum, tooDeep(depth)
		}
		for e := range v.each {
			w, err := weights(starlark.Tuple{e.name, e.value}, most-sum, depth)
			if sum += w; err != nil || sum > most {
				return sum, err
			}
		}
	}
	return sum, nil
}

// weights is the weight of a tuple.
func weights(values starlark.Tuple, most, depth int) (int, error) {
	sum := 1 + len(values)
	if sum > most || depth > maxDepth {
		return sum, tooDeep(depth)
	}
	for _, x := range values {
		w, err := weight(x, most-sum, depth+1)
		if sum += w; err != nil || sum > most {
			return sum, err
		}
	}
	return sum, nil
}

func tooDeep(depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("lists lie in lists more than %d deep", maxDepth)
	}
	return nil
}

// chargeLength charges for a look at the values in a value, but not into them.
func chargeLength(thread *starlark.Thread, x starlark.Value) error { return charge(thread, length(x)) }

// chargeWeight charges for a look through a value.
func chargeWeight(thread *starlark.Thread, x starlark.Value) error {
	switch x := x.(type) {
	case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		return nil
	case starlark.String:
		return charge(thread, len(x)/16)
	}
	w, err := weight(x, maxSteps, 0)
	if err != nil {
		return err
	}
	return charge(thread, w)
}

// stepsAMethod is what a method of p costs for each processor that it addresses: the machine has work, too.
const stepsAMethod = 8

// chargeMethod charges for a method of p. Its first argument may be a list of processors.
func chargeMethod(thread *starlark.Thread, args starlark.Tuple) error {
	n := 1
	if len(args) > 0 {
		n += length(args[0])
	}
	if n > maxSteps {
		return errSteps
	}
	return charge(thread, stepsAMethod*n)
}

// maxUnderWay is how many messages and timers of all processors may be under way at the same time. A machine has some
// hundred bytes for each.
const maxUnderWay = 4 << 20

// underWay counts what a processor has asked a machine for, and fails if there is too much of it.
func (r *run) underWay(n int) error {
	if r.pending.Add(int64(n)) > maxUnderWay {
		return fmt.Errorf("more than %s messages and timers of all processors are under way", humanize.Comma(maxUnderWay))
	}
	return nil
}

// checkText checks the length of a text that is about to be made.
func checkText(letters int) error {
	if letters > maxText {
		return fmt.Errorf("a text of %s letters: at most %s are allowed", humanize.Comma(int64(letters)), humanize.Comma(maxText))
	}
	return nil
}

// checkInt checks the size of a whole number.
func checkInt(n starlark.Int) error {
	if _, small := n.Int64(); small {
		return nil
	}
	if n.BigInt().BitLen() > maxBits {
		return fmt.Errorf("a whole number of more than %d bits", maxBits)
	}
	return nil
}

// check checks the size of a number or text that a word has made.
func check(v starlark.Value) error {
	switch v := v.(type) {
	case starlark.Int:
		return checkInt(v)
	case starlark.String:
		return checkText(len(v))
	}
	return nil
}
