package partition

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// TestBorders reads graphs and partitions with buffers of every size from the smallest on, so that
// their borders come to lie in every number. The answer must be that of a large buffer.
func TestBorders(t *testing.T) {
	graph := "% " + strings.Repeat("comment ", 10) + "\r\n" + strings.Repeat(" ",
		50) + "5 2 011\r\n100000 4 20000\n23\n\t  17 5 999999 \n% none\n6000 1 20000\n1 3 999999\n"
	readGraph := func(l *lines) string {
		g, err := readGraph(l)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(contentOf(g))
	}
	readParts := func(l *lines) string { return fmt.Sprint(readParts(l, 6, 1000)) }
	for _, sample := range []struct {
		name, text, want string
		read             func(*lines) string
	}{
		{"graph", graph, "{[100000 23 17 6000 1]", readGraph},
		{"graph after a byte order mark", byteOrderMark + graph, "{[100000 23 17 6000 1]", readGraph},
		{"graph, a word", graph + "%\n abc", `f:10:2: unexpected "abc"`, readGraph},
		{"parts", byteOrderMark + "1\n10\n100\r\n% " + strings.Repeat("comment ", 10) + "\n999\n  0\n12", "[1 10 100 999 0 12] <nil>", readParts},
		{"parts, one too many", "1\n10\n100\n999\n0\n12\n\n\n 7\n", `f:9:2: unexpected "7"`, readParts},
	} {
		t.Run(sample.name, func(t *testing.T) {
			want := sample.read(newLines("f", strings.NewReader(sample.text)))
			if !strings.Contains(want, sample.want) {
				t.Fatalf("got %s, want %s", want, sample.want)
			}
			for size := 16; size <= len(sample.text)+16; size++ {
				for _, wrap := range []func(io.Reader) io.Reader{
					func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
				} {
					got := sample.read(newLinesSized("f", wrap(strings.NewReader(sample.text)), size))
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("buffer of %d bytes: -want +got\n%s", size, diff)
					}
				}
			}
		})
	}
}
