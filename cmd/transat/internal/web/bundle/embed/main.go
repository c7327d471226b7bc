// Command embed makes the files that a binary with the page in it is built from:
//
//	go run ./cmd/transat/internal/web/bundle/embed
//	go build -tags=page ./cmd/transat
//
// It builds the page's WebAssembly program and writes it, with its bridge to JavaScript, into this folder, where git ignores them.
// The same commit and the same Go make the same bytes.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/web/bundle"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "embed: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	p, root, err := bundle.Build(context.Background(), bundle.Engine())
	if err != nil {
		return err
	}
	folder := filepath.Join(root, "cmd/transat/internal/web/bundle/embed")
	for name, data := range map[string][]byte{bundle.WasmName: p.Wasm, bundle.BridgeName: p.Bridge} {
		err := output.WriteFile(filepath.Join(folder, name), func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
