package script

import (
	"go.starlark.net/starlark"

	"transat/balance"
)

// Measured is what the state of a processor holds, as it is counted.
func Measured(policy balance.Policy) int64 {
	in := policy.(*instance)
	in.measure(newScale())
	return in.held - (in.granted - in.run.free)
}

// MaxHeld is the largest number of bytes that all states may hold.
const MaxHeld = maxHeld

// MethodsOfStarlark are the names of the methods of all types of Starlark.
func MethodsOfStarlark() map[string]bool { return methodsOfStarlark() }

// Words are the words that a program finds.
func Words() []string { return words().Keys() }

// WakeWithin calls wake with that many steps left, and returns how many it has taken.
func WakeWithin(policy balance.Policy, p balance.Proc, steps int) (taken int, err error) {
	in := policy.(*instance)
	in.proc, in.at = p, onWake
	it := newInterpreter(in.run)
	it.of = in
	it.thread.Steps = uint64(maxSteps - steps)
	_, err = starlark.Call(it.thread, in.run.program.callbacks[onWake], starlark.Tuple{(*processor)(in)}, nil)
	if err != nil {
		err = in.fault(err)
	}
	return int(it.thread.Steps) - (maxSteps - steps), err
}

// BytesAStep is what stays for a step at most.
const BytesAStep = bytesAStep

// NewDict is an empty dictionary, as the display {} makes one.
func NewDict() starlark.Value { return newDict(0) }

// CallMethod calls a method of a value as a program does.
func CallMethod(self starlark.Value, name string, args ...starlark.Value) (starlark.Value, error) {
	thread := &starlark.Thread{}
	limit(thread)
	return starlark.Call(thread, words()[wordFor(name)], append(starlark.Tuple{self}, args...), nil)
}
