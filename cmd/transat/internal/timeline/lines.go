package timeline

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"

	"transat/balance"
)

// The sampled form: a line with a JSON object that says what was simulated,
//
//	{"format":"transat-timeline","version":1,"tree":"350-1505-3/03","policy":"plb","network":"mesh 32x32","sides":[32,32],
//	 "load":"alpha","machine":"gcel-1024","seed":1,"procs":1024,"group":1,"samples":720,"interval_s":0.2,"time_s":144.1}
//
// and then as many lines as there are samples:
//
//	{"t_s":0.2,"idle":1009,"waiting":31,"sigma":9.1,"delta":4.7,"sent":15,"messages":60,
//	 "busy":[1,1,0,…],"elements":[5,2,0,…],"load":[0.61,0.2,0,…]}
//
// Row r of the three lists is about the processors r·group to (r+1)·group − 1 together: how many of them
// have work, how many elements wait there, and their load in the unit of the estimate. idle and waiting are
// processors without work and waiting elements in all; sent and messages are elements and control messages sent
// since the start. σ is the standard deviation of the waiting loads as a share of their mean, and δ the same after each
// load was replaced by the mean over its processor and the neighbours.

// header is the first line.
type header struct {
	Format   string  `json:"format"`
	Version  int     `json:"version"`
	Tree     string  `json:"tree"`
	Policy   string  `json:"policy"`
	Network  string  `json:"network"`
	Sides    []int   `json:"sides"` // empty if the network is no grid
	Load     string  `json:"load"`
	Machine  string  `json:"machine"`
	Seed     uint64  `json:"seed"`
	Procs    int     `json:"procs"`
	Group    int     `json:"group"`
	Samples  int     `json:"samples"`
	Interval float64 `json:"interval_s"`
	Time     float64 `json:"time_s"` // of the run
}

// sampleLine is one sample.
type sampleLine struct {
	Time     float64   `json:"t_s"`
	Idle     int       `json:"idle"`
	Waiting  int       `json:"waiting"`
	Sigma    float64   `json:"sigma"`
	Delta    float64   `json:"delta"`
	Sent     int64     `json:"sent"`
	Messages int64     `json:"messages"`
	Busy     []int32   `json:"busy"`
	Elements []int32   `json:"elements"`
	Load     []float32 `json:"load"`
}

// writeLines writes the sampled form.
func (s *samples) writeLines(at balance.Ticks) error {
	out := bufio.NewWriter(s.w)
	lines := json.NewEncoder(out)
	err := lines.Encode(header{
		Format: "transat-timeline", Version: 1, Tree: s.Run.Tree, Policy: s.Run.Policy,
		Network: fmt.Sprint(
			s.Run.Network,
		), Sides: append([]int{}, s.Run.Network.Sides()...), Load: s.Run.Load, Machine: s.Run.Machine, Seed: s.Run.Seed,
		Procs: s.Run.Network.Procs(), Group: s.Group, Samples: len(s.All), Interval: s.pace.Interval.Seconds(), Time: at.Seconds(),
	})
	if err != nil {
		return err
	}
	for _, x := range s.All {
		err := lines.Encode(sampleLine{
			Time: x.Time.Seconds(), Idle: x.Idle, Waiting: x.waiting, Sigma: x.sigma, Delta: x.delta,
			Sent: x.Sent, Messages: x.Messages, Busy: x.Busy, Elements: x.Elements, Load: x.load,
		})
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeSums writes the samples without their rows.
func (s *samples) writeSums() error {
	out := csv.NewWriter(s.w)
	out.Write([]string{"t_s", "idle", "waiting", "load", "sigma", "delta", "sent", "messages"}) // an error stays in out
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, x := range s.All {
		out.Write([]string{
			number(x.Time.Seconds()), strconv.Itoa(x.Idle), strconv.Itoa(x.waiting), number(x.sum),
			number(x.sigma), number(x.delta), strconv.FormatInt(x.Sent, 10), strconv.FormatInt(x.Messages, 10),
		})
	}
	out.Flush()
	return out.Error()
}
