package rules

func lex() Rule {
	return Rule{
		Name:    "lex",
		Title:   "most occurrences of both signs in the shortest clauses, ties by the next length",
		Source:  "Böhm, Speckenmeyer: the PLB paper, 1996, section 6 (lexicographic heuristic)",
		Version: 1,
		Build:   counting(1),
	}
}
