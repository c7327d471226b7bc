package balance

// Callback is a call of one of the methods of a policy.
type Callback struct {
	Name    string  // of the method: "Start", "Receive", "Arrived", "Idle", "Wake" or "LoadChanged"
	From    int     // of Receive and Arrived
	Message Message // of Receive
}

// Around returns the policy behind a function that every callback passes: it is told of the call, and calls do, once, with the Proc that
// the policy sees. So a run can be recorded or checked, and a policy be lent another Proc. The result is [Rooted] and a [LoadWatcher] if
// the policy is, since machines test for them.
func Around(policy Policy, around func(p Proc, call Callback, do func(Proc))) Policy {
	w := wrapped{policy, around}
	rooted, hasRoot := policy.(Rooted)
	watcher, watches := policy.(LoadWatcher)
	switch {
	case hasRoot && watches:
		return struct {
			wrappedWatcher
			Rooted
		}{wrappedWatcher{w, watcher.LoadChanged}, rooted}
	case watches:
		return wrappedWatcher{w, watcher.LoadChanged}
	case hasRoot:
		return struct {
			wrapped
			Rooted
		}{w, rooted}
	}
	return w
}

type wrapped struct {
	policy Policy
	around func(p Proc, call Callback, do func(Proc))
}

// Start implements Policy.
func (w wrapped) Start(p Proc) { w.around(p, Callback{Name: "Start"}, w.policy.Start) }

// Idle implements Policy.
func (w wrapped) Idle(p Proc) { w.around(p, Callback{Name: "Idle"}, w.policy.Idle) }

// Wake implements Policy.
func (w wrapped) Wake(p Proc) { w.around(p, Callback{Name: "Wake"}, w.policy.Wake) }

// Receive implements Policy.
func (w wrapped) Receive(p Proc, from int, m Message) {
	w.around(p, Callback{"Receive", from, m}, func(p Proc) { w.policy.Receive(p, from, m) })
}

// Arrived implements Policy.
func (w wrapped) Arrived(p Proc, from int) {
	w.around(p, Callback{Name: "Arrived", From: from}, func(p Proc) { w.policy.Arrived(p, from) })
}

type wrappedWatcher struct {
	wrapped
	changed func(Proc)
}

// LoadChanged implements LoadWatcher.
func (w wrappedWatcher) LoadChanged(p Proc) { w.around(p, Callback{Name: "LoadChanged"}, w.changed) }
