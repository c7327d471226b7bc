package script

import "transat/balance"

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
