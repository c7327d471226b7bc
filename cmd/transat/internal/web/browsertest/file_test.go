//go:build !js && !wasip1

package browsertest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ofTasks is a tree as JSON Lines: roots with children, and a few below each of them.
func ofTasks(roots, children, grandchildren int) string {
	var b strings.Builder
	b.WriteString(`{"unit":"seconds","pruned":true}` + "\n")
	for r := range roots {
		fmt.Fprintf(&b, `{"id":"r%d","work":0.25}`+"\n", r)
		for c := range children {
			fmt.Fprintf(&b, `{"id":"r%d.%d","parent":"r%d","work":%d.5}`+"\n", r, c, r, 1+c%7)
			for g := range grandchildren {
				fmt.Fprintf(&b, `{"id":"r%d.%d.%d","parent":"r%d.%d","work":0.%d}`+"\n", r, c, g, r, c, 1+g%9)
			}
		}
	}
	return b.String()
}

// drop drops a file on the page.
func (p *tab) drop(name, content string) {
	p.Helper()
	js[bool](p, fmt.Sprintf(`(() => {
		const bytes = Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)), dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([bytes], %q));
		for (const type of ["dragover", "drop"])
			document.querySelector("main").dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
		return true;
	})()`, base64.StdEncoding.EncodeToString([]byte(content)), name))
}

// forget makes the page forget the last race, so that ready waits for the next one.
func (p *tab) forget() {
	p.Helper()
	js[bool](p, "delete document.querySelector('.page').dataset.rows")
}

func hashOf(content string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(content)))[:16] }

