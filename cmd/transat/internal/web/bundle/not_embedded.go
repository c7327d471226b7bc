//go:build !page

package bundle

// embedded says that this binary does not hold the program.
func embedded() (Program, bool) { return Program{}, false }
