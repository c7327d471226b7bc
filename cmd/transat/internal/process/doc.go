// Package process says what the program may take of the computer, and whether others are at work on it.
//
// [Need] and [Available] tell whether a large job fits into the memory that is left. [Start] begins to watch whether other programs use
// the cores while something is timed: then the CPU time of this one is less than its threads should have had, and the times are too long.
//
//	watch := process.Start()
//	… work with two threads for a second …
//	if note := watch.Note(2 * time.Second); note != "" {
//		fmt.Println(note) // others were at work on this computer: …
//	}
package process
