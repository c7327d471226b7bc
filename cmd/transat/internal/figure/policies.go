package figure

import (
	"hash/fnv"
	"image/color"
	"slices"
	"strings"
)

// One policy has one colour and one dash: in the pictures of this package, and on the page, whose table
// (web/site/policy-styles.js) a test writes from this one.

// Style is how the curve of a policy is drawn: the number of its colour in PolicyColours, and of its pattern of lines in
// PolicyDashes. The mark of a point has the shape of the number of the pattern.
type Style struct{ Colour, Dash int }

// PolicyColours are the colours of policies on white; style.css has them for dark paper, too. All have a contrast of 3 at
// least, none is orange, which means a processor without work, and any two differ for people with any kind of colour vision.
func PolicyColours() []color.RGBA {
	return []color.RGBA{
		{0x0A, 0x6A, 0xB0, 0xFF}, // blue
		{0xC9, 0x3F, 0x92, 0xFF}, // pink
		{0x00, 0x66, 0x3F, 0xFF}, // green
		{0x5B, 0x2A, 0x9D, 0xFF}, // violet
		{0x7A, 0x74, 0x00, 0xFF}, // olive
		{0x33, 0x31, 0x2E, 0xFF}, // darkest
		{0x85, 0x7F, 0x75, 0xFF}, // grey
		{0x1C, 0x96, 0xA5, 0xFF}, // teal, the first spare one
		{0x8D, 0x7C, 0xD8, 0xFF}, // lavender
	}
}

// The numbers of the colours.
const (
	blue = iota
	pink
	green
	violet
	olive
	darkest
	ashen
	firstSpare
)

// PolicyDashes are the patterns of lines of policies: lengths of dashes and gaps in pixels, none for a solid line.
func PolicyDashes() [][]float64 {
	return [][]float64{{}, {11, 4}, {2, 3}, {10, 3, 2, 3}, {5, 3}, {10, 3, 2, 3, 2, 3}, {16, 3, 5, 3}}
}

// The numbers of the patterns.
const (
	solid = iota
	long
	dots
	dashDot
	short
	dashDots
	longShort
)

// PolicyStyles is the table of styles. No two are the same, and policies that are likely to be compared have different colours.
// A policy that is not in it has a spare colour: see Styles.
func PolicyStyles() map[string]Style {
	return map[string]Style{
		"adaptive":  {blue, solid},
		"steal":     {pink, long},
		"plb":       {green, short},
		"lade":      {violet, dashDot},
		"liquid-c5": {olive, dashDots},
		"none":      {darkest, dots},
		"ideal":     {ashen, solid},

		"liquid-c4": {blue, short}, "liquid-c3": {pink, dashDots}, "liquid-c2": {green, dashDot}, "liquid-c1": {violet, solid},
		"liquid-c0": {darkest, long},

		"dn": {blue, dashDots}, "an": {pink, dashDot}, "dnr": {green, solid}, "an-2": {ashen, short},

		"diffusion": {blue, long}, "nna-sync": {pink, short}, "adf": {green, long}, "dimension-exchange": {violet, short},
		"alpha-splitting": {olive, long}, "second-order": {darkest, solid}, "nna-async": {ashen, long},

		"round-robin": {blue, dashDot}, "random-polling": {olive, solid},
		"steal-half": {darkest, short}, "global-round-robin": {ashen, dots},
		"physical": {green, dots},

		"lifeline": {violet, long}, "near-steal": {olive, dots}, "level-steal": {pink, solid}, "cluster-steal": {darkest, dashDot},

		"gradient": {violet, dots}, "cwn": {olive, dashDot}, "acwn": {ashen, dashDot},
		"rid": {blue, dots}, "drafting": {pink, dots}, "bidding": {green, dashDots},

		"hbm": {violet, dashDots}, "multilevel": {olive, short}, "flow": {darkest, dashDots}, "local-change": {ashen, dashDots},

		"threshold-sender": {blue, longShort}, "threshold-receiver": {pink, longShort},
		"threshold-shortest": {green, longShort}, "threshold-symmetric": {violet, longShort},

		"matching": {olive, longShort}, "edge-colours": {darkest, longShort}, "optimal": {ashen, longShort},
	}
}

// Styles are those of the policies of one picture, by their names with parameters: "plb:gamma=0.6", "mine.star".
//
// A policy that is not in the table, such as a script, has one of the spare colours, and a pattern, both of which its name chooses. If
// another one of the picture has them already, it has the next spare ones that nobody has. So one policy has the same style in all
// pictures, but for chance encounters. A policy of the table that is there several times, with different parameters, has one colour, and
// the second one the next pattern.
func Styles(policies []string) []Style {
	var styles []Style
	for _, policy := range policies {
		styles = append(styles, nextStyle(policy, styles))
	}
	return styles
}

func nextStyle(policy string, taken []Style) Style {
	colours, patterns := len(PolicyColours()), len(PolicyDashes())
	name, _, _ := strings.Cut(policy[strings.LastIndex(policy, "/")+1:], ":")
	style, known := PolicyStyles()[name]
	if !known {
		h := fnv.New32a()
		h.Write([]byte(strings.TrimSuffix(name, ".star")))
		spares := colours - firstSpare
		style = Style{firstSpare + int(h.Sum32()%uint32(spares)), int(h.Sum32() / uint32(spares) % uint32(patterns))}
		other := func(l Style) bool { return l.Colour == style.Colour }
		for range spares - 1 {
			if slices.ContainsFunc(taken, other) {
				style.Colour = firstSpare + (style.Colour-firstSpare+1)%spares
			}
		}
	}
	for range patterns {
		if slices.Contains(taken, style) {
			style.Dash = (style.Dash + 1) % patterns
		}
	}
	return style
}

// dressed gives the series of a chart that belong to policies their styles.
func (c Chart) dressed() Chart {
	var policies []string
	for _, s := range c.Series {
		if s.Policy != "" && !slices.Contains(policies, s.Policy) {
			policies = append(policies, s.Policy)
		}
	}
	styles := Styles(policies)
	c.Series = slices.Clone(c.Series)
	for i, s := range c.Series {
		if s.Policy == "" {
			continue
		}
		style := styles[slices.Index(policies, s.Policy)]
		c.Series[i].style = &style
	}
	return c
}

// colour is that of the lines and marks of s.
func (s Series) colour() color.RGBA {
	if s.style != nil {
		return PolicyColours()[s.style.Colour]
	}
	return colour(s.Colour)
}

// shape is the number of the shape of its marks.
func (s Series) shape() int {
	if s.style != nil {
		return s.style.Dash
	}
	return s.Colour
}

// dashes is the pattern of its lines.
func (s Series) dashes() string {
	if s.style == nil || s.Group != "" {
		return dashes(s.Dash)
	}
	var lengths []string
	for _, l := range PolicyDashes()[s.style.Dash] {
		lengths = append(lengths, decimal(l))
	}
	return strings.Join(lengths, " ")
}
