package search

import (
	"encoding/binary"
	"errors"
)

// A place travels as bytes that [bytes.Compare] orders as comparePlaces does, and one lies below another where these are its prefix:
//
//	number      0 to 127        up to 16383        larger
//	bytes       0xxxxxxx        10xxxxxx …         11000000 and 4 bytes, the highest first

const (
	twoBytes, fiveBytes = 0x80, 0xc0
	mostInOne           = 1<<7 - 1
	mostInTwo           = 1<<14 - 1
)

// appendNumber appends the number of a node among its siblings.
func appendNumber(dst []byte, n uint32) []byte {
	switch {
	case n <= mostInOne:
		return append(dst, byte(n))
	case n <= mostInTwo:
		return append(dst, twoBytes|byte(n>>8), byte(n))
	default:
		return binary.BigEndian.AppendUint32(append(dst, fiveBytes), n)
	}
}

// appendPlace appends a place.
func appendPlace(dst []byte, place []uint32) []byte {
	for _, n := range place {
		dst = appendNumber(dst, n)
	}
	return dst
}

var errPlace = errors.New("search: a place that cannot be read")

// readPlace is the inverse of appendPlace. No place has two texts.
func readPlace(text []byte) (place []uint32, err error) {
	for len(text) > 0 {
		n, size := uint32(text[0]), 1
		switch first := text[0]; {
		case first == fiveBytes && len(text) >= 5:
			n, size = binary.BigEndian.Uint32(text[1:]), 5
		case first >= fiveBytes, first >= twoBytes && len(text) < 2:
			return nil, errPlace
		case first >= twoBytes:
			n, size = uint32(first&^twoBytes)<<8|uint32(text[1]), 2
		}
		if size > 1 && n <= mostInOne || size > 2 && n <= mostInTwo {
			return nil, errPlace
		}
		place, text = append(place, n), text[size:]
	}
	return place, nil
}
