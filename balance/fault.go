package balance

// Fault is the value with which a policy panics when it cannot go on, for instance a script with a mistake. A callback
// returns nothing, so this is the only way to end a run from inside a policy. Machines catch it with [CatchFault] and
// return its error. So do they when a method of the [Tree] panics: the error is a [TreeError]. All other panics are faults
// of the program itself.
type Fault struct{ Err error }

// CatchFault turns the panic of a [Fault], or of a method of a tree, into an error. A machine defers it in every goroutine
// that calls policies or trees:
//
//	defer balance.CatchFault(&err)
func CatchFault(err *error) {
	switch r := recover().(type) {
	case nil:
	case Fault:
		*err = r.Err
	default:
		e := panicOfTree(r)
		if e == nil {
			panic(r)
		}
		*err = e
	}
}
