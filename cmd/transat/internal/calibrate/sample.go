package calibrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/cnf"
)

// weighed is a formula that is unsatisfiable, and the size of its search tree.
type weighed struct {
	input.Formula
	work, nodes int64
}

// sample returns the unsatisfiable formulas of a sample. The first time, it looks at all their trees.
func (b *Bench) sample(ctx context.Context, sample string) ([]weighed, error) {
	if known := b.samples[sample]; known != nil {
		return known, nil
	}
	name := b.used(sample)
	formulas, err := input.Sample(name)
	if err != nil {
		return nil, err
	}
	var all []weighed
	for i, formula := range formulas {
		if b.Progress != nil {
			b.Progress(float64(i)/float64(len(formulas)), "the tree of "+formula.Name)
		}
		w, err := b.weigh(ctx, formula)
		switch {
		case errors.Is(err, treecache.ErrModels):
			continue
		case err != nil:
			return nil, err
		}
		all = append(all, w)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: none of its %d formulas is unsatisfiable", name, len(formulas))
	}
	if b.samples == nil {
		b.samples = map[string][]weighed{}
	}
	b.samples[sample] = all
	return all, nil
}

// used is the name of the sample that takes the place of one of the paper's, or that one.
func (b *Bench) used(sample string) string {
	if other, ok := b.Instead[sample]; ok {
		return other
	}
	return sample
}

// weigh finds the size of a formula's tree. The error is trees.ErrModels if the formula is satisfiable.
func (b *Bench) weigh(ctx context.Context, formula input.Formula) (weighed, error) {
	if err := ctx.Err(); err != nil {
		return weighed{}, err
	}
	if formula.Verdict == cnf.Satisfiable {
		return weighed{}, treecache.ErrModels
	}
	f, err := formula.Read(ctx)
	if err != nil {
		return weighed{}, err
	}
	tree, err := b.Trees.Tree(ctx, formula.Name, f, nil)
	if err == nil && tree.Models() > 0 {
		err = treecache.ErrModels
	}
	if err != nil {
		return weighed{}, err
	}
	return weighed{formula, tree.Work(), tree.Nodes()}, nil
}

// formulas are those of a sample on which the bench simulates.
func (b *Bench) formulas(ctx context.Context, sample string) ([]input.Formula, error) {
	all, err := b.sample(ctx, sample)
	if err != nil {
		return nil, err
	}
	if b.Formulas > 0 && b.Formulas < len(all) {
		all = represent(all, b.Formulas)
	}
	var formulas []input.Formula
	for _, w := range all {
		formulas = append(formulas, w.Formula)
	}
	return formulas, nil
}

// represent returns n of some formulas with about the same mean work as all of them, and about the same
// spread: sorted by work and cut into n parts, the formula of each part that is nearest to its mean. For how
// many messages there are, and how long processors are idle, depends on the size of the tree.
func represent(all []weighed, n int) []weighed {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b weighed) int { return cmp.Compare(a.work, b.work) })
	var some []weighed
	for i := range n {
		part := sorted[i*len(sorted)/n : (i+1)*len(sorted)/n]
		mean := meanSize(part).Work
		some = append(some, slices.MinFunc(part, func(a, b weighed) int {
			return cmp.Compare(math.Abs(float64(a.work)-mean), math.Abs(float64(b.work)-mean))
		}))
	}
	return some
}

// Size is what the search trees of the unsatisfiable formulas of a sample come to on average.
type Size struct {
	Sample      string // the paper's
	Used        string // the one whose trees they are
	Formulas    int
	Work, Nodes float64
}

func meanSize(all []weighed) Size {
	size := Size{Formulas: len(all)}
	for _, w := range all {
		size.Work += float64(w.work) / float64(len(all))
		size.Nodes += float64(w.nodes) / float64(len(all))
	}
	return size
}
