package manual

import (
	"strconv"
	"strings"
)

// This file reads Markdown, as far as our own texts use it: headings with #, paragraphs, code between fences, lists, tables, comments;
// in a line code, emphasis with stars, links and pictures. A test compares what it makes of all texts with what a parser for all of
// CommonMark does.

// block is a part of a text: a heading, a paragraph, and so on.
type block struct {
	kind   kind
	text   string     // of headings and paragraphs, in Markdown; code and comments as they are
	info   string     // the language of code
	number int        // the level of a heading; what an ordered list begins with, -1 for a list with bullets
	loose  bool       // a list whose items are paragraphs
	cells  [][]string // the rows of a table, in Markdown; first its head
	align  []string   // of the columns: "left", "right", "center" or ""
	parts  []block    // the items of a list, what is in an item
}

type kind int

const (
	empty kind = iota
	heading
	paragraph
	code
	comment
	table
	list
	item
)

const fence = "```"

// parse reads lines. spaced says that there is an empty line between two blocks.
func parse(lines []string) (blocks []block, spaced bool) {
	gap := false
	for len(lines) > 0 {
		b, size := next(lines)
		lines = lines[size:]
		if b.kind == empty {
			gap = len(blocks) > 0
			continue
		}
		spaced = spaced || gap
		blocks, gap = append(blocks, b), false
	}
	return blocks, spaced
}

// next reads the block at the beginning, and returns how many lines it has.
func next(lines []string) (b block, size int) {
	first := lines[0]
	switch wide, _ := mark(first); {
	case blank(first):
		return block{}, 1
	case strings.HasPrefix(first, fence):
		for size = 1; size < len(lines) && !strings.HasPrefix(lines[size], fence); size++ {
			b.text += lines[size] + "\n"
		}
		b.kind = code
		b.info, _, _ = strings.Cut(first[len(fence):], " ")
		return b, min(size+1, len(lines))
	case strings.HasPrefix(first, "<!--"):
		for size < len(lines) && (size == 0 || !strings.Contains(lines[size-1], "-->")) {
			b.text += lines[size] + "\n"
			size++
		}
		b.kind = comment
		return b, size
	case level(first) > 0:
		n := level(first)
		return block{kind: heading, number: n, text: strings.TrimSpace(first[n:])}, 1
	case wide > 0:
		return readList(lines)
	case len(lines) > 1 && strings.Contains(first, "|") && strings.Trim(lines[1], "-|: ") == "" && strings.Contains(lines[1], "--"):
		return readTable(lines)
	}
	for size < len(lines) && !blank(lines[size]) && (size == 0 || !interrupts(lines[size])) {
		b.text += strings.TrimSpace(lines[size]) + "\n"
		size++
	}
	return block{kind: paragraph, text: strings.TrimSpace(b.text)}, size
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

// level is that of the heading in a line, or 0.
func level(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if !strings.HasPrefix(line[n:], " ") {
		return 0
	}
	return n
}

// mark returns how wide the mark is that begins an item of a list, or 0, and its number, -1 if it is a bullet.
func mark(line string) (wide, number int) {
	if strings.HasPrefix(line, "- ") {
		return 2, -1
	}
	digits, _, found := strings.Cut(line, ". ")
	number, err := strconv.Atoi(digits)
	if !found || err != nil || number < 0 {
		return 0, 0
	}
	return len(digits) + 2, number
}

// interrupts reports whether a line ends a paragraph without an empty line.
func interrupts(line string) bool {
	wide, number := mark(line)
	return strings.HasPrefix(line, fence) || strings.HasPrefix(line, "<!--") || level(line) > 0 || wide > 0 && (number < 0 || number == 1)
}

// readList reads a list. To an item belong the lines that are indented, and those that go on with its last paragraph.
func readList(lines []string) (l block, size int) {
	_, number := mark(lines[0])
	l = block{kind: list, number: number}
	for size < len(lines) {
		wide, n := mark(lines[size])
		if wide == 0 || n < 0 != (number < 0) {
			break
		}
		l.loose = l.loose || size > 0 && blank(lines[size-1])
		inside := []string{lines[size][wide:]}
		end := size + 1 // of what belongs to the item
		for at := end; at < len(lines); at++ {
			line := lines[at]
			indented := strings.HasPrefix(line, strings.Repeat(" ", wide))
			if !blank(line) && !indented && (at > end || interrupts(line) || strings.HasSuffix(lines[at-1], fence)) {
				break
			}
			if wide, _ := mark(line); wide > 0 {
				break
			}
			if indented {
				line = line[wide:]
			}
			inside = append(inside, strings.TrimRight(line, " "))
			if !blank(line) {
				end = at + 1
			}
		}
		parts, spaced := parse(inside[:end-size])
		l.loose = l.loose || spaced
		l.parts = append(l.parts, block{kind: item, parts: parts})
		for size = end; end < len(lines) && blank(lines[end]); end++ {
		}
		if end < len(lines) {
			if wide, n := mark(lines[end]); wide > 0 && n < 0 == (number < 0) {
				size = end
			}
		}
	}
	return l, size
}

func readTable(lines []string) (t block, size int) {
	t.kind = table
	for ; size < len(lines) && strings.Contains(lines[size], "|"); size++ {
		cells := strings.Split(strings.Trim(strings.TrimSpace(lines[size]), "|"), "|")
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(cell)
			if size == 1 {
				t.align = append(t.align, alignment(cells[i]))
			}
		}
		if size != 1 {
			t.cells = append(t.cells, cells)
		}
	}
	return t, size
}

