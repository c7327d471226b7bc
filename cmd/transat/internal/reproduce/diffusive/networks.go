package diffusive

import (
	"context"
	"fmt"
	"strings"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Other networks, to which the paper says that its data can apply (§4.4), and slower communication, as between workstations,
// where it has "confirmed the trend" and gives no numbers. The order of the policies is compared with that on the mesh of the
// Meiko CS-1, under slow and under fast load.

func networksItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/networks",
		Title:  "diffusive policies on other networks, and with slower messages and moves",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.4",
		Run:    networks,
	}
}

// fastDynamicity is where large domains are worse than small ones, on the mesh.
const fastDynamicity = 300

// networkStudies vary the network and the costs at a slow and a fast rate; their first rows are the usual.
func networkStudies(s *reproduce.Session) (kinds, costs []study) {
	for _, dynamicity := range reproduce.Size(s, []float64{fastDynamicity}, []float64{qualityDynamicity, fastDynamicity}) {
		at := func(value string, change func(*loadSetting)) studyRow {
			return row(value, func(x *loadSetting) {
				x.sides, x.dynamicity, x.unasked = [2]int{8, 8}, dynamicity, true
				change(x)
			})
		}
		kind := study{key: fmt.Sprintf("network_%v", dynamicity), title: fmt.Sprintf("64 nodes, Δσ/T = %v/s", dynamicity), heading: "network"}
		for _, network := range reproduce.Size(s, []string{"", "torus"}, []string{"", "torus", "hypercube", "ring"}) {
			kind.rows = append(kind.rows, at(networkName(network), func(x *loadSetting) {
				x.network = network
				if network == "ring" {
					x.sides = [2]int{64, 1}
				}
			}))
		}
		kinds = append(kinds, kind)
		cost := study{
			key: fmt.Sprintf("cost_%v", dynamicity), title: fmt.Sprintf("8×8 mesh, Δσ/T = %v/s, by the cost of messages and migrations", dynamicity),
			heading: "cost",
		}
		for _, times := range reproduce.Size(s, []float64{1, 3}, []float64{1, 3, 10}) {
			cost.rows = append(cost.rows, at(costName(times), func(x *loadSetting) {
				if times != 1 {
					x.slower = times
				}
			}))
		}
		costs = append(costs, cost)
	}
	return kinds, costs
}

func networkName(kind string) string {
	if kind == "" {
		return "mesh"
	}
	return kind
}

func costName(times float64) string { return fmt.Sprintf("%v times", times) }

func networks(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	kinds, costs := networkStudies(s)
	all := append(kinds, costs...)
	tables, err := measured(ctx, s, all)
	if err != nil {
		return reproduce.Interrupted(err, nil)
	}
	return &reproduce.Result{
		Setup: append(granularityTimes(s).setup(),
			"64 nodes, Δδ/T = 50 % of Δσ/T; every node of a network is one of the Meiko CS-1, with as many links as it needs",
			"cost: what a message and a migration take of CPU and of links, as a multiple of the Meiko CS-1's (a migration takes 30 ms there)"),
		Tables: tables,
		Claims: []reproduce.Claim{
			trendClaim("the data can apply to many architectures with other interconnection networks", all[:len(kinds)]),
			trendClaim("where communication and migration are more expensive, the trend is the same", all[len(kinds):]),
		},
	}, nil
}

// trendClaim judges for which values the policies have the order that they have with the first one, in all studies.
func trendClaim(text string, some []study) reproduce.Claim {
	usual := some[0].rows[0].value
	c := sameOrder(reproduce.Stated, "§4.4", text, usual, some...)
	if c.Verdict == reproduce.Holds {
		return c
	}
	var where []string
	for i, r := range some[0].rows[1:] {
		var two []study
		for _, st := range some {
			st.rows = []studyRow{st.rows[0], st.rows[i+1]}
			two = append(two, st)
		}
		if sameOrder(c.Kind, c.Section, c.Text, usual, two...).Verdict == reproduce.Holds {
			where = append(where, r.value)
		}
	}
	if len(where) > 0 {
		c.Verdict, c.Range = reproduce.HoldsPartly, strings.Join(where, ", ")
	}
	return c
}

// measured runs all settings of some studies, fills in the results, and returns the tables.
func measured(ctx context.Context, s *reproduce.Session, all []study) ([]report.Sheet, error) {
	var settings []loadSetting
	for _, study := range all {
		for _, r := range study.rows {
			settings = append(settings, r.settings...)
		}
	}
	points, err := runsOf(ctx, s, granularityTimes(s), settings)
	if err != nil {
		return nil, err
	}
	var tables []report.Sheet
	for _, study := range all {
		for i := range study.rows {
			study.rows[i].points, points = points[:len(study.rows[i].settings)], points[len(study.rows[i].settings):]
		}
		tables = append(tables, study.sheet())
	}
	return tables, nil
}
