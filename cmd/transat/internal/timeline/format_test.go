package timeline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What the description of the format demands, and what viewers need besides: they sort events by time,
// those of one time as they are in the file, and ends of arrows belong to the span that is then open
// on their track. An arrow without one is not drawn.

// rawEvent is an event as it is in the file: all its fields.
type rawEvent map[string]any

// fieldsOf has, for each kind of event, the fields it has, and what they are.
var fieldsOf = map[string]map[string]func(any) bool{
	"M": {"ph": isText, "name": isText, "pid": isID, "tid": isID, "args": isObject},
	"X": {"ph": isText, "name": isText, "pid": isID, "tid": isID, "ts": isTime, "dur": isTime},
	"i": {"ph": isText, "name": isText, "pid": isID, "tid": isID, "ts": isTime, "s": isScope, "args": isObject},
	"C": {"ph": isText, "name": isText, "pid": isID, "tid": isID, "ts": isTime, "args": isObject},
	"s": {"ph": isText, "name": isText, "pid": isID, "tid": isID, "ts": isTime, "cat": isText, "id": isID},
	"f": {"ph": isText, "name": isText, "pid": isID, "tid": isID, "ts": isTime, "cat": isText, "id": isID, "bp": isText},
}

func isText(x any) bool   { s, ok := x.(string); return ok && s != "" }
func isScope(x any) bool  { return x == "t" || x == "p" || x == "g" }
func isObject(x any) bool { o, ok := x.(map[string]any); return ok && len(o) > 0 }
func isTime(x any) bool   { n, ok := x.(json.Number); return ok && nanoseconds(n) >= 0 }

func isID(x any) bool {
	n, ok := x.(json.Number)
	if !ok {
		return false
	}
	i, err := n.Int64()
	return err == nil && i > 0
}

// nanoseconds is a time in microseconds with up to three decimals, or -1.
func nanoseconds(n json.Number) int64 {
	whole, part, _ := strings.Cut(n.String(), ".")
	if len(part) > 3 {
		return -1
	}
	ns, err := strconv.ParseInt(whole+part+"000"[len(part):], 10, 64)
	if err != nil {
		return -1
	}
	return ns
}

func (e rawEvent) text(field string) string { s, _ := e[field].(string); return s }
func (e rawEvent) time() int64              { return nanoseconds(e["ts"].(json.Number)) }
func (e rawEvent) end() int64               { return e.time() + nanoseconds(e["dur"].(json.Number)) }
func (e rawEvent) track() string            { return fmt.Sprint(e["pid"], "/", e["tid"]) }
func (e rawEvent) args() map[string]any     { o, _ := e["args"].(map[string]any); return o }

// readTrace returns the events of a trace, or what is wrong with the file as a whole or a single event.
func readTrace(file io.Reader) ([]rawEvent, error) {
	var trace struct {
		Unit   string            `json:"displayTimeUnit"`
		Other  map[string]string `json:"otherData"`
		Events []rawEvent        `json:"traceEvents"`
	}
	d := json.NewDecoder(file)
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&trace); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something follows the object")
	}
	if trace.Unit != "ms" && trace.Unit != "ns" {
		return nil, fmt.Errorf("displayTimeUnit is %q", trace.Unit)
	}
	for _, e := range trace.Events {
		if err := checkFields(e); err != nil {
			return nil, err
		}
	}
	return trace.Events, nil
}

// checkFields checks that an event has the fields of its kind, and no others. An instant event may do without args.
func checkFields(e rawEvent) error {
	fields, ok := fieldsOf[e.text("ph")]
	if !ok {
		return fmt.Errorf("unknown phase: %v", e)
	}
	for name, valid := range fields {
		x, has := e[name]
		if optional := name == "args" && e["ph"] == "i"; !has && optional {
			continue
		}
		if !valid(x) {
			return fmt.Errorf("%s is %v: %v", name, x, e)
		}
	}
	for name := range e {
		if fields[name] == nil {
			return fmt.Errorf("unknown field %s: %v", name, e)
		}
	}
	return nil
}

