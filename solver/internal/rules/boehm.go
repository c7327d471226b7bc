package rules

func boehm() Rule {
	return Rule{
		Name:    "boehm",
		Title:   "as lex, but the rarer sign counts twice, so that both children shrink",
		Source:  "Buro, Kleine Büning: Report on a SAT competition, EATCS Bulletin 49, 1993 (Böhm's rule, weights 1 and 2)",
		Version: 1,
		Build:   counting(2),
	}
}
