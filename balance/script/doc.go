// Package script runs policies written in Starlark, so that a new one needs neither Go nor a rebuild: [Open] reads a
// file and returns an entry of the registry, a [balance.Spec]. Machines, tables and the conformance suite use it like
// any other policy:
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
// A program is parsed and run once, and then frozen, so that any number of machines and threads share it. The state of
// a processor is p.state, which only it uses. Starlark is deterministic and hermetic: a program reads neither files,
// clocks nor the network, and its time and memory in a callback are limited (limits.go).
//
// The folder policies has 30 policies of package balance as scripts; [Shipped] returns them. Tests compare the two
// versions event for event. A script may load them as if they were in its folder.
//
// For users, the help topic scripts has a tutorial and all words (cmd/transat/doc/scripts.md).
//
// Start reading at program.go, which makes a program from the files that load.go reads. describe.go makes the entry of
// the registry, instance.go is a policy of one processor, processor.go and methods.go have the attributes of p, and
// rule.go has rules in steps.
//
// Left out: static policies (Spec.Place), and bounds.
package script
