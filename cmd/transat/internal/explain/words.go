package explain

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"transat/balance"
	"transat/balance/compare"
)

// The sentences of the explanation, with their numbers.

// secondsText is a time.
func secondsText(s float64) string { return compare.FormatSeconds(s) + " s" }

// ticksText is a short time with a unit that suits it.
func ticksText(t balance.Ticks) string {
	text := time.Duration(t).String()
	unit := strings.TrimLeft(text, "0123456789.")
	return strings.TrimSuffix(text, unit) + " " + unit
}

// amount formats a count: millions from one million on, otherwise commas, and a decimal below ten.
func amount(x float64) string {
	if x >= 1e6 {
		return strconv.FormatFloat(x/1e6, 'f', 1, 64) + " million"
	}
	if x < 9.95 && x != float64(int64(x)) {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// listed joins words: a, b and c.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// headline names the faster policy.
func (c *comparison) headline(tree string) string {
	fast, slow := c.fast.run.Seconds(), c.slow.run.Seconds()
	if c.tie() {
		if fast == slow {
			return fmt.Sprintf("%s and %s take the same time on %s: %s.", c.first.name, c.second.name, tree, secondsText(fast))
		}
		return fmt.Sprintf("%s and %s tie on %s: %s and %s, and the seeds alone make a difference of %s.", c.first.name, c.second.name, tree,
			secondsText(c.first.run.Seconds()), secondsText(c.second.run.Seconds()), secondsText(c.spread().Seconds()))
	}
	return fmt.Sprintf("%s beats %s on %s: %s instead of %s, so it saves %s, %.1f %%.", c.fast.name, c.slow.name, tree,
		secondsText(fast), secondsText(slow), secondsText(slow-fast), 100*(slow-fast)/slow)
}

// whereInWords names the parts of the time in which the policies differ, with the reasons.
func (c *comparison) whereInWords(reasons []Reason) []string {
	var texts []string
	if c.tie() {
		texts = append(texts, "What follows says where the time of the two goes. Which of them is faster is left to chance.")
	}
	if c.fast.run.Total.Found {
		texts = append(texts, "The formula has a model, and a run ends at the first that is found: there is luck in that.")
	}
	saved := func(x Reason) bool { return x.Saver == c.fast.name }
	words := theyStay(reasons)
	for i, x := range reasons {
		if saved(x) {
			texts = append(texts, words[i])
		}
	}
	first := true
	for i, x := range reasons {
		if saved(x) {
			continue
		}
		text := words[i]
		if first && len(texts) > 0 {
			text = "Against that, " + text
		}
		texts, first = append(texts, text), false
	}
	if len(reasons) == 0 {
		texts = append(texts, "Every part of the time is the same.")
	}
	return texts
}

// meritInWords tells how much the rule saves, and how much its settings.
func (c *comparison) meritInWords(m Merit) []string {
	if len(c.differ) == 0 {
		return []string{"Both bring the same settings: topology, load estimate, grain, place of received elements and start are equal as they " +
			"come. So all of the difference is made by the rules."}
	}
	var brings [2][]string
	for _, s := range c.differ {
		brings[0], brings[1] = append(brings[0], s.text(c.first.own)), append(brings[1], s.text(c.second.own))
	}
	texts := []string{fmt.Sprintf("The policies do not only differ in their rules. As they come, %s runs %s; %s runs %s.",
		c.first.name, listed(brings[0]), c.second.name, listed(brings[1]))}
	texts = append(texts, c.equalInWords(m)...)
	return append(texts, c.sharesInWords(m)...)
}

// equalInWords tells the difference with all settings equal.
func (c *comparison) equalInWords(m Merit) []string {
	var texts []string
	winners := map[string]bool{}
	for _, x := range []struct {
		left          *float64 // second − first
		changed, kept *party
	}{{m.RuleWithFirst, &c.second, &c.first}, {m.RuleWithSecond, &c.first, &c.second}} {
		if x.left == nil {
			if e := c.equal[x.changed]; e != nil && e.Undefined != "" {
				texts = append(texts, fmt.Sprintf("%s cannot be given the settings of %s: %s.", x.changed.name, x.kept.name, e.Undefined))
			}
			continue
		}
		fast, by := c.first.name, *x.left
		if by < 0 {
			fast, by = c.second.name, -by
		}
		noise := max(c.equal[x.changed].spread(), x.kept.run.spread())
		if by <= noise.Seconds() {
			winners["none"] = true
			texts = append(texts,
				fmt.Sprintf("If %s is given all settings of %s, the two tie: %s lie between them, and the seeds alone make a difference of %s.",
					x.changed.name, x.kept.name, secondsText(by), secondsText(noise.Seconds())))
			continue
		}
		winners[fast] = true
		texts = append(texts,
			fmt.Sprintf("If %s is given all settings of %s, %s is faster, by %s.", x.changed.name, x.kept.name, fast, secondsText(by)))
	}
	switch {
	case c.tie() || len(winners) == 0:
	case len(winners) == 1 && winners[c.fast.name]:
		texts = append(texts, fmt.Sprintf(
			"So %s owes its lead to its rule and its parameters, such as periods, whatever the other settings.", c.fast.name))
		if m.RuleWithFirst == nil || m.RuleWithSecond == nil {
			texts[len(texts)-1] = fmt.Sprintf("So, with equal settings, the rule of %s is the better one, too.", c.fast.name)
		}
	case winners[c.fast.name] && !winners[c.slow.name]:
		texts = append(texts, fmt.Sprintf("So it depends on the settings whether the rule of %s is the better one.", c.fast.name))
	case winners[c.fast.name]:
		texts = append(texts, "So it depends on the settings which rule is the better one.")
	case winners["none"] && len(winners) == 1:
		texts = append(texts, fmt.Sprintf("So %s owes its lead to its settings, and not to its rule.", c.fast.name))
	default:
		texts = append(texts, fmt.Sprintf("So %s owes its lead to its settings; its rule alone is not the better one.", c.fast.name))
	}
	return texts
}

// sharesInWords names the settings that matter.
func (c *comparison) sharesInWords(m Merit) []string {
	if m.Rule == nil {
		return nil
	}
	sign := 1.0 // a positive share speaks for the faster policy
	if c.fast == &c.second {
		sign = -1
	}
	noise := c.spread().Seconds()
	part := func(what string, share float64) string {
		if share*sign < 0 {
			return fmt.Sprintf("%s −%s", what, secondsText(-share*sign))
		}
		return fmt.Sprintf("%s %s", what, secondsText(share*sign))
	}
	parts := []string{part("the rule", *m.Rule)}
	for _, s := range m.Settings {
		parts = append(parts, part(s.Title, *s.Share))
	}
	how := "as the mean of both directions"
	switch {
	case m.Shapley:
		how = "as the mean over all orders"
	case m.RuleWithFirst == nil || m.RuleWithSecond == nil:
		how = "in the one direction that was tried"
	}
	text := fmt.Sprintf("Of the %s, %s: %s; what is negative speaks for %s.",
		secondsText(c.slow.run.Seconds()-c.fast.run.Seconds()), how, listed(parts), c.slow.name)
	if noise > 0 {
		text += fmt.Sprintf(" Shares below %s may be chance.", secondsText(noise))
	}
	return []string{text}
}

// turnInWords tells where the order of the policies turns.
func (c *comparison) turnInWords(t *Turn) []string {
	wins := map[string]int{}
	for _, cell := range t.Cells {
		wins[cell.Winner]++
	}
	ties := ""
	if n := wins[""]; n > 0 {
		ties = fmt.Sprintf(", with %d of %d too close to tell", n, len(t.Cells))
	}
	a, b := c.first.name, c.second.name
	switch {
	case len(t.Cells) == 0:
		return []string{"Neither smaller trees nor other machines could be tried."}
	case t.Below != nil:
		return []string{fmt.Sprintf("The order turns: %s is faster where a processor has up to %s nodes to search, %s from %s nodes on%s.",
			t.Smaller, amount(*t.Below), t.Larger, amount(*t.Above), ties)}
	case wins[a] > 0 && wins[b] > 0:
		return []string{fmt.Sprintf("%s is faster in %d cases of %d, %s in %d%s; the nodes a processor do not decide it alone.",
			a, wins[a], len(t.Cells), b, wins[b], ties)}
	case wins[a]+wins[b] == 0:
		return []string{fmt.Sprintf("The two are too close to tell in all %d cases.", len(t.Cells))}
	}
	winner := a
	if wins[b] > 0 {
		winner = b
	}
	if wins[""] > 0 {
		return []string{fmt.Sprintf("The order does not turn here: %s is faster in %d cases of %d, and the others are too close to tell.",
			winner, wins[winner], len(t.Cells))}
	}
	return []string{fmt.Sprintf("The order does not turn here: %s is faster in all %d cases.", winner, len(t.Cells))}
}
