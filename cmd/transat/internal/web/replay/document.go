// Package replay writes pages that play recorded runs and need nothing else: no server, no engine, no network. One HTML document holds
// the player's modules and styles (those of the page, package site), the recorded runs (package recording) and the text around them:
//
//	transat compare --page=race.html    [Page]: up to four policies, their table, the command line
//	transat reproduce --out=DIR         [Report]: what became of the papers' claims (overview.go), with replays (replays.go)
//
// The document opens from a disk, from mail and from any host. Its content security policy forbids all that it does not hold itself, so
// opening it sends nothing anywhere. Modules import each other by bare names, and an import map gives each name its module as a data:
// address. Recordings are base 64, because a document is text; that costs a third. A recording that is too large is thinned, and the page
// says so: see [recording.Run.Fit].
package replay

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"

	"transat/cmd/transat/internal/recording"
	"transat/cmd/transat/internal/web/site"
)

// MostBytes is how large the file of --page becomes at most.
const MostBytes = 3_000_000

// MostRuns is how many runs a player plays.
const MostRuns = 4

// Document is a page with replays.
type Document struct {
	Title   string
	Style   string // more of it, after the page's own
	Body    string // HTML, of <main>; replay i is played in its element with data-replay="i"
	Replays []Replay
}

// Replay is a set of runs that are played side by side.
type Replay struct {
	Title string
	Runs  []Run
}

// Run is a run of a replay.
type Run struct {
	Name      string // beside its grid; "" for that of its policy
	Recording []byte // as recording.Run.Encode writes it; nil for one that has only its row
	Row       json.RawMessage
}

// Write writes the document.
func (d Document) Write(w io.Writer) error {
	modules, err := importMap(site.FS, "replay.js")
	if err != nil {
		return err
	}
	style, err := styles(site.FS, "style.css", "player.css", "replay.css")
	if err != nil {
		return err
	}
	icon, err := site.FS.ReadFile("favicon.svg")
	if err != nil {
		return err
	}
	style += d.Style
	const begin = `import "transat/replay.js";`
	policy := fmt.Sprintf("default-src 'none'; script-src data: %s %s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'",
		named(modules), named(begin), named(style))
	held, err := data(d.Replays)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, document, html.EscapeString(policy), html.EscapeString(d.Title), base64.StdEncoding.EncodeToString(icon),
		style, d.Body, held, modules, begin)
	return err
}

// document is what is around the parts: the policy comes before anything that it is to hold for.
const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<link rel="icon" href="data:image/svg+xml;base64,%s">
<style>%s</style>
</head>
<body>
<header class="masthead">
<span class="wordmark">transat</span>
<button type="button" id="theme" class="quiet" hidden>Theme</button>
</header>
<main id="main" class="page">
%s
</main>
<div id="announcer" class="hidden" role="status" aria-live="polite"></div>
%s<script type="importmap">%s</script>
<script type="module">%s</script>
</body>
</html>
`

// named is what a content security policy calls an inline script or style: its hash.
func named(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// data are the recordings and rows as elements of the document. JSON as Go writes it has no "<", and base 64 neither.
func data(replays []Replay) (string, error) {
	var b bytes.Buffer
	recordings := 0
	for i, r := range replays {
		type run struct {
			Name      string          `json:"name,omitempty"`
			Recording string          `json:"recording,omitempty"`
			Row       json.RawMessage `json:"row,omitempty"`
		}
		about := struct {
			Title string `json:"title"`
			Runs  []run  `json:"runs"`
		}{Title: r.Title, Runs: []run{}}
		for _, x := range r.Runs {
			one := run{Name: x.Name, Row: x.Row}
			if x.Recording != nil {
				one.Recording = fmt.Sprintf("recording-%d", recordings)
				recordings++
				fmt.Fprintf(&b, "<script type=\"text/plain\" id=\"%s\">%s</script>\n", one.Recording, base64.StdEncoding.EncodeToString(x.Recording))
			}
			about.Runs = append(about.Runs, one)
		}
		text, err := json.Marshal(about)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "<script type=\"application/json\" id=\"replay-%d\">%s</script>\n", i, text)
	}
	return b.String(), nil
}

// Fit encodes runs so that together, in base 64, they take at most that many bytes. What one that is small leaves of its
// share goes to the others. left says, for each, what was left out.
func Fit(runs []*recording.Run, limit int) (encoded [][]byte, left []string, err error) {
	encoded, left = make([][]byte, len(runs)), make([]string, len(runs))
	sizes, order := make([]int, len(runs)), make([]int, len(runs))
	for i, f := range runs {
		if encoded[i], err = f.Encode(); err != nil {
			return nil, nil, err
		}
		sizes[i], order[i] = len(encoded[i]), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sizes[i], sizes[j]) }) // the small ones first
	room := limit / 4 * 3
	for at, i := range order {
		share := room/(len(runs)-at) - 2 // base 64 rounds up
		if sizes[i] > share {
			fitted, err := runs[i].Fit(share)
			if err != nil {
				return nil, nil, err
			}
			encoded[i], left[i] = fitted.Bytes, fitted.Left
		}
		room -= len(encoded[i])
	}
	return encoded, left, nil
}
