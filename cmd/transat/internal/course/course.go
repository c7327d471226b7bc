// Package course holds the guided tours and the exercise sheets: texts with races in them.
//
// A sheet is a Markdown file in tours or exercises, which begins with a title and one paragraph that says what it is
// about. In its text there may be
//
//	```race                       a race that the page plays in this place: the fields of a link to
//	id: ring                      the room race, a name, the moment at which it stands first, and what
//	tree: 250-1075-3/4            there is to see; in a terminal it is the command that runs it
//	grid: 16x16
//	policy: lade
//	at: 2s                        (and if need be, speed: 200ms: how much simulated time passes in a second)
//	knob: Who? topology torus ring    a field that the reader changes: a question, the field, its values
//	show: load traffic            the scale of loads, and what is on its way; otherwise the picture is who has work
//	caption: …
//	```
//
//	{{ring; lade; time s; 51.04}} a number of that race: of that policy, under that heading of the
//	                              command's tables; a test runs the race and compares. The policy *
//	                              has what stands above the table: sequential s, bound s. With another
//	                              value of the knob, the race is called by both: way ring
//	{{reckoned; 2.84 - 1.57; s; 1.3}}  a number that follows from others of the text; a test reckons
//	{{recorded; a command; what; 39.4 %}}  one of a run that takes too long for a test
//	{{paper; which; where; 80 %}}, {{given; where; what; 50 %}}  one that is none of ours
//	                              (all other numbers with a unit or a decimal point are in a console block)
//	```sh                         commands, which a test runs
//	```console                    a command with what it prints, which a test compares
//	```python mine.star           a policy, which a test writes to that file for the commands below it
//
// A sheet has the sections Task, Hints, Solution and Marks; the page folds hints and solutions away, and transat exercise leaves
// the solution out unless it is asked for.
//
// The page gets the sheets as files, see [Files]; parse.go reads the Markdown, and render.go makes HTML of it.
package course

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed tours/*.md exercises/*.md
var sources embed.FS

// Sheet is a tour or an exercise sheet.
type Sheet struct {
	Name     string // "2-ring", without the number of its place: "ring"
	Number   int    // its place, from 1
	Title    string
	About    string // its first paragraph
	Sections []Section
}

// Section is a part of a sheet with a heading of the second level; the first one has none.
type Section struct {
	Heading string
	Blocks  []Block
}

// Block is a piece of Markdown, or a race.
type Block struct {
	Text string // Markdown, with its numbers as they are in the file
	Race *Race  // nil if it is text
}

// Tours returns the guided tours, in their order.
func Tours() []Sheet { return read("tours") }

// Exercises returns the exercise sheets, in their order.
func Exercises() []Sheet { return read("exercises") }

func read(folder string) []Sheet {
	entries, err := fs.ReadDir(sources, folder)
	if err != nil {
		panic(err) // it is embedded
	}
	var all []Sheet
	for _, e := range entries {
		text, err := fs.ReadFile(sources, path.Join(folder, e.Name()))
		if err != nil {
			panic(err) // it has just been found
		}
		sheet, err := parse(e.Name(), string(text))
		if err != nil {
			panic(fmt.Sprintf("%s/%s: %v", folder, e.Name(), err)) // a test reads them all
		}
		all = append(all, sheet)
	}
	slices.SortFunc(all, func(a, b Sheet) int { return a.Number - b.Number })
	return all
}

// Section returns the section of that heading; it is empty if there is none.
func (l *Sheet) Section(heading string) Section {
	for _, s := range l.Sections {
		if s.Heading == heading {
			return s
		}
	}
	return Section{Heading: heading}
}

// Races returns all races of a sheet, with the values of their knobs.
func (l *Sheet) Races() []*Race {
	var all []*Race
	for _, s := range l.Sections {
		for _, b := range s.Blocks {
			if b.Race != nil {
				all = append(all, b.Race.Variants()...)
			}
		}
	}
	return all
}

// Solution is the heading of the section that is shown only to those who ask for it, and Hints of the one before it.
const (
	Solution = "Solution"
	Hints    = "Hints"
)

// Markdown is a sheet for a terminal: races are commands, and numbers are as they are. The solution is left out unless it is
// asked for.
func (l *Sheet) Markdown(solution bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", l.Title)
	for _, s := range l.Sections {
		if s.Heading == Solution && !solution {
			continue
		}
		if s.Heading != "" {
			fmt.Fprintf(&b, "\n## %s\n", s.Heading)
		}
		for _, block := range s.Blocks {
			if r := block.Race; r != nil {
				fmt.Fprintf(&b, "\n```sh\n%s\n```\n\n%s\n", r.Command(), r.Caption)
				continue
			}
			fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(Plain(block.Text)))
		}
	}
	return b.String()
}

// entry is a line of a list of sheets, as the page reads it.
type entry struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
}

// Files returns the sheets as the page reads them, by name: tours/index.json lists the tours, and tours/ring.html is one;
// likewise with exercises, whose names are their numbers. What is in them is the body of a document.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	for folder, all := range map[string][]Sheet{"tours": Tours(), "exercises": Exercises()} {
		var list []entry
		for i := range all {
			l := &all[i]
			name := l.Name
			if folder == "exercises" {
				name = fmt.Sprint(l.Number)
			}
			files[folder+"/"+name+".html"] = l.HTML()
			list = append(list, entry{name, l.Title, l.About})
		}
		text, err := json.MarshalIndent(list, "", " ")
		if err != nil {
			return nil, err
		}
		files[folder+"/index.json"] = append(text, '\n')
	}
	return files, nil
}
