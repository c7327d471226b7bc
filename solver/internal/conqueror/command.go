package conqueror

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"unicode"
)

// The places in a command that stand for files.
const (
	formulaPlace = "{cnf}"
	proofPlace   = "{proof}"
)

// Command is a program and its arguments.
type Command struct {
	words []string
	proof bool
}

var errNoFormula = errors.New(`want {cnf} where the file of the formula goes, as in "kissat -q {cnf} {proof}"`)

// Parse reads a command line. Words are separated by blanks, and may be quoted; no shell sees them.
func Parse(line string) (Command, error) {
	words, err := split(line)
	if err != nil {
		return Command{}, err
	}
	c := Command{words: words}
	formula := false
	for _, w := range words {
		if place := otherPlace(w); place != "" {
			return Command{}, fmt.Errorf("%s stands for nothing: want %s for the file of the formula, and %s for that of the proof",
				place, formulaPlace, proofPlace)
		}
		formula = formula || strings.Contains(w, formulaPlace)
		c.proof = c.proof || strings.Contains(w, proofPlace)
	}
	switch {
	case len(words) == 0:
		return Command{}, errors.New("want a program and its arguments")
	case strings.Contains(words[0], formulaPlace) || !formula:
		return Command{}, errNoFormula
	}
	return c, nil
}

// otherPlace returns the first name in braces in a word that is not that of a place, or "".
func otherPlace(word string) string {
	for {
		_, rest, some := strings.Cut(word, "{")
		if !some {
			return ""
		}
		word = rest
		name := strings.TrimLeftFunc(rest, inName)
		name = rest[:len(rest)-len(name)]
		place := "{" + name + "}"
		if name != "" && strings.HasPrefix(rest[len(name):], "}") && place != formulaPlace && place != proofPlace {
			return place
		}
	}
}

// inName reports whether a name in braces may have a rune. What has others, such as blanks, is meant for the program.
func inName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r)
}

// Proves reports whether the program is to write proofs.
func (c Command) Proves() bool { return c.proof }

// Find returns an error if there is no such program.
func (c Command) Find() error {
	if _, err := exec.LookPath(c.words[0]); err != nil {
		return fmt.Errorf("conqueror: %w", err)
	}
	return nil
}

// with returns the words for two files.
func (c Command) with(formula, proof string) []string {
	words := make([]string, len(c.words))
	places := strings.NewReplacer(formulaPlace, formula, proofPlace, proof) // in one pass: a folder may be named so too
	for i, w := range c.words {
		words[i] = places.Replace(w)
	}
	return words
}

// split splits a line at its blanks. Within single or double quotes they do not count.
func split(line string) (words []string, err error) {
	var word strings.Builder
	inside := false
	quote := rune(0)
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inside = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c has no end", quote)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}
