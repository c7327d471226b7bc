package command

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/command/internal/network"
	"transat/cmd/transat/doc"
	"transat/cmd/transat/internal/experiment"
)

// tableLines are command lines that print every table, but those of reproduce, whose words are their papers', and explained below them.
func tableLines() []string {
	return []string{
		"compare php-5-4 --grid=2x2 --seeds=6 --policy=steal,plb,none,ideal --format=markdown",
		"compare php-5-4 --machine=cores -j 2 --repeat=1 --policy=steal,plb --format=markdown",
		"compare php-5-4 --machine=maspar-mp1 --grid=2x2 --policy=liquid-c5 --format=markdown",
		"simulate php-5-4 --grid=2x2 --format=markdown", "simulate php-5-4 --machine=cores -j 2 --repeat=1 --format=markdown",
		"sweep uts-t1/4 uts-t1/5 --grids=2x2,4x4 --policy=plb,steal --isoefficiency=0.8 --format=markdown",
		"explain php-5-4 --grid=2x2 --policy=steal,lade --format=markdown", "atlas --known --format=markdown",
		"score lifeline --cases=1 --format=markdown", "score lifeline steal --cases=1 --format=markdown",
		"rounds --policy=liquid-c5,nna-sync --grid=4x4 --format=markdown",
		"partition tri:8x8 --parts=4 --out=start.part --format=markdown",
		"partition tri:8x8 --parts=4 --latency=0.1 --from=start.part --migration=1 --format=markdown",
		"estimate php-5-4 --format=markdown", "list machines --format=markdown", "reproduce --list --format=markdown",
		"policy check none nothing.star",
	}
}

// rule is the line below the headings of a table.
var rule = regexp.MustCompile(`(?m)^(.*)\n(─+|\|[-:|]+\|)$`)

// headingsOf are the columns of the tables in an output. What is a number, or the name of a policy, is data.
func headingsOf(output string) []string {
	var all []string
	for _, m := range rule.FindAllStringSubmatch(output, -1) {
		for _, h := range regexp.MustCompile(`\s*\|\s*|\s{2,}`).Split(strings.TrimSpace(m[1]), -1) {
			h = strings.TrimSuffix(h, " s")
			policy := slices.ContainsFunc(balance.Builtin().Specs(), func(s balance.Spec) bool { return s.Name == h })
			if h != "" && strings.Trim(h, "0123456789,") != "" && !policy {
				all = append(all, h)
			}
		}
	}
	return all
}

// wordsOf are the words in the first column of tables below a heading of doc/words.md.
func wordsOf(t *testing.T, heading string) []string {
	t.Helper()
	topic, err := doc.Find("words")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for section := range strings.SplitSeq(strings.ReplaceAll(topic.Text, "\n### ", "\n## "), "\n## ") {
		title, text, _ := strings.Cut(section, "\n")
		if !strings.Contains(title, heading) {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \|`).FindAllStringSubmatch(text, -1) {
			words = append(words, strings.Split(m[1], ", ")...)
			words = append(words, m[1])
		}
	}
	return words
}

// Every column of every table stands in help words, in the section of its command, or among the measures.
func TestWordsHaveEveryColumn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	t.Setenv("TRANSAT_CACHE", t.TempDir())
	t.Chdir(t.TempDir())
	measures := wordsOf(t, "Measures")
	for _, line := range tableLines() {
		var out, errs bytes.Buffer
		runTold(t.Context(), func() {}, strings.Fields(line), strings.NewReader(""), &out, &errs, WithNetwork(network.New()))
		columns := headingsOf(out.String())
		if len(columns) == 0 {
			t.Errorf("transat %s has no columns: %s%s", line, out.String(), errs.String())
		}
		name, _, _ := strings.Cut(line, " ")
		words := slices.Concat(measures, wordsOf(t, "`"+name+"`"))
		for _, c := range columns {
			if !slices.Contains(words, c) {
				t.Errorf("transat %s has a column %q, and doc/words.md none for %s", line, c, name)
			}
		}
	}
	words := wordsOf(t, "`compare`")
	for _, c := range experiment.TunedTable([]experiment.Tuned{{}}, make([]experiment.Row, 1), make([]experiment.Row, 1)).Columns {
		if !slices.Contains(words, c.Heading) { // tuning takes long
			t.Errorf("transat compare --tune has a column %q, and doc/words.md none", c.Heading)
		}
	}
}
