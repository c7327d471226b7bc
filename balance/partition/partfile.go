package partition

import (
	"bufio"
	"io"
	"strconv"
)

// ReadParts reads a partition as METIS writes it, the part of one vertex a line, for a graph with the
// given numbers of vertices and parts; name is what errors call it. Errors in the text are of type
// *SyntaxError, others come from r.
func ReadParts(r io.Reader, name string, vertices, parts int) ([]int, error) {
	return readParts(newLines(name, r), vertices, parts)
}

func readParts(l *lines, vertices, parts int) ([]int, error) {
	var all []int
	for {
		ok, err := l.next()
		switch {
		case err != nil:
			return nil, err
		case !ok && len(all) < vertices:
			return nil, l.errorHere("the input ends after %d vertices: the graph has %d", len(all), vertices)
		case !ok:
			return all, nil
		case !l.more():
			continue
		case len(all) == vertices:
			return nil, l.errorHere("unexpected %s: the graph has %d vertices, which are all there", quote(l.token()), vertices)
		}
		q, err := l.integer("a part", 0, int64(parts)-1)
		if err != nil {
			return nil, err
		}
		if err := l.endOfLine("a part"); err != nil {
			return nil, err
		}
		all = append(all, int(q))
	}
}

// WriteParts writes a partition as METIS does. It returns the error of w.
func WriteParts(w io.Writer, parts []int) error {
	out := bufio.NewWriter(w)
	var line []byte
	for _, q := range parts {
		line = append(strconv.AppendInt(line[:0], int64(q), 10), '\n')
		out.Write(line)
	}
	return out.Flush()
}
