//go:build !linux

package resident

// files does nothing: how pages would be given back here is not known.
type files struct{}

func program() files { return files{} }

func (files) giveBack(int) {}
