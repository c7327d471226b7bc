// Package simd is a SIMD computer that searches trees, such as the MasPar on which the Liquid model was tried out: all
// processors obey the same instruction at the same time. They take turns with
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
// The search ends after the step in which the last node is expanded or a solution is found; several may be
// found in one step. In a substep of balancing all look at the same loads; first all elements that go
// are taken out, then they are put in, those of lower ranks first. So a run is a function of its
// configuration.
//
// A [CostModel] turns steps into time:
//
//	result, err := simd.Run(ctx, simd.Config[solver.Node]{Tree: tree, Network: torus, Policy: policy, Cost: maspar})
//	fmt.Println(result.Steps, result.Efficiency())
//
// Policies are those that have a [balance.Rule]. Start reading at [Run] in run.go; cost.go has the cost model, lists.go
// the lists of elements, balance.go what moves them, for any rule, and liquid.go for the Liquid model. What is left out:
// messages, delays and processors that go at their own pace, which the machine of package sim has.
package simd
