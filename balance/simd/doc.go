// Package simd simulates a SIMD computer that searches trees, such as the MasPar of the Liquid model: [Run] searches a
// tree under a policy, and [Result] has its time. All processors execute the same instruction at the same time. They
// alternate between
//
//	expand    each processor that has elements takes its newest one and lists the children, the first one on top.
//	          That takes as long as the node with the most work, or the longest unit; the others wait
//	balance   the rule of the policy, as on bare loads. The load is the number of elements; the oldest ones
//	          go, and come to the end of the list that the policy's Spec.Received says
//
//	processor 0  ├──node──┤········├balance┤├─node─┤········├balance┤
//	          1  ├──────node──────┤├balance┤├─────node─────┤├balance┤     · waiting for the longest node
//	          2  ├ ─ ─ ─idle ─ ─ ─┤├balance┤├──node──┤······├balance┤
//
// The search ends after the step in which the last node is expanded or a solution is found; one step may find several.
// In a substep of balancing all processors read the same loads; first all elements that go are removed, then they are
// inserted, those of lower ranks first. So a run is a function of its configuration.
//
// In a tree with bounds ([balance.Bounded]) the best value of a step is known to all in the next one: the instruction that finds out
// whether anything is left finds it, too. A processor that drops the element that it has taken waits until the step is over.
//
// A [CostModel] turns steps into time:
//
//	result, err := simd.Run(ctx, simd.Config[tree.Node]{Tree: recorded, Network: torus, Policy: policy, Cost: maspar})
//	fmt.Println(result.Steps, result.Efficiency())
//
// It runs policies that have a [balance.Rule], or a [balance.FrontEnd]: under that one a balancing step looks whether it is time for a
// balancing phase, and moves elements only then. Start reading at [Run] in run.go; cost.go has the cost model, lists.go
// the lists of elements, balance.go the moves for any rule, liquid.go those for the Liquid model, and front.go those of a front end. Left
// out are messages, delays and processors at different speeds, which package sim has.
package simd
