package phases

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Write writes the file of a rank as vt does, and returns the error of w. A message goes into the file of its sender's rank.
func (p *Application) Write(w io.Writer, rank int) error {
	type id struct {
		Collection int    `json:"collection_id"`
		Home       int    `json:"home"`
		ID         uint64 `json:"id"`
		Migratable bool   `json:"migratable"`
		Type       string `json:"type"`
	}
	type task struct {
		Entity   id             `json:"entity"`
		Node     int            `json:"node"`
		Resource string         `json:"resource"`
		Time     float64        `json:"time"`
		User     map[string]any `json:"user_defined"`
	}
	type communication struct {
		Bytes    float64 `json:"bytes"`
		From     id      `json:"from"`
		Messages int64   `json:"messages"`
		To       id      `json:"to"`
		Type     string  `json:"type"`
	}
	out := bufio.NewWriter(w)
	list := func(n *int, x any) error {
		text, err := json.Marshal(x)
		if err != nil {
			return err
		}
		if *n++; *n > 1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		_, err = out.Write(text)
		return err
	}
	fmt.Fprintf(out, `{"metadata":{"rank":%d,"type":"LBDatafile"},"phases":[`, rank)
	homes := map[uint64]id{}
	for k, phase := range p.Phases {
		if k > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "\n{\"id\":%d,\"tasks\":[", phase.ID)
		n := 0
		for _, o := range phase.Objects {
			if _, known := homes[o.ID]; !known {
				homes[o.ID] = id{7, o.Rank, o.ID, o.Migratable, "object"}
			}
			if o.Rank != rank {
				continue
			}
			user := map[string]any{
				"rank_working_bytes": phase.Working[rank], "task_footprint_bytes": o.Memory.Footprint,
				"task_serialized_bytes": o.Memory.Serialized, "task_working_bytes": o.Memory.Overhead,
			}
			if o.Memory.Block >= 0 {
				user["shared_id"], user["shared_bytes"] = o.Memory.Block, o.Memory.Shared
			}
			if err := list(&n, task{homes[o.ID], rank, "cpu", o.Time, user}); err != nil {
				return err
			}
		}
		out.WriteString("\n],\"communications\":[")
		here := map[uint64]bool{}
		for _, o := range phase.Objects {
			here[o.ID] = o.Rank == rank
		}
		n = 0
		for _, m := range phase.Messages {
			if !here[m.From] {
				continue
			}
			if err := list(&n, communication{m.Bytes, homes[m.From], m.Count, homes[m.To], "SendRecv"}); err != nil {
				return err
			}
		}
		out.WriteString("\n]}")
	}
	out.WriteString("]}\n")
	return out.Flush()
}
