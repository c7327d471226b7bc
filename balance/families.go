package balance

// The families of policies: what those of a kind do.
const (
	familyAdaptive    = "stealing or evening out, as the load demands"
	familyStealing    = "stealing: an idle processor asks others"
	familyMarks       = "thresholds, drafts and bids"
	familyOthers      = "evening out with a few others"
	familySteps       = "averaging and diffusion, step by step"
	familyLiquid      = "Liquid model"
	familyFlows       = "flows worked out by one processor"
	familyPassing     = "passing on from neighbour to neighbour"
	familyHierarchies = "hierarchies of processors"
	familyStatic      = "placed once"
	familyBounds      = "to compare with"
)

// Families are the families of the policies of this package, in the order in which they are listed.
func Families() []string {
	return []string{
		familyAdaptive, familyStealing, familyMarks, familyOthers, familySteps, familyLiquid, familyFlows, familyPassing,
		familyHierarchies, familyStatic, familyBounds,
	}
}