// alignment is that of a column, by the cell of the line below the head.
func alignment(cell string) string {
	left, right := strings.HasPrefix(cell, ":"), strings.HasSuffix(cell, ":")
	switch {
	case left && right:
		return "center"
	case left:
		return "left"
	case right:
		return "right"
	}
	return ""
}

// span is a part of a line: text, code, emphasis and so on.
type span struct {
	kind  spanKind
	text  string // of text and code
	to    string // where a link leads, where a picture is
	parts []span // of all others
}

type spanKind int

const (
	words spanKind = iota
	literal
	emphasis
	strong
	link
	picture
)

// spans reads the text of a block.
func spans(text string) []span {
	var all []span
	from := 0 // of words
	for i := 0; i < len(text); {
		s, size := nextSpan(text[i:])
		if size == 0 {
			i++
			continue
		}
		if from < i {
			all = append(all, span{text: text[from:i]})
		}
		all = append(all, s)
		i += size
		from = i
	}
	if from < len(text) {
		all = append(all, span{text: text[from:]})
	}
	return all
}

// nextSpan reads the span at the beginning. Its size is 0 if that is nothing but text.
func nextSpan(text string) (s span, size int) {
	between := func(kind spanKind, mark string) (span, int) {
		inside, _, found := strings.Cut(text[len(mark):], mark)
		if !found || inside == "" || inside != strings.TrimSpace(inside) {
			return span{}, 0
		}
		return span{kind: kind, text: inside, parts: spans(inside)}, len(inside) + 2*len(mark)
	}
	switch {
	case strings.HasPrefix(text, "`"):
		s, size = between(literal, "`")
		return span{kind: literal, text: strings.ReplaceAll(s.text, "\n", " ")}, size
	case strings.HasPrefix(text, "**"):
		return between(strong, "**")
	case strings.HasPrefix(text, "*"):
		return between(emphasis, "*")
	case strings.HasPrefix(text, "!["):
		s, size = nextSpan(text[1:])
		if s.kind != link {
			return span{}, 0
		}
		s.kind = picture
		return s, size + 1
	case strings.HasPrefix(text, "["):
		inside, rest, found := strings.Cut(text[1:], "](")
		to, _, closed := strings.Cut(rest, ")")
		if !found || !closed || strings.Contains(inside, "]") {
			return span{}, 0
		}
		return span{kind: link, to: to, parts: spans(inside)}, len("[](") + len(inside) + len(to) + len(")")
	}
	return span{}, 0
}
