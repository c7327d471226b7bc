package dimacs

import (
	"bytes"
	_ "embed"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"transat/instances/fuzztest"
)

// smallText is the text of small.cnf.bz2; none of our libraries writes bzip2.
const smallText = "c compressed by every program that the reader knows\np cnf 3 2\n1 -2 0\n2 3 0\n"

//go:embed testdata/small.cnf.bz2
var smallBzip2 string

// compressed returns smallText in the given compression.
func compressed(t testing.TB, kind compression) string {
	t.Helper()
	if kind == bzipped {
		return smallBzip2
	}
	return compress(t, kind, smallText)
}

// compress returns text in the given compression, other than bzip2.
func compress(t testing.TB, kind compression, text string) string {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch kind {
	case gzipped:
		w = gzip.NewWriter(&out)
	case xzipped:
		w, err = xz.NewWriter(&out)
	case zstandard:
		w, err = zstd.NewWriter(&out)
	default:
		return text
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var allCompressions = []compression{plain, gzipped, bzipped, xzipped, zstandard}

// All compressed inputs are short enough for the fuzz targets, which skip longer ones.
func TestCompressedIsShort(t *testing.T) {
	for _, kind := range allCompressions {
		if n := len(compressed(t, kind)); n > fuzztest.Most {
			t.Errorf("%s: %d bytes", kind, n)
		}
	}
}

func TestDecompress(t *testing.T) {
	for _, kind := range allCompressions {
		for _, how := range waysToRead {
			t.Run(string(kind)+" "+how.name, func(t *testing.T) {
				f, err := Read(how.wrap(strings.NewReader(compressed(t, kind))), Options{})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(content{3, [][]int{{1, -2}, {2, 3}}}, contentOf(f)); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			})
		}
	}
}

// TestCutShort cuts a compressed file at every byte after its mark.
func TestCutShort(t *testing.T) {
	for _, kind := range allCompressions[1:] {
		t.Run(string(kind), func(t *testing.T) {
			data := compressed(t, kind)
			for n := 6; n < len(data); n++ {
				_, err := Read(strings.NewReader(data[:n]), Options{Name: "f.cnf"})
				var syntax *SyntaxError
				if !errors.As(err, &syntax) || syntax.Msg != string(kind)+" stream is cut short" {
					t.Errorf("after %d of %d bytes: got %v", n, len(data), err)
				}
			}
		})
	}
}

// TestCorrupt changes every byte of a compressed file, one at a time. Few formats protect all their bytes, but no
// change may result in another formula.
func TestCorrupt(t *testing.T) {
	want := content{3, [][]int{{1, -2}, {2, 3}}}
	for _, kind := range allCompressions[1:] {
		t.Run(string(kind), func(t *testing.T) {
			data := []byte(compressed(t, kind))
			detected := 0
			for i := range data {
				data[i] ^= 0x55
				f, err := Read(bytes.NewReader(data), Options{})
				data[i] ^= 0x55
				var syntax *SyntaxError
				switch {
				case errors.As(err, &syntax):
					detected++
				case err != nil:
					t.Errorf("byte %d: got %v, want a *SyntaxError", i, err)
				default:
					if diff := cmp.Diff(want, contentOf(f)); diff != "" {
						t.Errorf("byte %d: -want +got\n%s", i, diff)
					}
				}
			}
			if detected < len(data)*3/4 {
				t.Errorf("detected %d of %d changed bytes", detected, len(data))
			}
		})
	}
}

func TestPlaceOfCorruption(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"at the end", smallText, "f.cnf:5:1: gzip stream is corrupt: gzip: invalid checksum"},
		{
			"after the trailer", smallText + "%\n" + strings.Repeat("\n", bufferSize),
			"f.cnf:65542:1: gzip stream is corrupt: gzip: invalid checksum",
		},
		{"after a wrong literal", "p cnf 1 1\n2 0\n", "f.cnf:2:1: literal 2 is out of range: the header (line 1) declares 1 variable"},
		{"in a clause", "p cnf 1 1\n1", "f.cnf:2:2: gzip stream is corrupt: gzip: invalid checksum"},
		{"in a literal", "p cnf 1 1\n-", "f.cnf:2:2: gzip stream is corrupt: gzip: invalid checksum"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data := compress(t, gzipped, test.text)
			checksum := len(data) - 8
			_, err := Read(strings.NewReader(data[:checksum]+"12345678"), Options{Name: "f.cnf"})
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestConcatenated reads the output of "cat a.gz b.gz".
func TestConcatenated(t *testing.T) {
	for _, kind := range []compression{gzipped, xzipped, zstandard} {
		data := compress(t, kind, "p cnf 3 2\n1 -") + compress(t, kind, "2 0\n2 3 0\n")
		f, err := Read(strings.NewReader(data), Options{})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if diff := cmp.Diff(content{3, [][]int{{1, -2}, {2, 3}}}, contentOf(f)); diff != "" {
			t.Errorf("%s: -want +got\n%s", kind, diff)
		}
	}
}

func TestDecompressForOtherFormats(t *testing.T) {
	for _, kind := range []compression{plain, gzipped, bzipped, xzipped, zstandard} {
		t.Run(string(kind), func(t *testing.T) {
			text, err := Decompress(strings.NewReader(compressed(t, kind)))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(text)
			if err != nil || string(got) != smallText {
				t.Errorf("got %q, %v", got, err)
			}
			if err := text.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if _, err := Decompress(strings.NewReader("\x1f\x8b")); err == nil || !strings.HasPrefix(err.Error(), "gzip stream: ") {
		t.Errorf("a stream that is cut short gives %v", err)
	}
}
