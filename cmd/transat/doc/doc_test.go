package doc_test

import (
	"strings"
	"testing"

	"transat/cmd/transat/doc"
)

// Lists of topics have room for a line or two each, which ends as a sentence does.
func TestTopicsSayWhatTheyAreAbout(t *testing.T) {
	for _, topic := range doc.Topics() {
		if n := len(topic.About); n < 20 || n > 200 || !strings.HasSuffix(topic.About, ".") {
			t.Errorf("%s is about %q", topic.Name, topic.About)
		}
	}
}

// Someone who asks for the map wants to know what to take, first of all.
func TestTheMapBeginsWithItsAdvice(t *testing.T) {
	topic, err := doc.Find("atlas")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(topic.Text, "\n\n")
	if !strings.HasPrefix(text, "Take `adaptive`") {
		t.Errorf("help atlas begins with %.60q", text)
	}
	if first, _, _ := strings.Cut(text, "\n\n"); !strings.Contains(first, "transat advise") || len(first) > 600 {
		t.Errorf("help atlas begins with %q, want a short paragraph with the command for a case of one's own", first)
	}
}
