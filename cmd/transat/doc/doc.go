// Package doc holds the texts of `transat help TOPIC`.
//
// A topic is a Markdown file of this folder. It begins with a title, then one paragraph, whose first sentence says
// what the topic is about. Lines of blocks that are marked as sh are commands that a test runs; one
// that takes longer ends with a comment that says how long, such as "# 20 s".
package doc

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed *.md
var files embed.FS

// Topic is one text.
type Topic struct {
	Name  string // "balancers"
	About string // its first sentence, in one line
	Text  string // all of it, in Markdown
}

// Topics returns all topics, sorted by name.
func Topics() []Topic {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		panic(err) // the pattern is malformed
	}
	var topics []Topic
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it has just been found
		}
		topics = append(topics, Topic{strings.TrimSuffix(name, path.Ext(name)), about(string(text)), string(text)})
	}
	return topics
}

// Find returns the topic of that name.
func Find(name string) (Topic, error) {
	for _, t := range Topics() {
		if t.Name == name {
			return t, nil
		}
	}
	return Topic{}, fmt.Errorf("no topic %q: %w", name, fs.ErrNotExist)
}

// about returns the first sentence below the title.
func about(text string) string {
	_, rest, _ := strings.Cut(text, "\n\n")
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	sentence, _, more := strings.Cut(strings.Join(strings.Fields(paragraph), " "), ". ")
	if more {
		sentence += "."
	}
	return sentence
}
