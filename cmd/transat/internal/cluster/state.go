package cluster

import "time"

// State is how a run stands.
type State struct {
	Run     string        `json:"run"`
	Formula string        `json:"formula"`
	Since   time.Duration `json:"since_ns"` // the coordinator began
	Pieces  int           `json:"pieces"`   // known
	Open    int           `json:"open"`     // not closed
	Free    int           `json:"free"`     // open, and nobody searches them
	Records int64         `json:"records"`
	Last    time.Duration `json:"last_record_ns"`      // after Since; 0 if there is none
	Nodes   int64         `json:"nodes"`               // in the records
	Closed  float64       `json:"closed"`              // share of the tree, 0 to 1
	Began   float64       `json:"closed_before"`       // of that, what was paid for before Since
	Off     float64       `json:"off,omitempty"`       // factor by which the whole may be larger or smaller than that; 0: not known
	Cubes   int           `json:"cubes,omitempty"`     // of given cubes, those that are refuted
	Given   int           `json:"all_cubes,omitempty"` // given cubes; 0 if none are
	Waiting int           `json:"waiting"`             // processors without work
	Workers []WorkerState `json:"workers"`
}

// WorkerState is how a worker stands.
type WorkerState struct {
	Worker string        `json:"worker"`
	Host   string        `json:"host"`
	Procs  int           `json:"procs"`
	Busy   int           `json:"busy"` // processors with a piece
	Nodes  int64         `json:"nodes"`
	Rate   float64       `json:"nodes_per_second"`
	Heard  time.Duration `json:"heard_ns"` // ago
}
