package diffusive

import (
	"strings"

	"transat/cmd/transat/internal/reproduce"
)

// The thresholds of an and an-2 can be read in two ways (diffusive.go). Neither is the better one, so a claim holds if
// it does by both. The threshold of dnr has two readings, too. The paper's words on dnr's phases support the one, and most of its
// results the other, so claims on dnr stand there twice.

// byAllReadings judges claims by both readings, and the claims that name dnr once more by its other reading.
func (d diffusive) byAllReadings(judge func(diffusive) []reproduce.Claim) []reproduce.Claim {
	claims := d.byBothReadings(judge)
	d.way = true
	for _, c := range d.byBothReadings(judge) {
		if strings.Contains(c.Text, "dnr") || strings.Contains(c.Text, "for forwarding") {
			c.Kind, c.Text = reproduce.Reading, c.Text+" (the threshold decides on the whole way)"
			claims = append(claims, c)
		}
	}
	return claims
}

// byBothReadings judges claims by both readings.
func (d diffusive) byBothReadings(judge func(diffusive) []reproduce.Claim) []reproduce.Claim {
	wide := d
	wide.wide = true
	claims, others := judge(d), judge(wide)
	for i := range claims {
		claims[i] = both(claims[i], others[i])
	}
	return claims
}

// both joins a claim that was judged by both readings.
func both(narrow, wide reproduce.Claim) reproduce.Claim {
	c := narrow
	if wide.Note != narrow.Note {
		c.Note = "±10 %: " + narrow.Note + ". ±20 %: " + wide.Note
	}
	if narrow.Verdict == wide.Verdict && narrow.Range == wide.Range {
		return c
	}
	c.Verdict, c.Range = reproduce.HoldsPartly, ""
	for _, r := range []struct {
		name string
		reproduce.Claim
	}{{"±10 %", narrow}, {"±20 %", wide}} {
		if r.Verdict == reproduce.DoesNotHold {
			continue
		}
		if c.Range != "" {
			c.Range += "; "
		}
		c.Range += r.name
		if r.Range != "" {
			c.Range += ", " + r.Range
		}
	}
	return c
}
