package wire_test

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"transat/solver/internal/wire"
)

type inner struct {
	Flag  bool
	Words []string
	Rows  [][]uint32
}

// own is written by its own methods.
type own struct{ text string }

func (o own) MarshalBinary() ([]byte, error) { return []byte(o.text), nil }

func (o *own) UnmarshalBinary(data []byte) error {
	if o.text = string(data); o.text == "bad" {
		return errors.New("a bad text")
	}
	return nil
}

type outer struct {
	A     int
	_     int
	B     uint64
	C     int64
	D     uint32
	Sum   [4]uint8
	Name  string
	One   inner
	All   []inner
	Own   own
	Owns  []own
	Signs []int8
	Bools []bool
}

func draw(t *rapid.T) outer {
	numbers := rapid.SliceOfN(rapid.Uint32(), 0, 3)
	in := rapid.Custom(func(t *rapid.T) inner {
		return inner{
			rapid.Bool().Draw(t, "flag"), rapid.SliceOfN(rapid.StringN(0, 3, -1), 0, 3).Draw(t, "words"),
			rapid.SliceOfN(numbers, 0, 3).Draw(t, "rows"),
		}
	})
	text := rapid.Custom(func(t *rapid.T) own { return own{rapid.StringMatching("[a-c]{1,4}").Draw(t, "own")} })
	return outer{
		A: rapid.Int().Draw(t, "A"), B: rapid.Uint64().Draw(t, "B"), C: rapid.Int64().Draw(t, "C"), D: rapid.Uint32().Draw(t, "D"),
		Sum: [4]uint8(rapid.SliceOfN(rapid.Byte(), 4, 4).Draw(t, "Sum")), Name: rapid.String().Draw(t, "name"),
		One: in.Draw(t, "one"), All: rapid.SliceOfN(in, 0, 3).Draw(t, "all"), Own: text.Draw(t, "own"),
		Owns: rapid.SliceOfN(text, 0, 2).Draw(t, "owns"), Signs: rapid.SliceOfN(rapid.Int8(), 0, 3).Draw(t, "signs"),
		Bools: rapid.SliceOfN(rapid.Bool(), 0, 3).Draw(t, "bools"),
	}
}

func same(want, got outer) string {
	return cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.AllowUnexported(own{}, outer{}))
}

// Read understands what Append and package gob write, one message after the other.
func TestReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := []outer{draw(t), draw(t)}
		var ours, theirs bytes.Buffer
		encoder := gob.NewEncoder(&theirs)
		for _, v := range want {
			message, err := wire.Append(nil, v)
			ours.Write(message)
			if err := errors.Join(err, encoder.Encode(v)); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range map[string]*bytes.Buffer{"wire": &ours, "gob": &theirs} {
			r := bufio.NewReader(text)
			for i := range want {
				var got outer
				if err := wire.Read(r, &got); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if diff := same(want[i], got); diff != "" {
					t.Fatalf("%s: -written +read:\n%s", name, diff)
				}
			}
			if err := wire.Read(r, new(outer)); err != io.EOF {
				t.Fatalf("%s: at the end: %v", name, err)
			}
		}
	})
}

// The example of the package comment.
func TestTheEncodingIsTheOneInTheComment(t *testing.T) {
	message, err := wire.Append(nil, struct {
		A int
		B []uint32
	}{-3, []uint32{1, 300}})
	const want = "0a 02 01 05 01 02 01 fe 01 2c 00"
	if got := fmt.Sprintf("% x", message); got != want || err != nil {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

// Whatever comes, Read ends with an error or a value, and takes no more memory than there are bytes.
func FuzzRead(f *testing.F) {
	good, err := wire.Append(nil, outer{A: 1, All: []inner{{Flag: true, Rows: [][]uint32{{1, 2, 300}}}}, Own: own{"x"}, Name: "n"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("\xf8\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("\x80"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v outer
		if err := wire.Read(bufio.NewReader(bytes.NewReader(data)), &v); err != nil {
			return
		}
		again, err := wire.Append(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		var w outer
		if err := wire.Read(bufio.NewReader(bytes.NewReader(again)), &w); err != nil || same(v, w) != "" {
			t.Errorf("read again: %v\n%s", err, same(v, w))
		}
	})
}

func TestErrors(t *testing.T) {
	good, err := wire.Append(nil, outer{A: 1, Own: own{"bad"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"nothing":          {"", "EOF"},
		"cut short":        {string(good[:len(good)-1]), "unexpected EOF"},
		"its own error":    {string(good), "a bad text"},
		"too long":         {"\x04\x02\x00\x00\x00", "corrupt message"},
		"no such field":    {"\x03\x02\x7f\x00", "corrupt message"},
		"a long slice":     {"\x04\x02\x08\x7f\x00", "corrupt message"},
		"a large number":   {"\x08\x02\x04\xfb\x01\x00\x00\x00\x00", "corrupt message"},
		"a wrong number":   {"\x03\x02\x01\x80", "corrupt message"},
		"a negative size":  {"\xf8\xff\xff\xff\xff\xff\xff\xff\xff", "corrupt message"},
		"an array of five": {"\x09\x02\x05\x05\x01\x02\x03\x04\x05\x00", "corrupt message"},
	} {
		var v outer
		if err := wire.Read(bufio.NewReader(strings.NewReader(c.text)), &v); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}
