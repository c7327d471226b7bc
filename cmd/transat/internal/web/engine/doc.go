// Package engine is what works behind the page: it records search trees, runs simulations and checks scripts, in the
// visitor's browser, where it is a WebAssembly program (package wasm), or anywhere else.
//
// A request is a JSON object that says what to do and with what. Its fields are named as the flags of the command line,
// and have the same defaults. The reply is JSON as well, and blobs: bytes that are too many to be text.
//
//	e := engine.New(balance.Builtin())
//	reply, err := e.Do(ctx, []byte(`{"do": "run", "tree": "php-5-4", "grid": "4x4", "policy": "steal"}`), nil, nil)
//	reply.JSON       // {"row": {"policy": "steal", …}, "setup": […], …}
//	reply.Blobs[0]   // the recording of the run
//
// A run is that of the command: the same plan (package experiment) with one formula and one setup, so its row is, digit for digit,
// the one that transat compare --format=json prints. What several rows say of each other, such as who is fastest, the
// request table adds when all of them are there; so they may come from several engines that work side by side.
//
// An engine keeps the trees that it has recorded; tree hands one out as bytes, and load takes it, so that other engines need
// not record it again. Otherwise a request depends on nothing that was asked before.
//
// An engine answers one request at a time. It knows no files, no clock and no network: what visitors write, formulas and
// scripts, comes with the request and goes nowhere.
//
// Start reading at requests.go, the table of requests, which says what each of them takes and gives; each lies in a file of
// its own. setting.go has the fields that they share, errors.go what an error is for the page.
package engine
