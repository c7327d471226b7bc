package dimacs

import (
	"bytes"
	"io"
)

// Contents says what a file contains.
type Contents string

const (
	ContentsEmpty   Contents = "empty" // nothing, or nothing but blanks and comments
	ContentsFormula Contents = "formula"
	ContentsModel   Contents = "model" // or a solver's answer without one
	ContentsProof   Contents = "proof"
	ContentsJSON    Contents = "JSON" // begins like a JSON object
)

// Detect returns the kind of contents of r, plain or compressed, and a reader of the same bytes as r had before the
// call. It holds one step of a proof, or a model, in memory.
//
// The first token decides. "p" begins a formula; "s", "v" and the words of minisat begin a model; "{" begins JSON; "d",
// 0 and the bytes of a binary step begin a proof. A list of literals up to the end of the input, with or without a 0
// there, is a model, since a proof has more than one step. Anything else counts as a proof, whose reader tells the
// error. That reader also returns the errors of r.
func Detect(r io.Reader) (Contents, io.Reader) {
	input := &source{r: r}
	var seen bytes.Buffer
	kind := detect(open("", io.TeeReader(input, &seen)))
	rest := r
	if input.err != nil {
		rest = failingReader{input.err}
	}
	return kind, io.MultiReader(&seen, rest)
}

// detect returns the kind of a text, and closes it.
func detect(t text) Contents {
	defer t.close()
	if t.recogniseProof() == ProofBinary {
		return ContentsProof
	}
	kind := ContentsEmpty
	for ended := false; t.next(); {
		token := t.token()
		n, ok := number(token)
		switch {
		case !ok && kind == ContentsEmpty:
			return kindOfWord(string(token))
		case !ok || ended || n == 0 && kind == ContentsEmpty:
			return ContentsProof
		}
		kind, ended = ContentsModel, n == 0
		t.pos += len(token)
	}
	if t.err != nil {
		return ContentsProof
	}
	return kind
}

// kindOfWord returns the kind of contents that begin with a word.
func kindOfWord(word string) Contents {
	switch word {
	case "p":
		return ContentsFormula
	case "s", "v", "SAT", "SATISFIABLE", "UNSAT", "UNSATISFIABLE", "INDET", "INDETERMINATE", "UNKNOWN":
		return ContentsModel
	}
	if word[0] == '{' {
		return ContentsJSON
	}
	return ContentsProof
}
