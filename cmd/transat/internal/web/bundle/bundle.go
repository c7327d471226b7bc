// Package bundle finds the WebAssembly program that is the engine of the page.
//
// The page simulates in the browser, with the same Go code as the command: package web/wasm, built for GOOS=js and
// GOARCH=wasm. There are two ways to come by that program, and [Find] tries them in this order:
//
//  1. A released binary holds it (embedded.go, behind the build tag page; package main in the folder embed makes the files).
//  2. The command runs in a checkout, or was built from one that is still there (checkout.go): then the go command builds
//     it (build.go). That takes a minute the first time and is kept in the user's cache folder (kept.go), under a hash of
//     all that goes into it: its sources, go.mod, go.sum, and the Go that builds it.
//
// Beside the program lies wasm_exec.js, the bridge between Go and JavaScript, which must come from the very Go that built it.
//
// The program is about 10 MB, and less than a third of that when compressed. It is kept, embedded and sent compressed: the page
// unpacks it by itself, so that any host of static files will do.
package bundle

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Program is the engine of the page. Its slices are shared and must not be written to.
type Program struct {
	Wasm   []byte // the WebAssembly module, compressed by gzip
	Bridge []byte // wasm_exec.js of the Go that built it
}

// The names that the two files have in the page's folder.
const (
	WasmName   = "transat.wasm.gz"
	BridgeName = "wasm_exec.js"
)

// Source says where to look for the program. See [Engine].
type Source struct {
	Module  string   // the path of the module that it belongs to: "transat"
	Package string   // its package, below the module: "cmd/transat/internal/web/wasm"
	Folders []string // searched for a checkout of the module, in order: each, and then those that it lies in

	Keep string // the folder that keeps programs; "" builds it each time
	// Warn is told what does not keep the program from being found. It may be nil, as may Progress, which is told how far a
	// build has come: a share from 0 to 1.
	Warn     func(text string)
	Progress func(share float64, what string)
}

// Engine is the source of the page's engine, which is kept nowhere as yet.
func Engine() Source {
	module := strings.TrimSuffix(reflect.TypeFor[Program]().PkgPath(), "/cmd/transat/internal/web/bundle")
	return Source{Module: module, Package: "cmd/transat/internal/web/wasm", Folders: checkouts()}
}

// ErrNowhere says that the binary does not hold the program, and that there is no checkout to build it from.
var ErrNowhere = errors.New("this binary does not hold the page's WebAssembly program, and there is no checkout to build it from: " +
	"call it inside a checkout of its sources, with Go installed, or use a released binary (transat help page)")

// Find returns the program: the embedded one, one that is kept, or one that it builds. While another process builds it, Find
// waits; when ctx ends, it gives up and leaves nothing behind.
func Find(ctx context.Context, s Source) (Program, error) {
	if p, ok := embedded(); ok {
		return p, nil
	}
	p, _, err := Build(ctx, s)
	return p, err
}

// Build is Find that does not look into the binary. It returns the root of the checkout as well.
func Build(ctx context.Context, s Source) (p Program, root string, err error) {
	root, ok := checkout(s.Module, s.Folders)
	if !ok {
		return Program{}, "", ErrNowhere
	}
	b, err := newBuild(ctx, root, s)
	if err == nil {
		p, err = b.kept(ctx)
	}
	if err != nil {
		err = fmt.Errorf("building the page's WebAssembly program from %s: %w", root, err)
	}
	return p, root, err
}
