package dimacs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"transat/instances/fuzztest"
)

// TestBorders reads inputs of all formats with buffers of every size from the smallest on, so that their borders lie in
// every token and between any two, and with input in two pieces, cut everywhere. The answer must always be that of a
// buffer which holds everything.
func TestBorders(t *testing.T) {
	if testing.Short() && os.Getenv("TRANSAT_TEST_NO_SKIP") == "" {
		t.Skip("takes a second")
	}
	for _, sample := range borderSamples() {
		t.Run(sample.name, func(t *testing.T) {
			want := sample.read(open("f", strings.NewReader(sample.text)))
			if fault := want[len(want)-1]; !strings.Contains(fault, sample.fault) || (fault == "") != (sample.fault == "") {
				t.Fatalf("error %q, want %q", fault, sample.fault)
			}
			check := func(how string, size int, r io.Reader) {
				t.Helper()
				if got := sample.read(openSized("f", r, size)); !slices.Equal(want, got) {
					t.Fatalf("%s: -a large buffer +this one\n%s", how, cmp.Diff(want, got))
				}
			}
			sizes := 75 // of buffers
			if os.Getenv("TRANSAT_TEST_MORE") != "" {
				sizes = 300
			}
			for size := maxToken; size < maxToken+sizes; size++ {
				check(fmt.Sprintf("buffer of %d bytes", size), size, strings.NewReader(sample.text))
			}
			for size := maxToken; size < maxToken+16; size++ {
				for _, how := range append(waysToRead, wayToRead{"by halves", iotest.HalfReader}) {
					check(fmt.Sprintf("buffer of %d bytes, %s", size, how.name), size, how.wrap(strings.NewReader(sample.text)))
				}
			}
			for _, kind := range []compression{gzipped, xzipped, zstandard} {
				packed := compress(t, kind, sample.text)
				for size := maxToken; size < maxToken+4; size++ {
					check(fmt.Sprintf("%s, buffer of %d bytes", kind, size), size, strings.NewReader(packed))
				}
			}
			for cut := range sample.text {
				r := io.MultiReader(strings.NewReader(sample.text[:cut]), strings.NewReader(sample.text[cut:]))
				check(fmt.Sprintf("cut at byte %d", cut), len(sample.text)+maxToken, r)
			}
		})
	}
}

// borderSample is an input some buffers of maxToken bytes long.
type borderSample struct {
	name, text string
	read       func(text) []string // the contents in words, and last the error
	fault      string              // part of the error
}

func borderSamples() []borderSample {
	comment := "c " + strings.Repeat("comment ", 10) + "\n"
	blanks := strings.Repeat(" \t", 40)
	list := numberLists(4, 1, 10, 999999, 999, 20000)
	cnf := comment + "p" + blanks + "cnf" + blanks + "999999" + blanks + "4 \n" + list + comment
	icnf := comment + "p" + blanks + "inccnf" + blanks + "\n" + list +
		"a" + blanks + "-7" + blanks + "0\n" + comment + "a 8 0 a 2000 -300 40 -5 0"
	proof := "d" + blanks + list + comment + list + "d" + blanks + "\n17 -5 0 0\n"
	binary := binaryLists(1, 63) + binaryLists(64, 8191, 127, 128) + binaryLists(1, 5000, 1<<14, 1<<20, 1<<27)
	answer := comment + "s" + blanks + "SATISFIABLE\nv 1 -2 3 -14" + blanks + "15 -106\nv" +
		strings.Repeat(" 27", 20) + "\n" + comment + "v 999 0\n"
	five := strings.Replace(cnf, "4 \n", "5 \n", 1)
	return []borderSample{
		{"formula", cnf, readFormulaInWords, ""},
		{"formula with a trailer", cnf + "%" + strings.Repeat("\nanything", 10), readFormulaInWords, ""},
		{"formula, a word", five + "17 1x 0", readFormulaInWords, `unexpected "1x"`},
		{"formula, a literal out of range", five + "17 -1000000 0", readFormulaInWords, "out of range"},
		{"formula, too few clauses", five, readFormulaInWords, "ends after 4 clauses"},
		{"formula, a long token", five + comment + strings.Repeat("9", 100), readFormulaInWords, "unexpected"},
		{"formula, cut", five + comment + "17", readFormulaInWords, "ends inside clause 5"},
		{"formula where cubes may be", cnf, readCubesInWords, ""},
		{"cubes", icnf, readCubesInWords, ""},
		{"cubes, cut", icnf[:len(icnf)-1], readCubesInWords, "ends inside cube 3"},
		{"cubes for a formula", icnf, readCubeListInWords, ""},
		{"cubes alone", icnf[strings.Index(icnf, "a"+blanks):], readCubeListInWords, ""},
		{"no cubes", cnf, readCubeListInWords, `unexpected "p"`},
		{"text proof", proof, readProofInWords(ProofText), ""},
		{"text proof, recognised", proof, readProofInWords(""), ""},
		{"text proof, cut", proof + "1 2", readProofInWords(""), "cut short"},
		{"text proof, a word", proof + comment + "1 2x", readProofInWords(""), `unexpected "2x"`},
		{"binary proof", binary, readProofInWords(ProofBinary), ""},
		{"binary proof, recognised", binary, readProofInWords(""), ""},
		{"binary proof, cut in a literal", binary + "a\x02\x85", readProofInWords(""), "cut short"},
		{"binary proof, a wrong literal", binary + "a\x02\x80\x00", readProofInWords(""), "without a variable"},
		{"model", answer, readModelInWords, ""},
		{"model, a contradiction", strings.Replace(answer, "999", "-27", 1), readModelInWords, "contradicts"},
		{"model, more behind it", answer + "v 3 0", readModelInWords, "after the 0"},
		{"formula after a byte order mark", byteOrderMark + cnf, readFormulaInWords, ""},
		{"text proof after a byte order mark", byteOrderMark + proof, readProofInWords(""), ""},
		{"which kind: proof", proof, detectInWords, ""},
		{"which kind: model", strings.ReplaceAll(list, " 0\n", " "), detectInWords, ""},
	}
}

