package process

import (
	"fmt"
	"time"
)

// Watch knows how much CPU time the program had used at a moment.
type Watch struct {
	began time.Duration
	known bool
}

// Start returns a watch for what comes.
func Start() Watch {
	used, known := CPUTime()
	return Watch{began: used, known: known}
}

// Note says that others were at work if since Start the program has used less CPU time than wanted: the sum of the times that its
// threads had something to do. It returns "" if there is nothing to say, if too little was wanted to tell, or if the system does not.
func (w Watch) Note(wanted time.Duration) string {
	now, known := CPUTime()
	if !known || !w.known {
		return ""
	}
	return note(now-w.began, wanted)
}

const (
	enough = 0.85                   // of the wanted time, on an idle computer: threads are not at work all the time
	least  = 200 * time.Millisecond // to tell: CPU times come in steps of 10 ms on some systems
)

func note(used, wanted time.Duration) string {
	share := used.Seconds() / max(wanted.Seconds(), 1e-9)
	if wanted < least || share >= enough {
		return ""
	}
	return fmt.Sprintf("others were at work on this computer: this program got %.0f %% of the CPU time that it could have used, and times "+
		"are longer for it",
		100*share)
}
