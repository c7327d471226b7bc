// Package fuzztest makes large inputs of small ones, for fuzz targets.
//
// The go command shortens every input that reaches something new, by trying all stretches that could be left out: for an input of
// n bytes, that is n² runs of the target, a minute for a few thousand bytes, in which nothing else is tried. So a target does well to take
// inputs of a hundred and some bytes at the most, and to get what is larger by [Edited]: a sample, and what is to be different in it.
package fuzztest

// Most is how many bytes an input may have that is to be shortened soon. Targets pass longer ones by.
const Most = 160

// Edited returns a sample with changes, which are any bytes: for each, two for the place, one for how many bytes are cut out there, one for how
// many bytes follow that take their place, and these. It does not write to the sample.
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