// numberLists returns a number of lists of ten numbers, which repeat the given ones with either sign, each ended by 0.
func numberLists(count int, values ...int) string {
	var text strings.Builder
	for range count {
		for i := range 10 {
			fmt.Fprintf(&text, "%s%d ", []string{"", "-"}[i%2], values[i%len(values)])
		}
		text.WriteString("0\n")
	}
	return text.String()
}

// binaryLists returns a lemma and a deletion of more than 64 literals, which repeat the given variables.
func binaryLists(vars ...uint64) string {
	var lits []byte
	for i := range 70 {
		lits = binary.AppendUvarint(lits, 2*vars[i%len(vars)]+uint64(i%2))
	}
	return "a" + string(lits) + "\x00d" + string(lits) + "\x00"
}

func readFormulaInWords(input text) []string {
	f, err := read(input, unknownSize, Options{Name: "f"}.withDefaults("f"))
	if err != nil {
		return []string{err.Error()}
	}
	return []string{fmt.Sprint(contentOf(f)), ""}
}

func readCubesInWords(input text) []string {
	f, cubes, err := readCubes(input, unknownSize, Options{Name: "f"}.withDefaults("f"))
	if err != nil {
		return []string{err.Error()}
	}
	return []string{fmt.Sprint(contentOf(f)), fmt.Sprint(cubes), ""}
}

func readCubeListInWords(input text) []string {
	cubes, err := readCubeList(input, 999999, Options{Name: "f"}.withDefaults("f"))
	if err != nil {
		return []string{err.Error()}
	}
	return []string{fmt.Sprint(cubes), ""}
}

func readModelInWords(input text) []string {
	m, err := readModel(input, 1000)
	if err != nil {
		return []string{err.Error()}
	}
	return []string{fmt.Sprint(m), ""}
}

func detectInWords(input text) []string { return []string{string(detect(input)), ""} }

func readProofInWords(format ProofFormat) func(text) []string {
	return func(input text) []string {
		p, err := newProofReader(input, ProofOptions{Format: format})
		if err != nil {
			return []string{err.Error()}
		}
		words := []string{string(p.Format())}
		for {
			s, err := p.Next()
			switch {
			case errors.Is(err, io.EOF):
				return append(words, "")
			case err != nil:
				return append(words, err.Error())
			}
			words = append(words, fmt.Sprintf("%s: %t %v", s.Pos, s.Deletion, s.Clause))
		}
	}
}

// FuzzBorders reads any input with all readers, through a buffer of any size. The answer must be that of a buffer which
// holds everything.
func FuzzBorders(f *testing.F) {
	samples := borderSamples()
	for i, sample := range samples {
		f.Add(byte(i), []byte{}, byte(len(sample.text)))
	}
	f.Fuzz(func(t *testing.T, sample byte, edits []byte, more byte) {
		if len(edits) > fuzztest.Most {
			return
		}
		data := fuzztest.Edited(samples[int(sample)%len(samples)].text, edits)
		for _, read := range []func(text) []string{
			readFormulaInWords, readCubesInWords, readCubeListInWords, readModelInWords, detectInWords,
			readProofInWords(ProofText), readProofInWords(ProofBinary),
		} {
			want := read(open("f", bytes.NewReader(data)))
			if diff := cmp.Diff(want, read(openSized("f", bytes.NewReader(data), maxToken+int(more)))); diff != "" {
				t.Fatalf("buffer of %d bytes: -a large buffer +this one\n%s", maxToken+int(more), diff)
			}
		}
	})
}
