// Package script makes policies of Starlark programs, so that a new balancer needs neither Go nor a rebuild. [Open]
// makes an entry of the registry, a [balance.Spec], of a file; machines, tables and the conformance suite see a policy
// like any other:
//
//	spec, err := script.Open("./mine.star", nil)
//	registry := balance.Builtin().With(spec)
//
// The contract is that of [balance.Policy] and [balance.Proc], word for word, in Starlark's spelling. This is a whole
// policy:
//
//	messages = {"request": [], "nothing": []}
//
//	def idle(p):
//	    p.send((p.rank + 1 + p.random(p.procs - 1)) % p.procs, "request")
//
//	wake = idle
//
//	def receive(p, sender, message):
//	    if message.kind == "nothing":
//	        p.wake_after(0.001)
//	    elif p.transfer(sender, 1) == 0:
//	        p.send(sender, "nothing")
//
// A program is parsed and run once, and then frozen, so that any number of machines and threads share it. What a
// processor knows lies in p.state, which is its own. Starlark is deterministic and hermetic: a program sees neither
// files, clocks nor the network, and what it may use of time and memory in a callback is limited (limits.go).
//
// The folder policies has eight policies of package balance once more, as scripts. The tests hold them to the same
// events, one for one; [Shipped] returns them.
//
// For people, the help topic scripts has a tutorial and all words (cmd/transat/doc/scripts.md).
//
// Start reading at program.go, which makes a program of the files that load.go reads; describe.go makes the registry's
// entry of its names; instance.go is a processor's policy, processor.go and methods.go what p has, and rule.go a rule in
// steps.
//
// Left out: static policies (Spec.Place), and bounds.
package script
