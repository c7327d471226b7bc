//go:build !page

package program

// embedded says that this binary does not hold the program.
func embedded() (Program, bool) { return Program{}, false }
