// Package site is the page: its files, and what makes a whole of them, the WebAssembly program and a list of recorded trees. The command
// transat serve sends it, and transat page writes it.
//
//	index.html, main.js, style.css …   the files of this folder
//	transat.wasm.gz, wasm_exec.js      the program and its bridge, from package bundle
//	tours/ring.html, exercises/1.html  texts, from package course
//	trees/index.json, trees/KEY        recorded trees, see [Trees]
//
// [New] puts the page together (page.go), [Page.Write] writes it to a folder (write.go). All its links are relative, so it works in any
// folder of any host. In index.html the page says what a browser may do with it (policy.go); package server says the same in headers, and
// more.
//
// # The files
//
// Nothing here is built, but for settings.js and policy-styles.js, which tests write. The browser loads the modules as they are; no
// resource is remote:
//
//	index.html       the document: an import map of one line (transat/NAME.js is ./NAME.js), the header, an empty main
//	main.js          the table of rooms; opens rooms/ROOM.js for #room?field=value; theme; the app that rooms are given
//	rooms/*.js       a room a file: title, and open(root, app, query, path), which returns {close()}
//	link.js          a room's fields as a fragment and back; long values, such as scripts, are compressed
//	dom.js           elements, form fields, tables, announcements: the material of rooms
//	style.css        the design: its tokens (colours, sizes) at the top, then the classes that rooms use
//	colours.js       the tokens for canvases: the scale of load, idle, the colours of policies; policy-styles.js is their table
//	numbers.js       numbers as the command's tables print them
//	settings.js      the table of settings; setting-field.js makes form fields of it
//	player.js        recorded runs side by side on one clock; needs no engine, so that a file can hold it. Its parts: controls.js,
//	                 stage.js (a grid; layout.js places its processors, links.js draws its traffic, origin-lines.js where work came
//	                 from), curves.js and timeline.js (how they are zoomed and read), standings.js (the table), inspector.js (one
//	                 processor in words), keep.js (PNG and CSV); player.css
//	recording.js     a recorded run at any moment: recording-read.js reads the bytes, recording-ways.js knows the links,
//	                 recording-origins.js where work came from, recording-words.js has the words; times.js
//	engine.js        requests to the WebAssembly program in workers (worker.js); exact.js is their JSON, with seeds beyond 2^53
//	replay.js        begins the files that hold recorded runs and no engine (package replay); replay.css
//	theme.js         light, dark, or as the system has it
//
// The rooms and their own modules:
//
//	race             the setting (setting.js, the form setup.js), run and played; rulebook.js has the rules in words and as scripts,
//	                 which editor.js edits; race.css
//	level            bare loads: network-stage.js draws a network, network-layout.js places its processors, level-curve.js draws the
//	                 spread over the steps, level-presets.js has experiments, level-words.js the tables; level.css
//	tree             a small search tree, which tree-stage.js draws; tree.css
//	explain          why one policy beats others, in paragraphs and tables (explain-tables.js); explain.css
//	cluster          how runs on many computers stand, asked of the server; cluster.css
//	tours, exercises texts with players in them: lesson.js; motifs.js draws their pictures; lesson.css
//	about            what this is, and which version
//
// To add a room, add a file to rooms and a line to the table of main.js.
package site

import "embed"

// FS holds the page. Its names are the page's own addresses.
//
//go:embed index.html favicon.svg *.css *.js rooms
var FS embed.FS
