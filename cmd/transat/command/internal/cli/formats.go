package cli

import "transat/dimacs"

// The formats of an answer.
const (
	TextFormat = "text"
	JSONFormat = "json"
)

// AnswerFormats are the output formats of check and solve.
func AnswerFormats() []string { return []string{TextFormat, JSONFormat} }

// ProofFormats are the formats of proofs that solve writes and check reads.
func ProofFormats() []string {
	var names []string
	for _, format := range dimacs.ProofFormats() {
		names = append(names, string(format))
	}
	return names
}
