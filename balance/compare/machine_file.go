package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/sim"
)

// A machine in a file, in JSON:
//
//	{
//	  "name": "mine",
//	  "title": "two cores at home",
//	  "node_time": "180ns", "work_time": "1ns", "install_time": "1.5ms", "message_cpu": "5µs",
//	  "element_bytes": 16, "level_bytes": 2,
//	  "computer": 2,
//	  "inside": {"gap": "0s", "latency": "2ms", "bandwidth": 3500},
//	  "between": {"gap": "10ns", "latency": "730ns", "bandwidth": 12000},
//	  "crowd": [1, 1.2], "periods": 0.2, "pause": "5ms"
//	}
//
// The keys are the fields of sim.CostModel, whose comments say more; what is left out is 0. Without computer, it is a grid, with link_time
// and byte_time. crowd, periods and pause are those of a Setup.

// machineFile is the file. Its times are texts.
type machineFile struct {
	Name         string     `json:"name"`
	Title        string     `json:"title,omitempty"`
	Source       string     `json:"source,omitempty"`
	NodeTime     string     `json:"node_time,omitempty"`
	WorkTime     string     `json:"work_time,omitempty"`
	TakeTime     string     `json:"take_time,omitempty"`
	InstallTime  string     `json:"install_time,omitempty"`
	MessageCPU   string     `json:"message_cpu,omitempty"`
	ElementCPU   string     `json:"element_cpu,omitempty"`
	RouteCPU     string     `json:"route_cpu,omitempty"`
	LinkTime     string     `json:"link_time,omitempty"`
	ByteTime     string     `json:"byte_time,omitempty"`
	ElementBytes int        `json:"element_bytes"`
	LevelBytes   int        `json:"level_bytes"`
	Computer     int        `json:"computer,omitempty"`
	Inside       *levelFile `json:"inside,omitempty"`
	Between      *levelFile `json:"between,omitempty"`
	Crowd        []float64  `json:"crowd,omitempty"`
	Periods      float64    `json:"periods,omitempty"`
	Pause        string     `json:"pause,omitempty"`
}

type levelFile struct {
	Gap       string `json:"gap,omitempty"`
	Latency   string `json:"latency,omitempty"`
	Bandwidth int64  `json:"bandwidth"` // bytes a microsecond
}

// timeField is a time of the file beside that of the cost model.
type timeField struct {
	key  string
	text *string
	time *balance.Ticks
}

// times are the times of the file, beside those of a machine.
func (f *machineFile) times(p *Preset) []timeField {
	c := &p.Cost
	all := []timeField{
		{"node_time", &f.NodeTime, &c.NodeTime},
		{"work_time", &f.WorkTime, &c.WorkTime},
		{"take_time", &f.TakeTime, &c.TakeTime},
		{"install_time", &f.InstallTime, &c.InstallTime},
		{"message_cpu", &f.MessageCPU, &c.MessageCPU},
		{"element_cpu", &f.ElementCPU, &c.ElementCPU},
		{"route_cpu", &f.RouteCPU, &c.RouteCPU},
		{"link_time", &f.LinkTime, &c.LinkTime},
		{"byte_time", &f.ByteTime, &c.ByteTime},
		{"pause", &f.Pause, &p.Pause},
	}
	for _, l := range []struct {
		name string
		file *levelFile
		to   *sim.Level
	}{{"inside", f.Inside, &c.Inside}, {"between", f.Between, &c.Between}} {
		if l.file != nil {
			all = append(all, timeField{l.name + ".gap", &l.file.Gap, &l.to.Gap}, timeField{l.name + ".latency", &l.file.Latency, &l.to.Latency})
		}
	}
	return all
}

const (
	longestTime = time.Hour // that a machine may have
	mostBytes   = 1 << 30
	mostCrowd   = 1000
)

