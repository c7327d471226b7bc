package report

import "transat/cmd/transat/internal/suggest"

// Format is an output format. It can be used as the value of a command-line flag.
type Format string

// The formats.
const (
	Text     Format = "table"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
)

// Formats lists all formats.
func Formats() []string {
	return []string{string(Text), string(Markdown), string(CSV), string(JSON)}
}

// Set makes *f the format called name. The error is a *suggest.UnknownError.
func (f *Format) Set(name string) error {
	switch Format(name) {
	case Text, Markdown, CSV, JSON:
		*f = Format(name)
		return nil
	}
	return suggest.Unknown("format", name, Formats(), "table, markdown, csv or json")
}

func (f *Format) String() string { return string(*f) }

// Type is the name of the flag's value in help texts.
func (f *Format) Type() string { return "FORMAT" }
