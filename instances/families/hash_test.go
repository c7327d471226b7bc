package families

import (
	cryptomd5 "crypto/md5"
	cryptosha1 "crypto/sha1"
	cryptosha256 "crypto/sha256"
	"encoding/binary"
	"slices"
	"testing"

	"transat/solver/cnf"
)

// All rounds of a hash are what the library computes, in numbers and in gates, whose inputs are all given.
func TestHashesAreThoseOfTheLibrary(t *testing.T) {
	message := []byte("the quick brown fox jumps over a lazy dog")
	block := append(append(slices.Clone(message), 0x80), make([]byte, 63-len(message))...)
	one, two, five := cryptosha1.Sum(message), cryptosha256.Sum256(message), cryptomd5.Sum(message)
	for _, test := range []struct {
		name  string
		hash  hash
		order binary.ByteOrder
		want  []byte
	}{
		{"SHA-1", sha1(), binary.BigEndian, one[:]},
		{"SHA-256", sha256(), binary.BigEndian, two[:]},
		{"MD5", md5(), binary.LittleEndian, five[:]},
	} {
		test.order.PutUint64(block[56:], uint64(8*len(message)))
		var words [16]uint32
		c := newCircuit()
		var in [][]cnf.Lit
		for i := range words {
			words[i] = test.order.Uint32(block[4*i:])
			in = append(in, c.inputs(32))
			c.is(in[i], uint64(words[i]))
		}
		out := test.hash.gates(c, in, test.hash.rounds)
		verdict, m := decide(t, c.f)
		if verdict != cnf.Satisfiable {
			t.Fatal(test.name, verdict)
		}
		for i, word := range test.hash.numbers(words, test.hash.rounds) {
			want := test.order.Uint32(test.want[4*i:])
			if gates := number(m, out[i]); word != want || gates != int(want) {
				t.Errorf("%s: word %d is %x in numbers and %x in gates, want %x", test.name, i, word, gates, want)
			}
		}
	}
}

// A preimage exists, and hashes to what was given.
func TestPreimagesExist(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	for _, test := range []struct {
		name string
		f    *cnf.Formula
	}{
		{"SHA-1", SHA1(1, 17, 6)},
		{"SHA-256", SHA256(1, 17, 6)},
		{"MD5", MD5(1, 17, 6)},
		{"Bivium", Keystream(1, 190, 172)},
		{"Life", Life(1, 5, 1)},
	} {
		wantVerdict(t, test.name, cnf.Satisfiable, test.f)
	}
}

// The gates of the stream cipher give out what the numbers give out.
func TestKeystreamIsTheCiphers(t *testing.T) {
	state := newDice(1, 1).bits(177)
	c := newCircuit()
	in := c.inputs(177)
	for i, l := range in {
		c.f.Add(cnf.Signed(l.Var(), !state[i]))
	}
	out := bivium(in, 300, c.xor, c.and)
	_, m := decide(t, c.f)
	want := bivium(state, 300, func(x, y bool) bool { return x != y }, func(x, y bool) bool { return x && y })
	for i, l := range out {
		if m.Satisfies(l) != want[i] {
			t.Fatalf("bit %d differs", i)
		}
	}
}