// ReadMachine reads a machine from a file of that name. Its error tells the place, what was found, and what is allowed.
func ReadMachine(name string, r io.Reader) (Preset, error) {
	const most = 1 << 20 // bytes
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return Preset{}, err
	}
	if len(text) > most {
		return Preset{}, fmt.Errorf("%s: more than %d bytes: this is no machine", name, most)
	}
	var f machineFile
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return Preset{}, placed(name, text, err)
	}
	if rest := text[decoder.InputOffset():]; len(bytes.TrimSpace(rest)) > 0 {
		at := decoder.InputOffset() + int64(len(rest)-len(bytes.TrimLeft(rest, " \t\r\n")))
		return Preset{}, fmt.Errorf("%s:%d: want nothing after the machine", name, lineAt(text, at))
	}
	p, err := f.preset()
	if err != nil {
		return Preset{}, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// preset makes the machine.
func (f *machineFile) preset() (Preset, error) {
	p := Preset{Crowd: f.Crowd, Periods: f.Periods}
	c := &p.Cost
	c.Name, c.Title, c.Source = f.Name, f.Title, f.Source
	c.ElementBytes, c.LevelBytes, c.Computer = f.ElementBytes, f.LevelBytes, f.Computer
	if err := CheckMachineName(c.Name); err != nil {
		return p, err
	}
	if (c.Computer > 0) != (f.Inside != nil) || (c.Computer > 0) != (f.Between != nil) {
		return p, errors.New("want computer, inside and between together, for a machine of two levels, or none of them")
	}
	if c.Computer > 0 {
		c.Inside.Bandwidth, c.Between.Bandwidth = f.Inside.Bandwidth, f.Between.Bandwidth
	}
	for _, t := range f.times(&p) {
		if *t.text == "" {
			continue
		}
		d, err := time.ParseDuration(*t.text)
		if err != nil || d < 0 || d > longestTime {
			return p, fmt.Errorf("%s: %.40q: want a time from 0s to %v, such as 1.5ms", t.key, *t.text, longestTime)
		}
		*t.time = balance.Ticks(d)
	}
	if min(c.ElementBytes, c.LevelBytes) < 0 || max(c.ElementBytes, c.LevelBytes) > mostBytes {
		return p, fmt.Errorf("element_bytes and level_bytes: %d and %d: want 0 to %d", c.ElementBytes, c.LevelBytes, mostBytes)
	}
	for i, x := range p.Crowd {
		if !(x >= 1 && x <= mostCrowd) || i == 0 && x != 1 {
			return p, fmt.Errorf("crowd: number %d is %v: want 1 first, and then numbers from 1 to %d", i+1, x, mostCrowd)
		}
	}
	if x := p.Periods; x != 0 && !(x >= 1e-9 && x <= 1e9) {
		return p, fmt.Errorf("periods: %v: want a multiple from 1e-9 to 1e9, or none", x)
	}
	return p, c.Check()
}

// CheckMachineName says why a machine in a file cannot have a name.
func CheckMachineName(name string) error {
	odd := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r))
	}
	if name == "" || len(name) > 40 || strings.ContainsFunc(name, odd) {
		return fmt.Errorf("name: %.40q: want up to 40 letters, digits, points and dashes, such as mine", name)
	}
	return nil
}

// WriteMachine writes a machine that passes messages, for [ReadMachine].
func WriteMachine(w io.Writer, p Preset) error {
	c := p.Cost
	f := machineFile{
		Name: c.Name, Title: c.Title, Source: c.Source,
		ElementBytes: c.ElementBytes, LevelBytes: c.LevelBytes, Computer: c.Computer, Crowd: p.Crowd, Periods: p.Periods,
	}
	if c.Computer > 0 {
		f.Inside, f.Between = &levelFile{Bandwidth: c.Inside.Bandwidth}, &levelFile{Bandwidth: c.Between.Bandwidth}
	}
	for _, t := range f.times(&p) {
		if *t.time != 0 {
			*t.text = time.Duration(*t.time).String()
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(f)
}

// placed is an error of package json, with the line.
func placed(name string, text []byte, err error) error {
	syntax, kind := (*json.SyntaxError)(nil), (*json.UnmarshalTypeError)(nil)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s:%d: the machine ends too early", name, lineAt(text, int64(len(text))))
	case errors.As(err, &syntax):
		return fmt.Errorf("%s:%d: no JSON: %w", name, lineAt(text, syntax.Offset), err)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("%s:%d: %s: want a machine in braces", name, lineAt(text, kind.Offset), kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%s:%d: %s is a %s: want a %s, as in transat help machines",
			name, lineAt(text, kind.Offset), kind.Field, kind.Value, kind.Type)
	}
	_, field, _ := strings.Cut(err.Error(), "unknown field ")
	at := max(0, bytes.Index(text, []byte(field)))
	return fmt.Errorf("%s:%d: unknown key %s (transat help machines shows a machine)", name, lineAt(text, int64(at)), field)
}

// lineAt is the line of a place in a text.
func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(offset, int64(len(text)))], []byte("\n"))
}
