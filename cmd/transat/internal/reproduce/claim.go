package reproduce

// Claim is a statement about the experiment, with our verdict on it and what decided.
type Claim struct {
	Kind    ClaimKind
	Section string // where the paper says it: "§5", "Theorem 1"; of a check of ours, what it is about
	Text    string // the statement in few words
	Bound   Bound  // what decides
	Verdict Verdict
	Range   string // where it holds, if Verdict is HoldsPartly: "P ≤ 250"
	Note    string // our numbers, and the reason if they are not the paper's
}

// ClaimKind tells who makes a claim: the paper, our reading of it, or we. Reports list the kinds apart.
type ClaimKind uint8

// The kinds. Zero is none of them, so that no claim is called the paper's by oversight.
const (
	_       ClaimKind = iota
	Stated            // the paper says it: in words, as a formula, or as a number in a table
	Reading           // we read it out of the paper, which has no such sentence: an order in a table, a condition made precise
	Check             // our own check: the paper does not mention it
)

// Kinds are all kinds, in the order of reports.
func Kinds() []ClaimKind { return []ClaimKind{Stated, Reading, Check} }

// String is the heading of claims of a kind.
func (k ClaimKind) String() string {
	switch k {
	case Stated:
		return "What the paper says"
	case Reading:
		return "What we read in the paper"
	case Check:
		return "Our own checks"
	}
	return "claims without a kind"
}

// key is the kind for programs.
func (k ClaimKind) key() string {
	return [...]string{"", "stated", "reading", "check"}[k]
}

// Bound is the criterion of a claim: how far a number may be off, or how large it may be.
type Bound struct {
	Text   string // "within 30 %"
	Theirs bool   // the paper gives it; otherwise it is ours
}

// Ours is a bound that we chose, since the paper gives none.
func Ours(text string) Bound { return Bound{Text: text} }

// Theirs is a bound that the paper gives.
func Theirs(text string) Bound { return Bound{Text: text, Theirs: true} }

// owner names the owner of a bound.
func (b Bound) owner() string {
	if b.Theirs {
		return "the paper's"
	}
	return "ours"
}

// judgedAt is the claim as it is judged at the full size; at the quick one, which is smaller than what papers are about, it is not.
func (c Claim) judgedAt(quick bool) Claim {
	if quick {
		c.Verdict, c.Range = NotJudged, ""
	}
	return c
}

// Verdict tells whether a claim holds.
type Verdict uint8

// The verdicts.
const (
	DoesNotHold Verdict = iota
	HoldsPartly         // in a range only
	Holds
	NotJudged // the size is below the one that the claim was made for
)

// Judge is Holds if the claim came out and DoesNotHold if it did not.
func Judge(came bool) Verdict {
	if came {
		return Holds
	}
	return DoesNotHold
}

// String is "holds", "holds for …", "does not hold" or "not judged at this size".
func (c Claim) String() string {
	switch c.Verdict {
	case Holds:
		return "holds"
	case HoldsPartly:
		return "holds for " + c.Range
	case NotJudged:
		return "not judged at this size"
	}
	return "does not hold"
}
