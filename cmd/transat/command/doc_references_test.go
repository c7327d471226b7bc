package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transat/balance"
)

// cited returns all references of the five papers, by paper. Each is a part of what balancers.md has: of the first column of the
// table, or, after a star, of the paragraph on other subjects. So a name that is missing there, or a paper in the second column, is found.
func cited() map[string][]string {
	return map[string][]string{
		"Böhm": { // [1] to [37]
			"Böhm: thesis, 1996", "Böhm, Speckenmeyer: processor tree for game trees, 1989",
			"Böhm, Speckenmeyer: parallel SAT solver, 1994", "*Buro and Kleine Büning", "Casavant, Kuhl, 1988", "*Cook",
			"*Crawford and Auton", "Cybenko, 1989", "*Dubois and others", "Dutt, Mahapatra, 1994", "*Feller",
			"Ghosh, Muthukrishnan, 1994", "*Graham and others", "Horton, 1993", "Hosseini and others, 1990",
			"Jeurissen, Layton, 1994", "Kumar, Grama, Vempaty, 1994", "*Leighton", "Lin, Keller, 1987", "*Lindeberg",
			"Litow and others, 1995", "Lüling, Monien: branch and bound, 1992", "Lüling, Monien, 1993",
			"Lüling, Monien, Ramme, 1991", "Malone, 1988", "Ni, Xu, Gendreau, 1985", "Rao, Kumar, 1987", "Rao, Kumar, 1987",
			"*Speckenmeyer", "Speckenmeyer, Böhm, Seifert: trees, grids, hypercubes, cliques, 1994", "Stankovic, Sidhu, 1984",
			"Tschöke: PPBB-lib, 1994", "von Hanxleden, Scott, 1991", "Vornberger: network of transputers, 1987",
			"Williams, 1991", "Xu, Lau: generalised dimension exchange, 1992", "Xu, Lau: optimal parameters, 1993",
		},
		"Henrich": { // [Bertsekas89] to [Xu93]
			"Bertsekas, Tsitsiklis, 1989", "Boillat, 1990", "Casavant, Kuhl, 1988", "Cybenko, 1989",
			"Dragon, Gustafson: low-cost hypercube algorithm, 1989", "Fox and others, 1986, 1988 (five), 1989", "Henrich, 1994",
			"Henrich, 1994 and 1995", "Hong, Tan, Chen, 1988", "Kumar, Ananth, Rao, 1991", "Qian, Yang, 1991",
			"Schabernack, 1992", "Willebeek-LeMair, Reeves, 1990", "Xu, Lau: optimal parameters, 1993",
		},
		"Corradi": { // [CanP95] to [Xu95], then [Can93] to [XuTM95]
			"Candlin, Phillips, 1995", "Casavant, Kuhl, 1988", "Corradi, Leonardi, Zambonelli, 1992", "Cybenko, 1989",
			"Eager, Lazowska, Zahorjan, 1986", "Loh and others, 1996", "Lin, Keller, 1987", "Lüling, Monien, Ramme, 1991",
			"Norman, Thanisch, 1993", "Shivaratri, Krueger, Singhal, 1992",
			"Xu, Monien, Lüling, Lau: nearest-neighbour algorithms, 1995", "Cannataro and others, 1993", "Dutt, Mahapatra, 1994",
			"Kalé, 1988", "Willebeek-LeMair, Reeves, 1990 and 1993", "Wu: symmetrical hopping, 1995",
			"Xu, Lau: optimal parameters, 1993 and 1994", "Xu, Lau: generalised dimension exchange, 1992 and 1995",
			"Xu, Tschöke, Monien, 1995",
		},
		"Karagiorgos": { // 1 to 17
			"Balou and others: weather model, 2001", "*Berman and Plemmons", "Bertsekas, Tsitsiklis, 1989", "*Biggs",
			"Boillat, 1990", "*Boukas and Missirlis", "*Brandt", "*Chan and others", "Cybenko, 1989",
			"Diekmann, Frommer, Monien, 1999", "Hu, Blake, 1999", "Karagiorgos, Missirlis, 2000",
			"Karagiorgos, Missirlis, 2000, 2001", "Karagiorgos, Missirlis, 2000, 2001 and submitted", "*Kuo and others",
			"*Varga", "Xu, Lau: book, 1997",
		},
		"Fox": { // by keys: Fox:86a, 88a, 88kk, 88mm, 88tt, 88uu; its list is not in the section
			"Fox and others, 1986", "1988 (five)", "1988 (five)", "1988 (five)", "1988 (five)", "1988 (five)",
		},
	}
}

// Every reference of the five papers is there, in a row that names the paper.
func TestReferencesAreComplete(t *testing.T) {
	rows, others, _ := references(t)
	count := 0
	for paper, all := range cited() {
		for _, reference := range all {
			count++
			if subject, other := strings.CutPrefix(reference, "*"); other {
				if !strings.Contains(others, subject) {
					t.Errorf("%s cites %s: it is not among the others", paper, subject)
				}
				continue
			}
			if !slices.ContainsFunc(rows, func(cells []string) bool {
				names := strings.Contains(cells[2], paper) != strings.Contains(cells[2], "all but")
				return names && strings.Contains(cells[1], reference)
			}) {
				t.Errorf("%s cites %s: there is no such row with this paper", paper, reference)
			}
		}
	}
	if !strings.Contains(others, fmt.Sprintf("all %d.", count)) {
		t.Errorf("the text does not say that there are %d references", count)
	}
}

// references are the rows of the table, by cells, and the paragraphs below on other subjects and on younger policies.
func references(t *testing.T) (rows [][]string, others, younger string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(docFolder, "balancers.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "<!-- references -->\n")
	table, rest, ends := strings.Cut(rest, "<!-- end of references -->\n")
	others, rest, split := strings.Cut(rest, "\nYounger than the papers")
	younger, _, stops := strings.Cut(rest, "\n\n")
	if !found || !ends || !split || !stops {
		t.Fatal("the table of references, or a paragraph below, is gone")
	}
	for _, row := range strings.Split(strings.TrimSpace(table), "\n")[2:] {
		cells := strings.Split(row, "|")
		if len(cells) != 6 {
			t.Fatalf("%d cells: %s", len(cells)-2, row)
		}
		rows = append(rows, cells)
	}
	return rows, strings.ReplaceAll(others, "\n", " "), younger
}

// Every policy stands in the table of what the papers cite, or in the paragraph below of those that they do not; and what the table says
// to be here is here.
func TestReferencesNamePolicies(t *testing.T) {
	rows, _, younger := references(t)
	var here []string
	name := regexp.MustCompile("`([a-z0-9-]+)`")
	for _, cells := range rows {
		if strings.TrimSpace(cells[3]) == "" && strings.TrimSpace(cells[4]) == "" {
			t.Errorf("neither here, nor why not: %s", cells[1])
		}
		for _, m := range name.FindAllStringSubmatch(cells[3], -1) {
			here = append(here, m[1])
		}
	}
	for _, m := range name.FindAllStringSubmatch(younger, -1) {
		here = append(here, m[1])
	}
	for _, n := range here {
		if _, err := balance.Choose(n); err != nil {
			t.Error(err)
		}
	}
	for _, spec := range balance.Policies() {
		if !slices.Contains(here, spec.Name) {
			t.Errorf("%s is in no line", spec.Name)
		}
	}
}
