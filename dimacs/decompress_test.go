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
)

// smallText is what small.cnf.bz2 holds; no library that we use writes bzip2.
const smallText = "c compressed by every program that the reader knows\np cnf 3 2\n1 -2 0\n2 3 0\n"

//go:embed testdata/small.cnf.bz2
var smallBzip2 string

// compressed returns smallText in the given compression.
func compressed(t testing.TB, kind compression) string {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch kind {
	case bzipped:
		return smallBzip2
	case gzipped:
		w = gzip.NewWriter(&out)
	case xzipped:
		w, err = xz.NewWriter(&out)
	case zstandard:
		w, err = zstd.NewWriter(&out)
	default:
		return smallText
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, smallText); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var allCompressions = []compression{plain, gzipped, bzipped, xzipped, zstandard}

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

// TestCorrupt changes every byte of a compressed file, one at a time. Few formats protect all their
// bytes, but no change may give another formula.
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
	data := compressed(t, gzipped)
	checksum := len(data) - 8
	_, err := Read(strings.NewReader(data[:checksum]+"12345678"), Options{Name: "f.cnf.gz"})
	want := "f.cnf.gz:5:1: gzip stream is corrupt: gzip: invalid checksum"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
