// Package fuzztest makes large inputs from small ones, for fuzz targets: see [Edited].
//
// The go command shortens every input that reaches new code, by leaving out every stretch in turn: for an input of n
// bytes, that is n² runs of the target, a minute for a few thousand bytes, in which it tries nothing else. So a target
// should have inputs of at most about a hundred bytes, and make larger ones by [Edited]: from a sample, and the changes
// to it.
package fuzztest

// Most is the most bytes of an input that the go command shortens fast. Targets skip longer ones.
const Most = 160

// Edited returns a sample with changes, which any bytes encode: for each change, two bytes for its place, one for the
// number of bytes to cut out there, one for the number of bytes that replace them, and these. It does not write to the
// sample.
func Edited(sample string, edits []byte) []byte {
	text := []byte(sample)
	for len(edits) >= 4 {
		at := (int(edits[0])<<8 | int(edits[1])) % (len(text) + 1)
		cut, put := min(int(edits[2]), len(text)-at), min(int(edits[3]), len(edits)-4)
		text = append(append(append([]byte{}, text[:at]...), edits[4:4+put]...), text[at+cut:]...)
		edits = edits[4+put:]
	}
	return text
}