// checkTrace returns the events of a trace by phase, or what is wrong with it.
func checkTrace(file io.Reader) (phases map[string]int, err error) {
	events, err := readTrace(file)
	if err != nil {
		return nil, err
	}
	phases = map[string]int{}
	for _, e := range events {
		phases[e.text("ph")]++
	}
	return phases, errors.Join(checkNames(events), checkCounters(events), checkSpans(events), checkArrows(events))
}

// checkNames checks that processes and tracks have names, each once.
func checkNames(events []rawEvent) error {
	argument := map[string]string{"process_name": "name", "thread_name": "name", "thread_sort_index": "sort_index"}
	names := map[string]bool{}
	for _, e := range events {
		if e["ph"] != "M" {
			continue
		}
		name := e.text("name")
		_, number := e.args()[argument[name]].(json.Number)
		switch key := name + " " + e.track(); {
		case argument[name] == "" || len(e.args()) != 1:
			return fmt.Errorf("unknown metadata: %v", e)
		case number != (name == "thread_sort_index") || !number && !isText(e.args()["name"]):
			return fmt.Errorf("metadata of another type: %v", e)
		case names[key]:
			return fmt.Errorf("named twice: %v", e)
		default:
			names[key] = true
			names[name+" "+fmt.Sprint(e["pid"])] = true
		}
	}
	for _, e := range events {
		if !names["thread_name "+e.track()] || !names["process_name "+fmt.Sprint(e["pid"])] {
			return fmt.Errorf("a track without a name: %v", e)
		}
	}
	return nil
}

// checkCounters checks that a counter has always the same series, of numbers, and one value at a time.
func checkCounters(events []rawEvent) error {
	series := map[string]string{}
	last := map[string]int64{}
	for _, e := range events {
		if e["ph"] != "C" {
			continue
		}
		name, all := e.text("name"), ""
		for key, value := range e.args() {
			if _, ok := value.(json.Number); !ok {
				return fmt.Errorf("a counter that is no number: %v", e)
			}
			all += key + ";"
		}
		before, seen := last[name]
		if seen && (series[name] != all || e.time() <= before) {
			return fmt.Errorf("another counter of that name, or time: %v", e)
		}
		series[name], last[name] = all, e.time()
	}
	return nil
}

// inTheEyes returns the events with a time in the order in which viewers see them.
func inTheEyes(events []rawEvent) []rawEvent {
	timed := slices.DeleteFunc(slices.Clone(events), func(e rawEvent) bool { return e["ph"] == "M" })
	slices.SortStableFunc(timed, func(a, b rawEvent) int { return cmp.Compare(a.time(), b.time()) })
	return timed
}

// checkSpans checks that spans take time, and that those of a track do not overlap.
func checkSpans(events []rawEvent) error {
	end := map[string]int64{}
	for _, e := range inTheEyes(events) {
		if e["ph"] != "X" {
			continue
		}
		if e.end() == e.time() || e.time() < end[e.track()] {
			return fmt.Errorf("a span that is empty, or overlaps the one before: %v", e)
		}
		end[e.track()] = e.end()
	}
	return nil
}

// checkArrows checks that every arrow has one beginning and one end, later and of the same name, each while
// a span is open on its track.
func checkArrows(events []rawEvent) error {
	open := map[string]int64{}     // until when, by track
	begun := map[string]rawEvent{} // by category and id
	finished := map[string]bool{}  // the same
	for _, e := range inTheEyes(events) {
		key := fmt.Sprint(e["cat"], " ", e["id"])
		switch e["ph"] {
		case "X":
			open[e.track()] = e.end()
			continue
		case "s":
			if begun[key] != nil {
				return fmt.Errorf("an arrow begins twice: %v", e)
			}
			begun[key] = e
		case "f":
			if begun[key] == nil || finished[key] || begun[key]["name"] != e["name"] || begun[key].time() == e.time() || e["bp"] != "e" {
				return fmt.Errorf("the end of an arrow without its beginning: %v", e)
			}
			finished[key] = true
		default:
			continue
		}
		if e.time() >= open[e.track()] {
			return fmt.Errorf("an arrow outside of all spans: %v", e)
		}
	}
	if len(begun) != len(finished) {
		return fmt.Errorf("%d arrows begin, %d end", len(begun), len(finished))
	}
	return nil
}

