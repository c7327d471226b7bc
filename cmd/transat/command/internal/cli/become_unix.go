//go:build unix

package cli

import "golang.org/x/sys/unix"

// become lets another program take the place of this one. It returns only if that does not work.
func become(path string, args, env []string) error { return unix.Exec(path, args, env) }