// A file that is dropped races, with the numbers of the command, under several policies; explained, and node by node, too. Nothing is sent
// anywhere, not even to the page's own server.
func TestDropATree(t *testing.T) {
	t.Setenv("TRANSAT_CACHE", "off")
	content := ofTasks(3, 40, 6)
	page := open(t, "#race?tree=php-5-4&grid=4x4&policy=steal,plb,lade,adaptive")
	ready(page)
	page.forget()
	served := theBrowser(t).watch.count()
	page.drop("my tree.jsonl", content)
	got := ready(page)
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.WriteFile(filepath.Join(folder, "my tree.jsonl"), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	want := rows(t, transat(t, "compare", "my tree.jsonl", "--grid=4x4", "--policy=steal,plb,lade,adaptive", "--format=json"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-command +page:\n%s", diff)
	}
	page.see(test("caption"), "my tree.jsonl: 843 tasks below 3 roots, work 777.75 seconds, sequential time 778 s")
	page.see(test("command"), "transat compare './my tree.jsonl' --grid=4x4")
	page.see(test("about-tree"), "its shape came from one order of search")
	page.see(test("left-out"), hashOf(content))
	page.until(`location.hash.includes("file=` + hashOf(content) + `")`)
	for _, asked := range theBrowser(t).watch.since(served) {
		if !strings.HasSuffix(asked, ".js") && asked != "/favicon.svg" { // modules that are loaded when they are first needed
			t.Errorf("after the drop, the page asks for %s", asked)
		}
	}
	// Where work came from is known.
	origins := js[string](page, `(async () => {
		const { cameFrom } = await import("transat/recording-words.js"), { player } = document.querySelector(".player");
		player.pause();
		const { recording } = player.shown[0];
		player.seek(recording.header.end / 2);
		player.draw();
		for (let rank = 0; rank < recording.procs; rank++) {
			player.point(player.shown[0], rank, "key");
			const words = player.inspector.words();
			if (words.includes("works on a piece from")) return words;
		}
		return player.inspector.words();
	})()`)
	if !strings.Contains(origins, "works on a piece from") {
		t.Errorf("of no processor it is said where its work came from: %s", origins)
	}
	page.click(test("why"))
	page.until(`document.querySelector("[data-test=explained]")?.dataset.report`)
	page.see(test("explained"), "its shape came from one order of search")
	page.see(test("command"), "transat explain './my tree.jsonl'")
	tree := url.Values{"tree": {"my tree.jsonl"}, "file": {hashOf(content)}, "grid": {"2x2"}, "policy": {"steal"}}
	js[bool](page, fmt.Sprintf(`(() => { location.hash = "#tree?%s"; return true })()`, tree.Encode()))
	page.treeReady("1")
	page.see(test("facts"), "843 nodes")
	page.see(test("facts"), "its shape came from one order of search")
}

// Other files do as well: chosen rather than dropped, compressed, a formula, a machine.
func TestDropOtherFiles(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "id,parent,work\na,,1\nb,a,20\nc,a,30\n")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, file := range []struct{ name, content, said string }{
		{"three.csv.gz", packed.String(), "three.csv.gz"},
		{"mine.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "mine.cnf: unsatisfiable, a tree of 3 nodes"},
	} {
		page.forget()
		page.drop(file.name, file.content)
		if got := ready(page); len(got) != 1 {
			t.Errorf("%s: the race was %v", file.name, got)
		}
		page.see(test("caption"), file.said)
	}
	if hash := js[string](page, "location.hash"); !strings.Contains(hash, "z=") || strings.Contains(hash, "file=") {
		t.Errorf("the link %s does not hold the small formula", hash)
	}
	page.forget()
	page.click(test("change"))
	page.click(".file-place summary")
	page.set(test("paste"), "id,parent,work\na,,5\nb,a,7\n")
	page.click(test("take-text"))
	ready(page)
	page.see(test("caption"), "pasted.tree")

	// A machine is chosen from then on, in the form, the command line and the link, which holds it.
	page.forget()
	page.drop("my machine.json", `{"name": "mine", "node_time": "1ms", "work_time": "1us", "message_cpu": "5us", "link_time": "1us"}`)
	ready(page)
	page.see(test("change"), "machine my-machine.json")
	page.see(test("command"), "--machine=my-machine.json")
	if got := js[string](page, `document.querySelector("[data-test=machine]").value`); got != "my-machine.json" {
		t.Errorf("the machine of the form is %q", got)
	}
	if hash := js[string](page, "location.hash"); !strings.Contains(hash, "z=") {
		t.Errorf("the link %s does not hold the machine", hash)
	}
}

// A file can be chosen with a button as well, and reading it can be cancelled.
func TestChooseAFile(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	choose := func(name string, lines int, then string) {
		js[bool](page, fmt.Sprintf(`(() => {
			const dataTransfer = new DataTransfer(), input = document.querySelector("[data-test=file]"), lines = ["id,work\n"];
			for (let i = 0; i < %d; i++) lines.push(i + ",1\n");
			dataTransfer.items.add(new File(lines, %q));
			input.files = dataTransfer.files;
			input.dispatchEvent(new Event("change"));
			%s;
			return true;
		})()`, lines, name, then))
	}
	pressed := js[bool](page, `(() => {
		let pressed = false;
		const input = document.querySelector("[data-test=file]");
		input.click = () => { pressed = true; };
		document.querySelector("[data-test=own-file]").click();
		delete input.click;
		return pressed;
	})()`)
	if !pressed {
		t.Error("the button does not ask for a file")
	}
	choose("long.csv", 100_000, fmt.Sprintf("document.querySelector(%q).click()", test("cancel")))
	page.until(`document.querySelector("[data-test=file-status]").textContent === "long.csv was not read to its end."`)
	page.until("!" + visible(".progress"))
	page.forget()
	choose("short.csv", 7, "")
	ready(page)
	page.see(test("caption"), "short.csv: 7 tasks, all of them roots")
}

// What is wrong with a file stands at the place for it, in a line, and the race before stays.
func TestWrongFilesAreSaid(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	for _, file := range []struct{ name, content, said string }{
		{"a.jsonl", `{"id":"a","work":1}` + "\n" + `{"id":"b","parent":"x","work":1}` + "\n", `a.jsonl:2: task "b" has parent "x"`},
		{"b.csv", "id,parent,work\na,,1\nb,a,-3\n", "b.csv:3: "},
		{"c.cnf", "p cnf 1 1\n2 0\n", "c.cnf:2:1: "},
		{"d.png", "\x89PNG\r\n\x1a\n", "d.png begins with"},
		{"m.json", `{"name": "m", "work_time": "fast"}`, `m.json: work_time: "fast": want a time from 0s to 1h0m0s, such as 1.5ms`},
		{"e.txt", "", "e.txt is empty"},
		{"f.csv.gz", "\x1f\x8b\x08", "f.csv.gz: gzip stream"},
		{"<b>g</b>.jsonl", `{"id":"a","work":1` + "\n", "<b>g</b>.jsonl:1: "},
	} {
		page.drop(file.name, file.content)
		page.see(test("file-problem"), file.said)
		if text := page.text(test("file-problem")); strings.Count(text, "\n") > 0 {
			t.Errorf("%s takes more than a line: %q", file.name, text)
		}
	}
	js[bool](page, `(() => {
		const dataTransfer = new DataTransfer();
		for (const name of ["a", "b"]) dataTransfer.items.add(new File(["x"], name));
		document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
		return true;
	})()`)
	page.see(test("file-problem"), "2 files were dropped: want one")
	// Too large a file is refused before it is read.
	large := js[string](page, `(async () => {
		const { Files } = await import("transat/files.js");
		const file = { name: "big.jsonl", size: 3e9 };
		return new Files({ read() { throw new Error("it was read"); } }).read(file).catch((error) => error.message);
	})()`)
	if !strings.Contains(large, "big.jsonl has 3,000,000,000 bytes") || !strings.Contains(large, "transat compare takes any") {
		t.Errorf("a file of 3 GB: %s", large)
	}
	page.see(test("table"), "steal")
}

// A link to a race of a file does not hold the file. Who follows it is told which one to drop; then it races. Another one races as well,
// and is not taken for it.
func TestLinkToAFile(t *testing.T) {
	content := ofTasks(1, 20, 2)
	fields := url.Values{"tree": {"mine.jsonl"}, "file": {hashOf(content)}, "grid": {"2x2"}, "policy": {"lade,steal"}}
	page := open(t, "#race?"+fields.Encode())
	page.see(test("file-problem"), "mine.jsonl (SHA-256 "+hashOf(content)+"…). Drop it here")
	page.drop("other.jsonl", ofTasks(1, 5, 1))
	ready(page)
	page.see(test("problems"), "other.jsonl is another file than the link names, mine.jsonl (SHA-256 "+hashOf(content)+"…)")
	other := open(t, "#race?"+fields.Encode())
	other.see(test("file-problem"), "Drop it here")
	other.drop("renamed.jsonl", content)
	if got := ready(other); len(got) != 2 || got[1]["policy"] != "steal" {
		t.Errorf("the race was %v", got)
	}
	if js[bool](other, `document.querySelector("[data-test=problems]").textContent.includes("another file")`) {
		t.Error("a file with the same content counts as another one")
	}
}

// Large files are read in a worker: meanwhile the page goes on.
func TestLargeTree(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=4x4&policy=steal")
	ready(page)
	page.forget()
	js[bool](page, `(() => {
		const lines = ["id,parent,work\n0,,1\n"];
		for (let i = 1; i < 200_000; i++) lines.push(i + "," + ((i - 1) >> 2) + "," + (1 + i % 97) + "\n");
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(lines, "large.csv"));
		globalThis.frames = 0;
		globalThis.seen = "";
		const frame = () => {
			globalThis.frames++;
			globalThis.seen ||= /reading large.csv/.test(document.querySelector("[data-test=doing]").textContent);
			if (!document.querySelector(".page[data-rows]")) requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame);
		document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
		return true;
	})()`)
	ready(page)
	page.see(test("caption"), "large.csv")
	if frames := js[int](page, "globalThis.frames"); frames < 5 || !js[bool](page, "Boolean(globalThis.seen)") {
		t.Errorf("the page was drawn %d times while it read, want more, and how far it has come", frames)
	}
}

// The room of the tree shows a bag of tasks as a block in which each has a place, in the colour of its processor. All of them can be
// reached by keys.
func TestTreeOfABag(t *testing.T) {
	var lines strings.Builder
	lines.WriteString("id,work,solution\n")
	for i := range 3000 {
		fmt.Fprintf(&lines, "task %d,%d,%t\n", i, 1+i%7, i == 2)
	}
	page := open(t, "#tree?tree=php-5-4&grid=2x2&policy=steal")
	page.treeReady("1")
	page.drop("bag.csv", lines.String())
	page.treeReady("2")
	page.click(test("end"))
	page.see(test("facts"), "bag.csv, 3,000 nodes")
	page.see(test("legend"), "a block: leaves below one node")
	label := js[string](page, `document.querySelector('[data-test="tree-canvas"]').getAttribute("aria-label")`)
	if !strings.Contains(label, "3,000 of 3,000 nodes are done") {
		t.Errorf("the picture is told as %q", label)
	}
	press := func(key string) {
		js[bool](page, fmt.Sprintf(
			`(document.querySelector('[data-test="tree-canvas"]').dispatchEvent(new KeyboardEvent("keydown", { key: %q })), true)`, key))
	}
	press("ArrowUp")
	page.see(test("node"), "above the 3,000 roots of the file")
	press("ArrowDown")
	page.see(test("node"), "Node 1: task 0")
	for range 2 {
		press("ArrowRight")
	}
	page.see(test("node"), "Node 3: task 2")
	page.see(test("node"), "a solution")
	page.see(test("node"), "3 units of work here")
	press("ArrowLeft")
	page.see(test("node"), "Node 2: task 1")
	// At the place of each task is the colour of its processor.
	wrong := js[int](page, `(() => {
		const canvas = document.querySelector('[data-test="tree-canvas"]'), { stage } = canvas, { width, height } = canvas;
		const box = document.createElement("canvas").getContext("2d", { willReadFrequently: true }), ratio = width / canvas.clientWidth;
		const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
		let wrong = 0;
		for (let i = 10; i < 3000; i += 7) {
			box.fillStyle = stage.colour(stage.view.owner[i]);
			box.fillRect(0, 0, 1, 1);
			const want = box.getImageData(0, 0, 1, 1).data;
			const at = 4 * (Math.floor(stage.py(i) * ratio) * width + Math.floor(stage.px(i) * ratio));
			if ([0, 1, 2].some((k) => Math.abs(want[k] - data[at + k]) > 2)) wrong++;
		}
		return wrong;
	})()`)
	if wrong > 0 {
		t.Errorf("%d of 428 tasks have another colour than their processor's", wrong)
	}
}
