package parts

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// The file of the costs has two comments for each part that was refuted, as transat compare reads them behind the cubes of an iCNF file:
//
//	c cube 7 conflicts 812
//	c cube 7 seconds 0.25
//
// Part 0 is called "rest". A part that is solved again has its cost there again.

const costs = "costs"

// cost appends the cost of a part, in one piece, so that a run that is killed leaves no half of it.
func (f *Folder) cost(number int, conflicts int64, long time.Duration) error {
	name := fmt.Sprintf("cube %d", number)
	if number == 0 {
		name = "rest"
	}
	file, err := os.OpenFile(filepath.Join(f.name, costs), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "c %s conflicts %d\nc %[1]s seconds %.3[3]f\n", name, conflicts, long.Seconds())
	return errors.Join(err, file.Close())
}
