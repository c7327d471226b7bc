package engine

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"

	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/dimacs"
)

// The request read: a file that a visitor brings, with a search tree, a formula or a machine in it. It is read piece by piece, since it may
// be as large as the memory that a browser has.

// Brought is a file that a visitor brings.
type Brought struct {
	io.Reader
	Size int64 // in bytes
}

// mostText is how much text of a tree a browser has memory for, by the format. A task takes a hundred bytes and more while it is read, and
// the fewer bytes its line has, the more tasks there may be.
func mostText(format tasktree.Format) int64 {
	switch format {
	case tasktree.JSONLines, tasktree.VBC:
		return 512 << 20
	case tasktree.CSV, tasktree.Packed:
		return 256 << 20
	}
	return 0
}

const (
	headBytes  = 4 << 10 // suffice to recognise a format
	hashDigits = 16      // of the SHA-256 of a file, which name it in links
	fullMemory = 8       // GiB of a computer that has all the memory that mostText reckons with
)

// brought is the reply to read.
type brought struct {
	about
	Kind string `json:"kind"` // "tree", "formula" or "machine"
	File string `json:"file"` // the first digits of the file's SHA-256
}

// read reads a file.
func (e *Engine) read(c *Call) (Reply, error) {
	var fields struct {
		Tree   string  `json:"tree"`
		Memory float64 `json:"memory"`
	}
	if err := c.Read(&fields); err != nil {
		return Reply{}, err
	}
	if c.File == nil {
		return Reply{}, errors.New("read: want a file")
	}
	f := &fileReader{call: c, name: foreign.Text(fields.Tree), memory: fields.Memory, hash: sha256.New()}
	text, err := dimacs.Decompress(f)
	if err != nil {
		return Reply{}, fmt.Errorf("%s: %w", f.name, err)
	}
	defer text.Close()
	head := bufio.NewReaderSize(text, headBytes)
	begin, err := head.Peek(headBytes)
	if err != nil && err != io.EOF {
		return Reply{}, fmt.Errorf("%s: %w", f.name, err)
	}
	switch format := tasktree.Recognise(begin); {
	case looksLikeMachine(begin):
		return readMachine(f, head)
	case format != "":
		return e.readTree(f, format, head)
	case looksLikeFormula(begin):
		return e.readFormula(c.Context, f, head)
	}
	return Reply{}, fmt.Errorf("%s %s: want a search tree (JSON Lines, CSV, VBC or packed), a formula (DIMACS) or a machine (JSON), "+
		"compressed or not", f.name, beginning(begin))
}

// beginning says how a file begins that is none of ours.
func beginning(begin []byte) string {
	if len(begin) == 0 {
		return "is empty"
	}
	line, _, _ := bytes.Cut(begin, []byte("\n"))
	return fmt.Sprintf("begins with %q", foreign.Text(string(line[:min(len(line), 30)])))
}

// looksLikeFormula reports whether a text may be meant for a formula: its first line that is no comment is a header, or a clause.
func looksLikeFormula(begin []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(begin, []byte("\ufeff"))) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == 'c' {
			continue
		}
		return bytes.HasPrefix(line, []byte("p ")) || len(bytes.Trim(line, "-0123456789 \t")) == 0
	}
	return false
}

// looksLikeMachine reports whether a text may be meant for a machine: it is JSON, and has a key that no task has.
func looksLikeMachine(begin []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(begin), []byte("{")) && bytes.Contains(begin, []byte(`"work_time"`))
}

// readMachine reads a machine, and gives its text back: the settings of runs bring it along.
func readMachine(f *fileReader, text io.Reader) (Reply, error) {
	const most = 1 << 20
	all, err := io.ReadAll(io.LimitReader(text, most+1))
	if err == nil {
		err = f.rest(text)
	}
	if err != nil {
		return Reply{}, fmt.Errorf("%s: %w", f.name, err)
	}
	machine, err := compare.ReadMachine(f.name, bytes.NewReader(all))
	if err != nil {
		return Reply{}, err
	}
	a := about{Name: f.name, Text: "the machine " + machine.Cost.Name}
	if machine.Cost.Title != "" {
		a.Text += ", " + foreign.Text(machine.Cost.Title)
	}
	return Reply{JSON: brought{a, "machine", f.digits()}, Blobs: [][]byte{all}}, nil
}