// The checks see what they are to see.
func TestCheckTraceFindsWhatIsWrong(t *testing.T) {
	const good = `{"ph":"M","name":"process_name","pid":1,"tid":1,"args":{"name":"p"}},` +
		`{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"t"}},` +
		`{"ph":"X","name":"busy","pid":1,"tid":1,"ts":0,"dur":10},` +
		`{"ph":"s","name":"a","pid":1,"tid":1,"ts":1,"cat":"c","id":1},` +
		`{"ph":"f","name":"a","pid":1,"tid":1,"ts":2.5,"cat":"c","id":1,"bp":"e"},` +
		`{"ph":"C","name":"k","pid":1,"tid":1,"ts":3,"args":{"v":1}},` +
		`{"ph":"i","name":"m","pid":1,"tid":1,"ts":3,"s":"t"}`
	check := func(events string) error {
		_, err := checkTrace(strings.NewReader(`{"displayTimeUnit":"ms","traceEvents":[` + events + `]}`))
		return err
	}
	if err := check(good); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, old, changed, want string }{
		{"unknown phase", `"ph":"i"`, `"ph":"z"`, "unknown phase"},
		{"unknown field", `"s":"t"`, `"s":"t","x":1`, "unknown field x"},
		{"no scope", `,"s":"t"`, ``, "s is <nil>"},
		{"time as text", `"ts":0`, `"ts":"0"`, "ts is 0"},
		{"time too fine", `"ts":2.5`, `"ts":2.5001`, "ts is 2.5001"},
		{"negative time", `"ts":0`, `"ts":-1`, "ts is -1"},
		{"track 0", `"tid":1,"ts":0`, `"tid":0,"ts":0`, "tid is 0"},
		{"track without a name", `"tid":1,"ts":0`, `"tid":2,"ts":0`, "a track without a name"},
		{"process without a name", `"process_name"`, `"thread_sort_index"`, "metadata of another type"},
		{"named twice", `"process_name"`, `"thread_name"`, "named twice"},
		{"unknown metadata", `"process_name"`, `"name"`, "unknown metadata"},
		{"counter of text", `{"v":1}`, `{"v":"1"}`, "a counter that is no number"},
		{"counter without values", `{"v":1}`, `{}`, "args is map[]"},
		{
			"counter twice", `,{"ph":"i","name":"m","pid":1,"tid":1,"ts":3,"s":"t"}`, `,{"ph":"C","name":"k","pid":1,"tid":1,"ts":3,"args":{"v":2}}`,
			"another counter",
		},
		{"empty span", `"dur":10`, `"dur":0`, "a span that is empty"},
		{"overlap", `"dur":10}`, `"dur":10},{"ph":"X","name":"idle","pid":1,"tid":1,"ts":9,"dur":10}`, "overlaps"},
		{
			"no end", `"ph":"f","name":"a","pid":1,"tid":1,"ts":2.5,"cat":"c","id":1,"bp":"e"`,
			`"ph":"i","name":"a","pid":1,"tid":1,"ts":2.5,"s":"t"`, "1 arrows begin, 0 end",
		},
		{"end of another", `"id":1,"bp"`, `"id":2,"bp"`, "the end of an arrow"},
		{"end of another name", `"ph":"f","name":"a"`, `"ph":"f","name":"b"`, "the end of an arrow"},
		{"end before the beginning", `"ts":2.5`, `"ts":0.5`, "the end of an arrow"},
		{"end of the next span", `"bp":"e"`, `"bp":"n"`, "the end of an arrow"},
		{"arrow after all spans", `"dur":10`, `"dur":2.5`, "an arrow outside"},
		{"not JSON", `"ts":0`, `"ts":\x00`, "invalid character"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if strings.Count(good, tc.old) != 1 {
				t.Fatalf("%q is there %d times", tc.old, strings.Count(good, tc.old))
			}
			if err := check(strings.Replace(good, tc.old, tc.changed, 1)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
}
