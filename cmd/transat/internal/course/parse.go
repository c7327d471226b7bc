package course

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Race is a race of a sheet.
type Race struct {
	ID      string
	Fields  []Field // of a link to the room race, in the order of the file
	At      time.Duration
	Speed   time.Duration // of simulated time that passes in a second; 0: the player's own
	Show    []string      // besides who has work: load, traffic
	Knob    Knob
	Caption string
}

// Knob is a field of a race that the reader can change, with a question that says what for.
type Knob struct {
	Question string
	Name     string
	Values   []string // that of the field is among them
}

// Field is a flag of compare, or tree.
type Field struct{ Name, Value string }

// Number is a number of a race.
type Number struct {
	Race, Policy, Heading string
	Text                  string // the number as the table has it
}

// numberPattern matches a number.
const numberPattern = `\{\{([^;{}]+);([^;{}]+);([^;{}]+);([^;{}]+)\}\}`

// Numbers returns the numbers in a text.
func Numbers(text string) []Number {
	var all []Number
	for _, m := range regexp.MustCompile(numberPattern).FindAllStringSubmatch(text, -1) {
		all = append(all, Number{strings.TrimSpace(m[1]), strings.TrimSpace(m[2]), strings.TrimSpace(m[3]), strings.TrimSpace(m[4])})
	}
	return all
}

// Plain is a text whose numbers are numbers.
func Plain(text string) string {
	return regexp.MustCompile(numberPattern).ReplaceAllStringFunc(text, func(s string) string { return Numbers(s)[0].Text })
}

// parse reads a sheet from a file of that name, such as 2-ring.md.
func parse(file, text string) (Sheet, error) {
	number, name, ok := strings.Cut(strings.TrimSuffix(file, path.Ext(file)), "-")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return Sheet{}, errors.New("want a name that begins with a number, such as 2-ring.md")
	}
	l := Sheet{Name: name, Number: n}
	head, rest, _ := strings.Cut(text, "\n\n")
	if l.Title, ok = strings.CutPrefix(head, "# "); !ok {
		return l, errors.New("want a title in the first line: # Title")
	}
	about, _, _ := strings.Cut(rest, "\n\n")
	l.About = strings.NewReplacer("`", "", "*", "").Replace(strings.Join(strings.Fields(Plain(about)), " "))
	for i, part := range strings.Split("\n"+rest, "\n## ") {
		section := Section{}
		if i > 0 {
			section.Heading, part, _ = strings.Cut(part, "\n")
		}
		if section.Blocks, err = blocks(part); err != nil {
			return l, err
		}
		l.Sections = append(l.Sections, section)
	}
	return l, nil
}

const (
	raceFence = "```race\n"
	fence     = "\n```"
)

// blocks cuts a text where races begin and end.
func blocks(text string) ([]Block, error) {
	var all []Block
	add := func(text string) {
		if text = strings.Trim(text, "\n"); text != "" {
			all = append(all, Block{Text: text})
		}
	}
	for {
		before, rest, found := strings.Cut(text, raceFence)
		add(before)
		if !found {
			return all, nil
		}
		body, after, found := strings.Cut(rest, fence)
		if !found {
			return nil, errors.New("a race has no end")
		}
		race, err := parseRace(body)
		if err != nil {
			return nil, err
		}
		all = append(all, Block{Race: race})
		text = after
	}
}

// parseRace reads the lines of a race: "name: value".
func parseRace(text string) (*Race, error) {
	r := &Race{}
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		value = strings.TrimSpace(value)
		if !ok || value == "" {
			return nil, fmt.Errorf("race %s: %q: want name: value", r.ID, line)
		}
		switch name {
		case "id":
			r.ID = value
		case "caption":
			r.Caption = value
		case "at":
			at, err := time.ParseDuration(value)
			if err != nil {
				return nil, fmt.Errorf("race %s: %w", r.ID, err)
			}
			r.At = at
		case "speed":
			speed, err := time.ParseDuration(value)
			if err != nil || speed <= 0 {
				return nil, fmt.Errorf("race %s: speed %q: want the simulated time that passes in a second, such as 200ms", r.ID, value)
			}
			r.Speed = speed
		case "show":
			for _, what := range strings.Fields(value) {
				if what != "load" && what != "traffic" {
					return nil, fmt.Errorf("race %s: show %q: want load or traffic", r.ID, what)
				}
				r.Show = append(r.Show, what)
			}
		case "knob":
			question, rest, ok := strings.Cut(value, "? ")
			words := strings.Fields(rest)
			if !ok || len(words) < 3 {
				return nil, fmt.Errorf("race %s: knob %q: want a question, a field and its values: How many? grid 4x4 8x8", r.ID, value)
			}
			r.Knob = Knob{question + "?", words[0], words[1:]}
		case "tree", "grid", "topology", "load", "machine", "start", "seed", "budget", "grain", "rule", "policy":
			r.Fields = append(r.Fields, Field{name, value})
		default:
			return nil, fmt.Errorf("race %s: unknown field %q", r.ID, name)
		}
	}
	if r.ID == "" || r.Field("tree") == "" || r.Field("policy") == "" || r.Caption == "" {
		return nil, fmt.Errorf("race %q: want at least id, tree, policy and caption", r.ID)
	}
	if value := r.Field(r.Knob.Name); r.Knob.Name != "" && !slices.Contains(r.Knob.Values, value) {
		return nil, fmt.Errorf("race %s: its %s, %q, is not among the values of its knob", r.ID, r.Knob.Name, value)
	}
	return r, nil
}

// Field returns the value of a field, "" if it is not given.
func (r *Race) Field(name string) string {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// Variants returns the race, and the race with each other value of its knob. Such a one has that value in its name: "way ring".
func (r *Race) Variants() []*Race {
	all := []*Race{r}
	for _, value := range r.Knob.Values {
		if value == r.Field(r.Knob.Name) {
			continue
		}
		other := *r
		other.ID, other.Fields, other.Knob = r.ID+" "+value, slices.Clone(r.Fields), Knob{}
		for i, f := range other.Fields {
			if f.Name == r.Knob.Name {
				other.Fields[i].Value = value
			}
		}
		all = append(all, &other)
	}
	return all
}

// Command is the command line that runs the race.
func (r *Race) Command() string {
	words := []string{"transat compare", r.Field("tree")}
	for _, f := range r.Fields {
		if f.Name != "tree" {
			words = append(words, "--"+f.Name+"="+f.Value)
		}
	}
	return strings.Join(words, " ")
}
