package engine

import (
	"transat/balance/conformance"
)

// checked is the reply to check.
type checked struct {
	Runs       int       `json:"runs"`
	Topologies []string  `json:"topologies"`
	Faults     []faulted `json:"faults"`
	Notes      []string  `json:"notes"`
	Text       string    `json:"text"` // all of it, as transat policy check prints it
}

// faulted is a fault of a policy.
type faulted struct {
	Clause string   `json:"clause"`
	What   string   `json:"what"`
	Run    string   `json:"run"`
	Story  []string `json:"story"`
	Error  *Error   `json:"error,omitempty"` // where in the script, if that is known
}

// check runs a policy on many small machines, as transat policy check does.
func (e *Engine) check(c *Call) (Reply, error) {
	var fields struct {
		Policy  string            `json:"policy"`
		Scripts map[string]string `json:"scripts"`
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	chosen, err := e.choose(fields.Policy, fields.Scripts)
	if err != nil {
		return Reply{}, err
	}
	c.Progress(0, "checking "+chosen.String())
	report, err := conformance.Check(c.Context, chosen)
	if err != nil {
		return Reply{}, err
	}
	reply := checked{Runs: report.Runs, Topologies: report.Topologies, Notes: append([]string{}, report.Notes...), Faults: []faulted{}}
	for _, f := range report.Faults {
		fault := faulted{Clause: f.Clause, What: f.What, Run: f.Run, Story: append([]string{}, f.Story...)}
		if f.Err != nil {
			fault.Error = explained(f.Err)
		}
		reply.Faults = append(reply.Faults, fault)
	}
	reply.Text = report.Told(chosen)
	return Reply{JSON: reply}, nil
}
