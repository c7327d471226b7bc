// Package site is the page as files: one HTML document, modules of JavaScript, a style sheet and a picture.
//
// Nothing here is built. The modules are by hand, the browser loads them as they are, and there is no remote resource:
//
//	index.html     the document: an import map of one line (transat/NAME.js is ./NAME.js), the header, an empty main
//	main.js        the table of rooms; routes #room?field=value to rooms/ROOM.js; theme; the app that rooms are given
//	rooms/*.js     a room a file: title, and open(root, app, query), which returns {close()}
//	link.js        a room's fields as a fragment and back; what is long, such as scripts, is compressed
//	dom.js         elements, form fields, tables, announcements: what rooms are made of
//	style.css      the design: its tokens (colours, sizes) at the top, then the classes that rooms use
//	colours.js     the tokens for canvases: the scale of load, idle, the colours of policies
//	numbers.js     numbers as the command's tables print them
//	player.js      recordings of runs side by side on one clock; needs no engine, so that a file can hold it. Its parts: controls.js
//	               (what it is steered by), stage.js (a grid; layout.js places its processors, links.js draws its traffic), curves.js, standings.js (the table),
//	               inspector.js (one processor in words), keep.js (PNG and CSV); player.css
//	rooms/race.js  what is chosen (setting.js, the form setup.js), run and played; beside it rulebook.js, the rules in words and as
//	               scripts, which editor.js edits; race.css
//	rooms/level.js bare loads: network-stage.js draws a network, network-layout.js says where its processors are, level-curve.js
//	               the spread over the steps, level-presets.js what can be chosen at once, level-words.js its tables; level.css
//	rooms/tree.js  a small search tree, which tree-stage.js draws; tree.css
//	rooms/explain.js  why one policy beats others, in paragraphs and tables (explain-tables.js); explain.css
//	rooms/cluster.js  how runs on many computers stand, asked of the server; cluster.css
//	rooms/tours.js, rooms/exercises.js  texts with players in them: lesson.js; motifs.js draws what they are about; lesson.css
//	rooms/about.js what this is, and which version
//	engine.js      requests to the WebAssembly program in workers (worker.js); exact.js is their JSON, with seeds beyond 2^53
//	recording.js        a run as the engine gives it, at any moment: recording-read.js reads the bytes, recording-ways.js knows the
//	               links, recording-words.js says it in words; times.js
//	replay.js      begins the files that hold recorded runs and no engine (package web/replay); replay.css
//	theme.js       light, dark, or as the system has it
//
// A room is added as a file in rooms and a line in the table of main.js. The package holds no program: who serves or writes
// the page adds that and wasm_exec.js.
package site

import "embed"

// FS holds the page. Its names are the page's own addresses.
//
//go:embed index.html favicon.svg *.css *.js rooms
var FS embed.FS
