package script

import "go.starlark.net/syntax"

// The word load. Starlark reserves it for the statement load(…), and its parser refuses it behind a dot, where nothing
// else can be meant. But p.load is a word of the contract, and a message about a load has a field of that name. So for
// the parser the word is spelt otherwise where it stands behind a dot, or before the = of a named argument, and the
// tree that comes out gets it back. Both spellings have the same length, so that no position changes.
const (
	reserved = "load"
	disguise = "l0ad"
)

// disguised returns a source with another spelling of those words.
func disguised(source []byte) []byte {
	out := append([]byte(nil), source...)
	brackets, dot := 0, false // dot: the last token was one
	for i := 0; i < len(out); {
		c := out[i]
		switch {
		case c == '#':
			for i < len(out) && out[i] != '\n' {
				i++
			}
			continue
		case c == '"' || c == '\'':
			i = afterText(out, i)
			dot = false
			continue
		case letter(c):
			end := i
			for end < len(out) && (letter(out[end]) || '0' <= out[end] && out[end] <= '9') {
				end++
			}
			if string(out[i:end]) == reserved && (dot || brackets > 0 && assigns(out[end:])) {
				copy(out[i:], disguise)
			}
			i, dot = end, false
			continue
		case c == '(' || c == '[' || c == '{':
			brackets++
		case c == ')' || c == ']' || c == '}':
			brackets--
		}
		if c != ' ' && c != '\t' {
			dot = c == '.'
		}
		i++
	}
	return out
}

// afterText returns the place behind a string that begins at i. A raw string needs no rule of its own: in it, too, a
// quotation mark behind a backslash does not end it.
func afterText(s []byte, i int) int {
	quote, long := s[i], i+2 < len(s) && s[i+1] == s[i] && s[i+2] == s[i]
	if long {
		i += 2
	}
	for i++; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '\n' && !long: // not ended: the parser says so
			return i
		case s[i] == quote && !long:
			return i + 1
		case s[i] == quote && i+2 < len(s) && s[i+1] == quote && s[i+2] == quote:
			return i + 3
		}
	}
	return len(s)
}

func letter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// assigns reports whether = comes next, and not ==.
func assigns(s []byte) bool {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return len(s) > 0 && s[0] == '=' && (len(s) == 1 || s[1] != '=')
}

// unmask gives the words in a tree their spelling back.
func unmask(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && id.Name == disguise {
			id.Name = reserved
		}
		return true
	})
}
