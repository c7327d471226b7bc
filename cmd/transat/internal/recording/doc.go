// Package recording keeps a recorded run as bytes that a page plays back: which processors have work when, what waits where, what is under
// way and what it says. The page's JavaScript reads them (site/recording.js), and so do the tests here, with node.
//
// A [Recorder] is one of a plan of runs:
//
//	recorder := recording.New(recording.Options{})
//	plan.Recorders = []experiment.Recorder{recorder}
//	outcome, err := plan.Run(ctx)
//	data, err := recorder.Run().Encode()
//
// # What is kept
//
//	looks      500 to 1,000 of them: what waits on every processor, and sums so far    ●────●────●────●
//	changes    when each processor gets work, and runs out of it, to the nanosecond    ├─┬───┬┬──┬────┤
//	parcels    every message and batch of elements: from, to, sent, arrived, words     ╲╲  ╲   ╲╲╲
//	spans      instead of parcels where there are too many: what left for each link    ▐██▐▌▐██▐█▌
//	takes      what a processor works on: by which move it came, and which came before    ◄─┤ ◄──┤ ◄─┤
//
// The reader answers a question about a time t from the last look before it and the changes since, so the end of a run takes as long
// as its beginning. If there are more parcels than [Options] allow, the first ones are kept, and the header tells until when; a run
// that is recorded again with From and To has the parcels of another part. Machines with many processors have fewer looks: all looks
// together have at most 8 million states.
//
// # The format
//
//	"TFLM"  length of the header, 4 bytes, lowest first  the header, JSON: see [Header]  the columns, deflated as one stream
//
// The header lists the columns with their lengths. Numbers have seven bits a byte, the lowest first, the highest bit set in all
// but the last byte; those with ± have 0, -1, 1, -2 … as 0, 1, 2, 3 …
//
//	place                   per rank, where it lies on the machine's grid; missing if that is the same
//	look.time               ns since the look before; likewise sent, messages, phases, and done ± (the sequential time of what is done)
//	look.sigma, .round      millionths; the latest Message.Round since the look before
//	look.kinds              per look and kind of message, how many were sent since the look before
//	cells                   ± per look and rank, the difference to the look before of: 0 without work, else 1 + what waits
//	loads                   ± likewise, the upper 16 bits of the load as a float32; empty where every element is a load of 1
//	change.time, .what      ns since the change before; 2·rank, and 1 more if it gets work
//	parcel.sent, .took      ns since the parcel before; ns under way and 1 more, or 0 if it had not arrived by the end
//	parcel.from, .to        rank; ± the difference to from
//	parcel.elements         0 for a message
//	message.kind            a byte each; messages have a place here and in the following, elements do not
//	message.round, .a, .b   a and b as float32, their four bytes in four planes; three digits, unless they are whole
//	flow.links              per span, how many links had any traffic, and then for each of these
//	flow.link               the difference to the link before it; link 2d of cell c is 2·dimensions·c + 2d, downwards in dimension d
//	flow.elements, .messages
//	transfer.sent, .took, .from, .to, .elements   the same of those with elements; empty if single parcels are known of the whole run
//	move.earlier            per element of the transfers, a move: 0 if its sender had it from the start, or how many moves to the sender ago
//	take.time, .rank        ns since the take before; the processor, which begins to work on something else than before
//	take.move               ± by which of the moves to it that came, counted from 1 on, or 0 if it was there from the start; as the
//	                        difference to the take of the same processor before
//
// # Where to start reading
//
// recorder.go records; traffic.go has the parcels, flows.go the spans, origins.go the moves, schedule.go the times of looks, which package
// timeline uses, too. encode.go is the format, with columns.go; thin.go makes recordings that fit. Left out: which processor has which
// subtree; package steps has that.
package recording
