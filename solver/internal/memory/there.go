package memory

import "math"

// Room is how much memory there is for the program, and the limit that bounds it.
type Room struct {
	Bytes int64  // that it could still be given
	Bound string // such as "ulimit -v", or Computer
	hard  bool   // a single request for more ends the program
}

// Computer is the Bound where there is no other.
const Computer = "the computer"

// There returns how much more memory the program could use, and whether that is known. Linux tells: of the computer, of the control group
// that the program is in (a container), and of ulimit -v and -d. The needs of Go's runtime are subtracted.
func There() (Room, bool) {
	least := Room{Bytes: math.MaxInt64}
	for _, r := range rooms() {
		if r.Bytes < least.Bytes {
			least = r
		}
	}
	return least, least.Bytes < math.MaxInt64
}

// Ceiling returns how much the program may use in all so that it ends in good order, and by what that is bounded; or false if nothing is
// known.
//
// The last part is left free. A slice that grows is copied to one that is larger by a quarter, and Limit looks only now and then; where a
// request for too much ends the program, that must fit, whatever the slice.
func Ceiling() (bytes int64, bound string, ok bool) {
	const hardShare, softShare, leastHard = 0.6, 0.95, 8 << 20
	room, ok := There()
	if !ok {
		return 0, "", false
	}
	share := softShare
	if room.hard {
		share = hardShare
		if room.Bytes < leastHard {
			return 1, room.Bound, true
		}
	}
	bytes = int64(share * float64(room.Bytes))
	if bytes < much {
		bytes += Used()
	}
	return bytes, room.Bound, true
}
