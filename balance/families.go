package balance

import (
	"cmp"
	"slices"
)

// The families of policies: what those of a kind do.
const (
	familyAdaptive    = "stealing or evening out, as the load demands"
	familyStealing    = "stealing: an idle processor asks others"
	familyMarks       = "thresholds, drafts and bids"
	familyOthers      = "evening out with a few others"
	familySteps       = "averaging and diffusion, step by step"
	familyLiquid      = "Liquid model"
	familyFlows       = "flows worked out from all loads"
	familyPassing     = "passing on from neighbour to neighbour"
	familyHierarchies = "hierarchies of processors"
	familyFrontEnd    = "matched by a front end"
	familyStatic      = "placed once"
	familyBounds      = "to compare with"
)

// Families are the families of the policies of this package, in the order in which they are listed.
func Families() []string {
	return []string{
		familyAdaptive, familyStealing, familyMarks, familyOthers, familySteps, familyLiquid, familyFlows, familyPassing,
		familyHierarchies, familyFrontEnd, familyStatic, familyBounds,
	}
}

// ByFamily returns policies family by family. Families that are not among Families come first, and policies of none last.
func ByFamily(specs []Spec) []Spec {
	families := append(Families(), "")
	sorted := slices.Clone(specs)
	slices.SortStableFunc(sorted, func(a, b Spec) int {
		return cmp.Compare(slices.Index(families, a.Family), slices.Index(families, b.Family))
	})
	return sorted
}
