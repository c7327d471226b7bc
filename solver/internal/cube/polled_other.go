//go:build !unix

package cube

import "io"

// polled returns its argument: only on Unix can a pipe be made one that does not block.
func polled(r io.Reader) io.Reader { return r }
