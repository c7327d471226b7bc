package dimacs

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// asUTF16 writes a text as PowerShell does.
func asUTF16(order binary.AppendByteOrder, text string) string {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}

func archives(t *testing.T) (zipped, tarred string) {
	t.Helper()
	var z, r bytes.Buffer
	zw, tw := zip.NewWriter(&z), tar.NewWriter(&r)
	f, err := zw.Create("c.cnf")
	if err == nil {
		_, err = io.WriteString(f, below)
	}
	err = errors.Join(err, zw.Close(), tw.WriteHeader(&tar.Header{Name: "c.cnf", Size: int64(len(below)), Mode: 0o644}))
	_, err2 := io.WriteString(tw, below)
	if err := errors.Join(err, err2, tw.Close()); err != nil {
		t.Fatal(err)
	}
	return z.String(), r.String()
}

func TestForeignFormatsAreNamed(t *testing.T) {
	zipped, tarred := archives(t)
	for _, tc := range []struct{ name, text, want string }{
		{"WCNF, old", "c\np wcnf 2 2 10\n10 1 0\n1 2 0\n", "f:2:3: this is a weighted formula (WCNF, for MaxSAT)"},
		{"WCNF, new", "c\nh 1 2 0\n1 -1 0\n", "f:2:1: this is a weighted formula"},
		{"QDIMACS", "p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n", "f:2:1: this is a quantified formula (QDIMACS)"},
		{"QDIMACS, with e alone", "p cnf 2 1\ne 1 2 0\n1 2 0\n", "f:2:1: this is a quantified formula"},
		{"OPB", "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1;\n", "f:1:1: this is a pseudo-Boolean problem (OPB)"},
		{"OPB, an aim first", "min: +1 x1 ;\n", "f:1:1: this is a pseudo-Boolean problem"},
		{"SMT-LIB", "(set-logic QF_BV)\n", "f:1:1: this is an SMT-LIB script"},
		{"SMT-LIB, a comment first", "; a comment\n(set-logic QF_BV)\n", "f:1:1: this is an SMT-LIB script"},
		{"AIGER", "aag 1 1 0 1 0\n2\n2\n", "f:1:1: this is a circuit (AIGER)"},
		{"AIGER, binary", "aig 1 1 0 1 0\n2\n", "f:1:1: this is a circuit"},
		{"graph", "p edge 2 1\ne 1 2\n", "f:1:3: this is a graph (DIMACS)"},
		{"XOR", "p cnf 2 1\nx1 2 0\n", "f:2:1: this is an XOR clause"},
		{"an answer", "s SATISFIABLE\nv 1 0\n", "f:1:1: this is the answer of a solver"},
		{"a web page", "<!DOCTYPE html>\n", "f:1:1: this is a web page"},
		{"JSON", "{\"verdict\":1}", "f:1:1: this is JSON"},
		{"zip", zipped, "f:1:1: this is a zip archive: unpack it, and give the file with the formula"},
		{"tar", tarred, "f:1:1: this is a tar archive"},
		{"7z", "7z\xbc\xaf\x27\x1c\x00\x04", "f:1:1: this is a 7z archive"},
		{"lzma", "\x5d\x00\x00\x80\x00", "f:1:1: this is compressed with lzma"},
		{"UTF-16 without a mark", asUTF16(binary.LittleEndian, below), "f:1:1: this is a text in UTF-16 without a byte order mark: save it"},
		{"UTF-16 without a mark, big-endian", asUTF16(binary.BigEndian, below), "f:1:1: this is a text in UTF-16 without a byte order mark"},
		{"UTF-32", "\xff\xfe\x00\x00p\x00\x00\x00", "f:1:1: this is a text in UTF-32"},
	} {
		for _, how := range waysToRead {
			_, _, err := ReadCubes(how.wrap(strings.NewReader(tc.text)), Options{Name: "f"})
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("%s, %s: the error is %v, want %s", tc.name, how.name, err, tc.want)
			}
		}
	}
	for name, data := range map[string]string{
		"f:1:1: this is a tar archive":    compress(t, gzipped, tarred),
		"f:1:1: this is compressed twice": compress(t, gzipped, compress(t, xzipped, below)),
	} {
		if _, err := Read(strings.NewReader(data), Options{Name: "f"}); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("the error is %v, want %s", err, name)
		}
	}
}

// A line after a c that looks like another format is a comment.
func TestCommentsAreNoForeignFormats(t *testing.T) {
	for _, comment := range []string{"c PK\x03\x04", "c {", "c h 1 0", "c p wcnf 1 1 1", "c\x00\x00\x00"} {
		if _, err := Read(strings.NewReader(comment+"\n"+below), Options{}); err != nil {
			t.Errorf("%q: %v", comment, err)
		}
	}
}

func TestUTF16(t *testing.T) {
	if testing.Short() && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
		t.Skip("takes a second")
	}
	text := "c é, and 😀\r\n" + strings.Repeat("c long\r\n", bufferSize/7) + below
	for name, data := range map[string]string{
		"little-endian": littleEndianMark + asUTF16(binary.LittleEndian, text), "big-endian": bigEndianMark + asUTF16(binary.BigEndian, text),
	} {
		for _, how := range append(waysToRead, wayToRead{"by halves", iotest.HalfReader}) {
			f, err := Read(how.wrap(strings.NewReader(data)), Options{})
			if err != nil || f.Len() != 2 || f.Vars() != 4 {
				t.Errorf("%s, %s: %v, %v", name, how.name, f, err)
			}
			_, err = Read(how.wrap(strings.NewReader(data[:len(data)-1])), Options{})
			if cut := new(SyntaxError); !errors.As(err, &cut) || !cut.Cut {
				t.Errorf("%s, %s, half a letter: the error is %v", name, how.name, err)
			}
		}
	}
	m, err := ReadModel("f", strings.NewReader(littleEndianMark+asUTF16(binary.LittleEndian, "s SATISFIABLE\r\nv 1 -2 0\r\n")), 2)
	if err != nil || len(m.Missing()) > 0 {
		t.Errorf("model %v, %v", m, err)
	}
}
