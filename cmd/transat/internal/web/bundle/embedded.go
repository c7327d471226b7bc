//go:build page

package bundle

import _ "embed"

// These files are made by `go run ./cmd/transat/internal/web/bundle/embed` before a release is built.

//go:embed embed/transat.wasm.gz
var embeddedWasm []byte

//go:embed embed/wasm_exec.js
var embeddedBridge []byte

// embedded returns the program that this binary holds.
func embedded() (Program, bool) {
	return Program{Wasm: embeddedWasm, Bridge: embeddedBridge}, true
}
