package dimacs

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestDetect(t *testing.T) {
	tests := []struct {
		name, text string
		want       Contents
	}{
		{"empty", "", ContentsEmpty},
		{"comments", "c 1\n\n", ContentsEmpty},
		{"formula", "c x\np cnf 1 1\n1 0\n", ContentsFormula},
		{"answer", "c x\ns SATISFIABLE\nv 1 0\n", ContentsModel},
		{"answer far away", strings.Repeat("c 0\n", bufferSize) + "s SATISFIABLE\nv 1 0\n", ContentsModel},
		{"values", "v 1 0\n", ContentsModel},
		{"unsatisfiable", "s UNSATISFIABLE\n", ContentsModel},
		{"minisat", "SAT\n1 0\n", ContentsModel},
		{"minisat, unsatisfiable", "UNSAT\n", ContentsModel},
		{"list", "1 -2 3 0\n", ContentsModel},
		{"list and comment", "1 -2 3 0\nc", ContentsModel},
		{"list without 0", "1 -2 3", ContentsModel},
		{"long list", strings.Repeat("12 ", bufferSize) + "0", ContentsModel},
		{"text proof", "1 -2 3 0\n0\n", ContentsProof},
		{"long lemma", strings.Repeat("12 ", bufferSize) + "0 0", ContentsProof},
		{"empty lemma", "0\n", ContentsProof},
		{"lemma and deletion", "1 -2 3 0\nd 1 -2 3 0\n", ContentsProof},
		{"deletion first", "d 1 -2 3 0\n0\n", ContentsProof},
		{"binary proof", "a\x02\x05\x00a\x00", ContentsProof},
		{"binary deletion first", "d\x02\x05\x00a\x00", ContentsProof},
		{"anything else", "\x7fELF", ContentsProof},
		{"numbers, then anything else", "1 2 x", ContentsProof},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				for _, kind := range []compression{plain, gzipped} {
					data := compress(t, kind, test.text)
					got, whole := Detect(how.wrap(strings.NewReader(data)))
					if got != test.want {
						t.Errorf("%s, %s: got %s, want %s", kind, how.name, got, test.want)
					}
					if all, err := io.ReadAll(whole); err != nil || string(all) != data {
						t.Errorf("%s, %s: the bytes have changed (%v)", kind, how.name, err)
					}
				}
			}
		})
	}
}

func TestDetectKnowsCompressions(t *testing.T) {
	for _, kind := range []compression{gzipped, xzipped, zstandard} {
		for text, want := range map[string]Contents{"v 1 0\n": ContentsModel, "a\x02\x00a\x00": ContentsProof} {
			data := compress(t, kind, text)
			got, whole := Detect(strings.NewReader(data))
			if all, err := io.ReadAll(whole); got != want || err != nil || string(all) != data {
				t.Errorf("%s: got %s, want %s (%v)", kind, got, want, err)
			}
		}
	}
	if got, _ := Detect(strings.NewReader(smallBzip2)); got != ContentsFormula {
		t.Errorf("bzip2: got %s, want %s", got, ContentsFormula)
	}
}

// A proof need not be in memory to be distinguished from a model.
func TestDetectReadsTheBeginning(t *testing.T) {
	text := strings.NewReader(strings.Repeat("1 2 3 0\n", bufferSize))
	if kind, _ := Detect(text); kind != ContentsProof {
		t.Errorf("got %s", kind)
	}
	if read := text.Size() - int64(text.Len()); read > 2*bufferSize {
		t.Errorf("%d bytes have been read, want at most %d", read, 2*bufferSize)
	}
}

// Errors are left to the reader that Detect returns.
func TestDetectPassesErrors(t *testing.T) {
	for _, text := range []string{"", "1 0\n", "v 1", compress(t, gzipped, "0\n")[:15]} {
		_, whole := Detect(io.MultiReader(strings.NewReader(text), iotest.ErrReader(context.Canceled)))
		all, err := io.ReadAll(whole)
		if !errors.Is(err, context.Canceled) || string(all) != text {
			t.Errorf("after %q: got %q, %v", text, all, err)
		}
	}
	data := compress(t, gzipped, "1 0\n0\n")
	for n := range len(data) {
		_, whole := Detect(strings.NewReader(data[:n]))
		if all, err := io.ReadAll(whole); err != nil || !bytes.Equal(all, []byte(data[:n])) {
			t.Errorf("cut after %d bytes: got %q, %v", n, all, err)
		}
	}
}
