//go:build js && wasm

// Command wasm is the program that the page runs in its workers: it lends package engine to JavaScript.
//
// It sets one global function, and tells that it is there by calling transatReady, if there is such a function:
//
//	transatDo(request, blobs, progress, file) → Promise<{json, blobs}>
//
// The request is a text: a JSON object. Blobs are an array of Uint8Array, those of the reply as well, and progress is
// called with a share and a text. A request that a file belongs to has no blobs, and an object {size, read(from, to)}, which gives
// bytes of the file as a Uint8Array, at once. The json of the reply is a text; where the promise is rejected it is with an object like
// engine.Error.
//
// A call blocks the thread until it is answered, but for its calls of progress; so it is for workers only. worker.js, in
// package site, is the other end.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime/debug"
	"syscall/js"
	"time"

	"transat/balance"
	"transat/cmd/transat/internal/web/engine"
)

// softLimit is the memory of a worker, in bytes, from which on garbage is collected more often. Below it, collecting seldom
// gains nothing: 200 or 400 percent instead of the usual 100 took twice the memory and as much time.
const softLimit = 400 << 20

func main() {
	debug.SetMemoryLimit(softLimit)
	e := engine.New(balance.Builtin())
	js.Global().Set("transatDo", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request, blobs := args[0].String(), bytesOf(args[1])
		progress := reporter(args[2])
		file := js.Undefined()
		if len(args) > 3 {
			file = args[3]
		}
		var executor js.Func
		executor = js.FuncOf(func(_ js.Value, settle []js.Value) any {
			executor.Release()
			resolve, reject := settle[0], settle[1]
			go answer(e, request, blobs, file, progress, resolve, reject)
			return nil
		})
		return js.Global().Get("Promise").New(executor)
	}))
	if ready := js.Global().Get("transatReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {} // the program lives as long as its worker
}

// answer does what a request asks for.
func answer(e *engine.Engine, request string, blobs [][]byte, file js.Value, progress func(float64, string), resolve, reject js.Value) {
	var reply engine.Reply
	var err error
	if file.Truthy() {
		from := &fileOf{file: file, size: int64(file.Get("size").Float())}
		reply, err = e.DoFile(context.Background(), []byte(request), &engine.File{Reader: from, Size: from.size}, progress)
	} else {
		reply, err = e.Do(context.Background(), []byte(request), blobs, progress)
	}
	var text []byte
	if err == nil {
		text, err = json.Marshal(reply.JSON)
	}
	if err != nil {
		text, err := json.Marshal(err)
		if err != nil {
			text = []byte(`{"message": "internal error: an error cannot be told; please report it"}`)
		}
		reject.Invoke(js.Global().Get("JSON").Call("parse", string(text)))
		return
	}
	arrays := make([]any, len(reply.Blobs))
	for i, blob := range reply.Blobs {
		array := js.Global().Get("Uint8Array").New(len(blob))
		js.CopyBytesToJS(array, blob)
		arrays[i] = array
	}
	resolve.Invoke(map[string]any{"json": string(text), "blobs": arrays})
}

// bytesOf copies an array of Uint8Array.
func bytesOf(arrays js.Value) [][]byte {
	var blobs [][]byte
	for i := range arrays.Length() {
		blob := make([]byte, arrays.Index(i).Length())
		js.CopyBytesToGo(blob, arrays.Index(i))
		blobs = append(blobs, blob)
	}
	return blobs
}

// fileOf reads a file of JavaScript, a piece at a time.
type fileOf struct {
	file     js.Value
	at, size int64
	piece    []byte
}

const pieceBytes = 4 << 20

// Read implements io.Reader. What JavaScript throws, for a file that was changed or deleted meanwhile, is an error.
func (f *fileOf) Read(p []byte) (n int, err error) {
	if len(f.piece) == 0 {
		if f.at >= f.size {
			return 0, io.EOF
		}
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n = copy(p, f.piece)
	f.piece = f.piece[n:]
	return n, nil
}

// next gets the next piece.
func (f *fileOf) next() (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case js.Error:
			err = errors.New(thrown.Get("message").String())
		default:
			panic(thrown)
		}
	}()
	bytes := f.file.Call("read", f.at, min(f.size, f.at+pieceBytes))
	f.piece = make([]byte, bytes.Length())
	js.CopyBytesToGo(f.piece, bytes)
	if len(f.piece) == 0 {
		return io.ErrUnexpectedEOF
	}
	f.at += int64(len(f.piece))
	return nil
}

// reporter tells JavaScript of progress, at most thirty times a second.
func reporter(progress js.Value) func(float64, string) {
	if progress.Type() != js.TypeFunction {
		return nil
	}
	const pause = time.Second / 30
	var last time.Time
	return func(share float64, what string) {
		if now := time.Now(); now.Sub(last) >= pause {
			last = now
			progress.Invoke(share, what)
		}
	}
}
