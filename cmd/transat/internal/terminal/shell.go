package terminal

import "strings"

// Shell breaks a command line for a POSIX shell, where it can be copied as it is: at spaces that are not quoted, with a backslash. A
// comment at its end goes before it. Words that are longer than the room stay whole.
func Shell(line string, columns int) []string {
	if Width(line) <= columns {
		return []string{line}
	}
	body := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(body)]
	var lines []string
	words, comment := shellWords(body)
	if comment != "" {
		lines = append(lines, indent+comment)
	}
	now := indent
	for i, word := range words {
		tail := len(" \\") // of all lines but the last
		if i == len(words)-1 {
			tail = 0
		}
		switch {
		case i == 0:
			now += word
		case Width(now)+1+Width(word)+tail > columns:
			lines = append(lines, now+" \\")
			now = indent + "    " + word
		default:
			now += " " + word
		}
	}
	return append(lines, now)
}

// shellWords splits a command line at spaces that are not quoted, and cuts off a comment.
func shellWords(line string) (words []string, comment string) {
	from := 0
	var quote byte // that is open
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '#' && i == from:
			return words, line[i:]
		case c == ' ':
			if from < i {
				words = append(words, line[from:i])
			}
			from = i + 1
		}
	}
	if from < len(line) {
		words = append(words, line[from:])
	}
	return words, ""
}
