package timeline

import (
	"context"
	"io"
	"strings"
	"time"

	"transat/cmd/transat/internal/terminal"
)

// Screen is the terminal that a race is played on.
type Screen interface {
	Size() (columns, rows int)
	Draw(lines []string) error
	Keys() <-chan terminal.Key // nil if there is no keyboard
}

// Play plays a race until the user leaves, or, if there is no keyboard, until it is over. The times that ticks sends
// say how much time has passed. The error is that of ctx, that of the screen, or context.Canceled after Ctrl-C.
func Play(ctx context.Context, screen Screen, race *Race, ticks <-chan time.Time) error {
	keys := screen.Keys()
	alone := keys == nil
	var before time.Time
	for {
		if err := screen.Draw(race.Frame(screen.Size())); err != nil {
			return err
		}
		if alone && race.Over() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case now := <-ticks:
			if !before.IsZero() {
				race.Pass(min(now.Sub(before), longestStep))
			}
			before = now
		case key, ok := <-keys:
			switch {
			case !ok:
				keys, alone = nil, true
			case key == terminal.KeyCtrlC:
				return context.Canceled
			case race.Press(key):
				return nil
			}
		}
	}
}

// longestStep is the time that passes at most between two frames: after the computer has slept, the race goes on
// where it was.
const longestStep = 250 * time.Millisecond

// Stills writes a few frames of a race, one below the other, for a reader without a terminal.
func Stills(w io.Writer, race *Race, columns int) error {
	for _, share := range SnapshotTimes() {
		race.now = share * float64(race.first)
		var lines []string
		lines = append(lines, "after "+strings.TrimSpace(clockText(race.now)), "")
		lines = append(lines, race.panels(columns, race.stillRows(columns))...)
		if _, err := io.WriteString(w, strings.Join(lines, "\n")+"\n\n"); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, race.legend(columns)+"\n\n")
	return err
}

// stillRows is the number of lines that all panels need, with as many side by side as there is room for.
func (r *Race) stillRows(columns int) int {
	wide, high := r.grid()
	across := max(1, (columns+gap)/(max(leastWide, min(wide, largest))+gap))
	down := (len(r.runs) + across - 1) / across
	return down * (min(max(high, largest/2), largest)/2 + 1 + texts)
}
