package replay

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/treecache"
)

// mostBytes is what the recordings of a replay take at most.
const mostBytes = 1_200_000

// scene is a set of runs to play: what a paper is about, on a small tree.
type scene struct {
	name, title, text string
	papers            []string // the beginnings of the names of items
	runs              [][2]string
}

// scenes are the replays, of which a report has those of the papers in it.
func scenes() []scene {
	return []scene{
		{
			"replay-plb", "Precomputed flows: lines of a mesh, a tree, a hypercube",
			"PLB adds up all loads and tells each link what must flow over it. On a mesh it fills rows and then columns; on a tree all work " +
				"passes the root.",
			[]string{"plb/"},
			[][2]string{{"plb", "mesh"}, {"plb", "line"}, {"plb", "tree"}, {"plb", "hypercube"}},
		},
		{
			"replay-lade", "From neighbour to neighbour: why a ring starves",
			"LADE evens out with the neighbour that has least. The further apart two processors lie, the longer work takes to come to them: " +
				"most of a ring has none.",
			[]string{"plb/"},
			[][2]string{{"lade", "torus"}, {"lade", "debruijn"}, {"lade", "hypercube"}, {"lade", "ring"}},
		},
		{
			"replay-liquid", "The Liquid model beside diffusion",
			"Under the Liquid model whole plateaus move up by one, so load is carried far in one step. Diffusion moves a share of every " +
				"difference, and little comes of small ones.",
			[]string{"liquid/", "adf/"},
			[][2]string{{"liquid-c5", "torus"}, {"liquid-c1", "torus"}, {"nna-async", "torus"}, {"diffusion", "torus"}},
		},
		{
			"replay-dynamic", "Acting on news: direct and average neighbourhoods",
			"Here a processor acts when it hears that a load has changed: with one neighbour (dn), with all of them (an), or passing load on " +
				"until it finds a hollow (dnr).",
			[]string{"diffusive/", "physical/"},
			[][2]string{{"dn", "mesh"}, {"an", "mesh"}, {"dnr", "mesh"}, {"physical", "mesh"}},
		},
	}
}

// Replays simulates what is to be played beside some items, on trees from a store.
func Replays(ctx context.Context, items []reproduce.Item, quick bool, seed uint64, threads int, store *treecache.Store) ([]Played, error) {
	var all []Played
	for _, s := range scenes() {
		if !s.about(items) {
			continue
		}
		played, err := s.play(ctx, quick, seed, threads, store)
		if err != nil {
			return all, err
		}
		all = append(all, played)
	}
	return all, nil
}

func (s scene) about(items []reproduce.Item) bool {
	for _, item := range items {
		for _, paper := range s.papers {
			if strings.HasPrefix(item.Name, paper) {
				return true
			}
		}
	}
	return false
}

// play simulates the runs of a scene.
func (s scene) play(ctx context.Context, quick bool, seed uint64, threads int, store *treecache.Store) (Played, error) {
	tree, sides := "250-1075-3/4", []int{16, 16}
	if quick {
		tree, sides = "150-645-3/1", []int{8, 8}
	}
	formulas, err := input.Sample(tree)
	if err != nil {
		return Played{}, err
	}
	plan := &experiment.Plan{Formulas: formulas, Trees: store, Threads: threads}
	var cameras []*recording.Recorder
	for _, r := range s.runs {
		policy, err := balance.Choose(r[0])
		if err != nil {
			return Played{}, err
		}
		options := compare.Defaults(policy)
		options.Sides, options.Topology, options.Seed = sides, r[1], seed
		setups, err := options.Setups()
		if err != nil {
			return Played{}, err
		}
		camera := recording.New(recording.Options{})
		plan.Setups, plan.Recorders, cameras = append(plan.Setups, setups...), append(plan.Recorders, camera), append(cameras, camera)
	}
	outcome, err := plan.Run(ctx)
	if err != nil {
		return Played{}, err
	}
	rows, err := experiment.ResultTable(tree, plan, outcome, outcome.Rows(plan)).Objects()
	if err != nil {
		return Played{}, err
	}
	recorded := make([]*recording.Run, len(cameras))
	for i, c := range cameras {
		recorded[i] = c.Run()
	}
	encoded, left, err := Fit(recorded, base64.StdEncoding.EncodedLen(mostBytes))
	if err != nil {
		return Played{}, err
	}
	played := Played{Name: s.name, Title: s.title, Text: s.text}
	played.Replay.Title = s.title
	for _, r := range s.runs {
		command := fmt.Sprintf("transat simulate %s --grid=%dx%d --policy=%s --topology=%s", tree, sides[0], sides[1], r[0], r[1])
		if seed != 1 {
			command += fmt.Sprintf(" --seed=%d", seed)
		}
		played.Commands = append(played.Commands, command)
	}
	for i, data := range encoded {
		name := s.runs[i][0]
		if s.runs[0][0] == s.runs[1][0] { // one policy on several networks
			name = s.runs[i][1]
		}
		played.Runs = append(played.Runs, Run{Name: name, Recording: data, Row: rows[i]})
		if left[i] != "" {
			played.Left = append(played.Left, name+": "+left[i])
		}
	}
	return played, nil
}

// address is a picture as an address.
func address(svg []byte) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)
}
