package dimacs

import (
	"bytes"
	"io"
)

// Kind is what a file holds.
type Kind string

const (
	KindEmpty   Kind = "empty" // nothing, or nothing but blanks and comments
	KindFormula Kind = "formula"
	KindModel   Kind = "model" // or an answer of a solver that has none
	KindProof   Kind = "proof"
	KindJSON    Kind = "JSON" // begins as a JSON object does
)

// Detect tells what r holds, plain or compressed, and returns a reader of the same bytes as r had
// before the call. It keeps in memory what it looked at: one step of a proof, or a model.
//
// The first token decides. "p" begins a formula; "s", "v" and the words of minisat begin a model; "{" begins JSON; "d",
// 0 and the bytes of a binary step begin a proof. A list of literals is a model if it goes to the end
// of the input, with or without a 0 there, since a proof has more than one step. Anything else counts
// as a proof, whose reader says what is wrong with it. Errors of r come from the reader, too.
func Detect(r io.Reader) (Kind, io.Reader) {
	input := &source{r: r}
	var seen bytes.Buffer
	kind := detect(open("", io.TeeReader(input, &seen)))
	rest := r
	if input.err != nil {
		rest = failingReader{input.err}
	}
	return kind, io.MultiReader(&seen, rest)
}

// detect tells what a text holds, and closes it.
func detect(t text) Kind {
	defer t.close()
	if t.recogniseProof() == ProofBinary {
		return KindProof
	}
	kind := KindEmpty
	for ended := false; t.next(); {
		token := t.token()
		n, ok := number(token)
		switch {
		case !ok && kind == KindEmpty:
			return kindOfWord(string(token))
		case !ok || ended || n == 0 && kind == KindEmpty:
			return KindProof
		}
		kind, ended = KindModel, n == 0
		t.pos += len(token)
	}
	if t.err != nil {
		return KindProof
	}
	return kind
}

// kindOfWord tells what begins with the given word.
func kindOfWord(word string) Kind {
	switch word {
	case "p":
		return KindFormula
	case "s", "v", "SAT", "SATISFIABLE", "UNSAT", "UNSATISFIABLE", "INDET", "INDETERMINATE", "UNKNOWN":
		return KindModel
	}
	if word[0] == '{' {
		return KindJSON
	}
	return KindProof
}
