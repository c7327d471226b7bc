//go:build amd64 || arm64

package sim

// prefetch has the computer read the 384 bytes from an address on into its cache, while the program goes on. It may be any address.
//
//go:noescape
func prefetch(at *uint64)
