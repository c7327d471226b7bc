package command

import "transat/dimacs"

// The formats of an answer.
const (
	textFormat = "text"
	jsonFormat = "json"
)

// answerFormats are those of check and solve.
func answerFormats() []string { return []string{textFormat, jsonFormat} }

// proofFormats are those that solve writes and check reads.
func proofFormats() []string {
	return []string{string(dimacs.ProofText), string(dimacs.ProofBinary)}
}
