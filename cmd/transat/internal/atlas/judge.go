package atlas

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Judged is a case with the cells of all policies.
type Judged struct {
	Case
	Cells []Cell // the most efficient first
}

// PolicyName is the policy without its parameters.
func (c Cell) PolicyName() string {
	name, _, _ := strings.Cut(c.Policy, ":")
	return name
}

// Judge puts cells together by case, in the order in which cases first come.
func Judge(cells []Cell) []Judged {
	var all []Judged
	at := map[string]int{}
	for _, c := range cells {
		i, ok := at[c.Case.Name()]
		if !ok {
			i = len(all)
			at[c.Case.Name()] = i
			all = append(all, Judged{Case: c.Case})
		}
		all[i].Cells = append(all[i].Cells, c)
	}
	for _, j := range all {
		slices.SortStableFunc(j.Cells, func(a, b Cell) int { return cmp.Compare(b.Efficiency, a.Efficiency) })
	}
	return all
}

// Ties are the names of the policies that are best, or as good within the intervals of both.
func (j Judged) Ties() []string {
	best := j.Cells[0]
	var names []string
	for _, c := range j.Cells {
		if best.Efficiency-c.Efficiency <= math.Hypot(best.Half, c.Half) {
			names = append(names, c.PolicyName())
		}
	}
	return names
}

// Regret is how much a policy loses against the best, in points of efficiency; false if it has no cell. For one that was given
// up it is at least that.
func (j Judged) Regret(policy string) (points float64, ok bool) {
	for _, c := range j.Cells {
		if c.PolicyName() == policy {
			return 100 * (j.Cells[0].Efficiency - c.Efficiency), true
		}
	}
	return math.NaN(), false
}

// RegretStats has the regret of a policy over several cases.
type RegretStats struct {
	Policy     string
	Cases      int
	Best, Tied int     // cases in which it is the best, and in which it is that or as good
	Mean, Most float64 // regret, in points
	Worst      string  // the case of the most
	Within     int     // cases with a regret of at most 2 points
}

// NeverBest reports whether there is no case in which it is best or as good.
func (r RegretStats) NeverBest() bool { return r.Tied == 0 }

// NeverFar reports whether its regret is nowhere above 2 points.
func (r RegretStats) NeverFar() bool { return r.Within == r.Cases }

// Records returns the record of every policy over the cases, the least mean regret first.
func Records(cases []Judged) []RegretStats {
	var names []string
	for _, j := range cases {
		for _, c := range j.Cells {
			if !slices.Contains(names, c.PolicyName()) {
				names = append(names, c.PolicyName())
			}
		}
	}
	slices.Sort(names)
	var all []RegretStats
	for _, name := range names {
		all = append(all, RecordOf(name, cases, func(Judged) string { return name }))
	}
	slices.SortStableFunc(all, func(a, b RegretStats) int { return cmp.Compare(a.Mean, b.Mean) })
	return all
}

// RecordOf is the record of one who takes another policy in each case. Cases in which that has no cell are left out.
func RecordOf(name string, cases []Judged, take func(Judged) string) RegretStats {
	r := RegretStats{Policy: name}
	for _, j := range cases {
		policy := take(j)
		regret, ok := j.Regret(policy)
		if !ok {
			continue
		}
		r.Cases++
		r.Mean += regret
		if regret > r.Most || r.Worst == "" {
			r.Most, r.Worst = regret, j.Case.Name()
		}
		if regret <= 2 {
			r.Within++
		}
		if j.Cells[0].PolicyName() == policy {
			r.Best++
		}
		if slices.Contains(j.Ties(), policy) {
			r.Tied++
		}
	}
	r.Mean /= float64(max(1, r.Cases))
	return r
}

// Change is where winners change: none of those that are best or as good on fewer processors is so on more.
type Change struct {
	Few, Many   Case
	Left, Right []string
}

// Changes finds all changes between neighbouring numbers of processors.
func Changes(cases []Judged) []Change {
	var all []Change
	for _, few := range cases {
		var next *Judged
		for _, j := range cases {
			same := j.Tree == few.Tree && j.Machine == few.Machine && j.Network == few.Network && j.Start == few.Start
			if same && j.N > few.N && (next == nil || j.N < next.N) {
				next = &j
			}
		}
		if next == nil {
			continue
		}
		left, right := few.Ties(), next.Ties()
		if !slices.ContainsFunc(left, func(name string) bool { return slices.Contains(right, name) }) {
			all = append(all, Change{few.Case, next.Case, left, right})
		}
	}
	return all
}

// Kinds tells search trees from dynamic loads.
func Kinds(cases []Judged) (trees, loads []Judged) {
	for _, j := range cases {
		if j.Changing() {
			loads = append(loads, j)
		} else {
			trees = append(trees, j)
		}
	}
	return trees, loads
}

// Half returns the cases for fitting, or those that are held out.
func Half(cases []Judged, held bool) []Judged {
	return slices.DeleteFunc(slices.Clone(cases), func(j Judged) bool { return j.Held() != held })
}

// Crowded returns the cases in which nearly all policies have run: three quarters of as many as in any.
func Crowded(cases []Judged) []Judged {
	most := 0
	for _, j := range cases {
		most = max(most, len(j.Cells))
	}
	return slices.DeleteFunc(slices.Clone(cases), func(j Judged) bool { return 4*len(j.Cells) < 3*most })
}
