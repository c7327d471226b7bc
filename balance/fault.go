package balance

// Fault is what a policy panics with when it cannot go on: one that is a script, say, with a mistake in it. A callback
// returns nothing, so this is the only way to end a run from inside a policy. Machines catch it with [CatchFault] and
// return its error; all other panics are faults of the program itself.
type Fault struct{ Err error }

// CatchFault turns the panic of a [Fault] into an error. A machine defers it in every goroutine that calls policies:
//
//	defer balance.CatchFault(&err)
func CatchFault(err *error) {
	switch r := recover().(type) {
	case nil:
	case Fault:
		*err = r.Err
	default:
		panic(r)
	}
}
