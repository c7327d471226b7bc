package arena

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/explain"
)

// Loss is a case in which a policy loses, with the reasons.
type Loss struct {
	Played
	Policy  string
	Run     Run
	Regret  float64
	Reasons []string // sentences
}

// countsAs says what a run that was refused or given up is worth.
const countsAs = "counts as one processor that does all"

// explained is the number of seeds of an explanation: with fewer, it could not tell chance from the policies.
const explained = 3

// Losses are the cases in which a policy of the plan loses most, the worst first: at most that many, with a regret of at least that many
// points. The reasons are those of package explain, beside the best known.
func (p Options) Losses(ctx context.Context, cases []Played, policy, most int, least float64) ([]Loss, error) {
	worst := slices.DeleteFunc(slices.Clone(cases), func(c Played) bool { return c.Regret(policy) < least })
	slices.SortStableFunc(worst, func(a, b Played) int { return cmp.Compare(b.Regret(policy), a.Regret(policy)) })
	chosen := p.Policies[policy]
	var all []Loss
	for _, played := range worst[:min(most, len(worst))] {
		x := Loss{Played: played, Policy: chosen.String(), Run: played.Runs[policy], Regret: played.Regret(policy)}
		switch x.Run.Fate {
		case Refused:
			x.Reasons = []string{fmt.Sprintf("%s is not defined on the networks of this machine: it %s.", chosen, countsAs)}
		case Late:
			x.Reasons = []string{fmt.Sprintf("%s was given up once its efficiency was below %.0f %%: it %s.", chosen, 100*atlas.Floor, countsAs)}
		default:
			var err error
			if x.Reasons, err = p.reasons(ctx, played, chosen); err != nil {
				return all, err
			}
		}
		all = append(all, x)
	}
	return all, nil
}

// reasons explains a policy beside the best known of a case.
func (p Options) reasons(ctx context.Context, played Played, policy balance.Chosen) ([]string, error) {
	c, err := sealed(p.Seed, p.sealing()).draw(ctx, p.forest(), played.Index)
	if err != nil {
		return nil, err
	}
	best := slices.IndexFunc(p.References, func(r balance.Chosen) bool { return r.String() == played.Best })
	var setups []compare.Setup
	for _, one := range []balance.Chosen{p.References[best], policy} {
		s, err := c.setup(one)
		if err != nil {
			return nil, err
		}
		setups = append(setups, s)
	}
	found, err := explain.Run(ctx, c.work, explain.Options{Setups: setups, Seeds: explained, Depth: explain.Reasons, Threads: p.Threads})
	if err != nil {
		return nil, err
	}
	texts := []string{found.Pairs[0].Headline}
	for _, x := range found.Pairs[0].Paragraphs {
		texts = append(texts, x.Text)
	}
	return texts, nil
}