// readTree reads a tree, and keeps it.
func (e *Engine) readTree(f *fileReader, format tasktree.Format, text io.Reader) (Reply, error) {
	limit := mostText(format)
	if f.memory > 0 && f.memory < fullMemory {
		limit = int64(float64(limit) * f.memory / fullMemory)
	}
	if size := f.call.File.Size; size > limit {
		return Reply{}, f.tooLarge("has "+report.Grouped(size)+" bytes", format, limit)
	}
	bounded := &boundedReader{Reader: text, left: limit, err: f.tooLarge("unpacks to more", format, limit)}
	tree, err := tasktree.Read(bounded, tasktree.Options{Name: f.name})
	if bounded.left < 0 {
		err = bounded.err
	}
	if err == nil {
		err = f.rest(text)
	}
	if err != nil {
		return Reply{}, err
	}
	return e.taken(f, tree)
}

// taken keeps a tree that has been read.
func (e *Engine) taken(f *fileReader, tree *tasktree.Tree) (Reply, error) {
	s := Source{Tree: f.name, File: f.digits()}
	k := e.keepTasks(s, tree)
	var packed bytes.Buffer
	if _, err := tree.WriteTo(&packed); err != nil {
		return Reply{}, err
	}
	return Reply{JSON: brought{k.about(s), "tree", s.File}, Blobs: [][]byte{packed.Bytes()}}, nil
}

func (f *fileReader) tooLarge(what string, format tasktree.Format, limit int64) error {
	return fmt.Errorf("%s %s: a browser has memory for a tree as %s of up to %d MiB here; transat compare takes any", f.name, what, format,
		limit>>20)
}

// readFormula reads a formula, and gives its text back: the requests for it bring it along. One with cubes and their times is a tree.
func (e *Engine) readFormula(ctx context.Context, f *fileReader, text io.Reader) (Reply, error) {
	all, err := io.ReadAll(io.LimitReader(text, maxText+1))
	if err == nil {
		err = f.rest(text)
	}
	if err != nil {
		return Reply{}, fmt.Errorf("%s: %w", f.name, err)
	}
	if len(all) > maxText {
		return Reply{}, fmt.Errorf("%s has more than %d MiB of text: that is the most for a formula here; transat compare takes any", f.name,
			maxText>>20)
	}
	input := input.Finder{}.Stream(f.name, func() (io.Reader, error) { return bytes.NewReader(all), nil })
	switch tasks, err := input.Tasks(ctx); {
	case err != nil:
		return Reply{}, err
	case tasks != nil:
		return e.taken(f, tasks)
	}
	s := Source{Tree: f.name, CNF: string(all)}
	formula, err := s.pasted()
	if err != nil {
		return Reply{}, err
	}
	read, err := formula.Read(ctx)
	if err != nil {
		return Reply{}, err
	}
	a := about{Name: f.name, Rule: defaultRule, Vars: read.Vars(), Clauses: read.Len()}
	a.Text = fmt.Sprintf("a formula of %s variables and %s clauses", report.Grouped(int64(a.Vars)), report.Grouped(int64(a.Clauses)))
	return Reply{JSON: brought{a, "formula", f.digits()}, Blobs: [][]byte{all}}, nil
}

// fileReader reads the file of a request, tells how far it has come, and takes its hash.
type fileReader struct {
	call   *Call
	name   string
	memory float64 // GiB of the computer; 0 if that is not known
	hash   hash.Hash
	read   int64
}

func (f *fileReader) Read(p []byte) (int, error) {
	n, err := f.call.File.Read(p)
	f.hash.Write(p[:n])
	f.read += int64(n)
	f.call.Progress(float64(f.read)/float64(max(1, f.call.File.Size)), "reading "+f.name)
	return n, err
}

// rest reads what is left, for the hash.
func (f *fileReader) rest(text io.Reader) error {
	_, err := io.Copy(io.Discard, text)
	if err == nil {
		_, err = io.Copy(io.Discard, f)
	}
	return err
}

// digits are the first of the hash.
func (f *fileReader) digits() string { return fmt.Sprintf("%x", f.hash.Sum(nil))[:hashDigits] }

// boundedReader is a reader that has too much to give.
type boundedReader struct {
	io.Reader
	left int64 // negative: it has given more than that
	err  error
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, b.err
	}
	return n, err
}
