package script_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
	"transat/balance/sim"
	"transat/balance/topology"
)

// What is wrong in a program is found when it is read, with its place.
func TestOpenRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no program":       {"def (", "1:6: not an identifier"},
		"unknown name":     {"x = nothing", "1:5: undefined: nothing"},
		"two of them":      {"x = a\ny = b", "1:5: undefined: a (and 1 more)"},
		"fault at the top": {"x = 1 // 0", "1:7: floored division by zero"},
		"misspelt":         {"def recieve(p, sender, message): pass", "1:5: nothing calls recieve; did you mean receive(p, sender, message)?"},
		"arrived": {
			"def arrived(p, sender, tag, more): pass",
			"1:1: arrived has other parameters than it is called with: want arrived(p, sender)",
		},
		"other parameters": {
			"def receive(p, message): pass",
			"1:1: receive has other parameters than it is called with: want receive(p, sender, message)",
		},
		"no wake":          {"def idle(p):\n    p.wake_after(1)", "2:6: p.wake_after is called, but there is no function wake(p)"},
		"no receive":       {"def idle(p):\n    p.send(1, 'a')", "2:6: p.send is called, but there is no function receive(p, sender, message)"},
		"no function":      {"idle = 3", "idle is a int: want a function idle(p)"},
		"half a rule":      {"def flow(p, step, substep, own, loads, whole): pass", "a rule in steps needs both links(p, substep) and flow("},
		"title":            {"title = 3", "title = 3: want a line of text"},
		"topologies":       {`topologies = ["mesh", "cube"]`, `topologies: "cube" is not one of mesh, torus, line`},
		"topologies twice": {`topologies = ["mesh", "mesh"]`, `topologies: "mesh" is there twice`},
		"no topology":      {"topologies = []", "topologies = []: want a list of names"},
		"estimate":         {`estimate = "size"`, `estimate = "size": unknown load estimate`},
		"received":         {`received = "left"`, `received = "left": want "top", "bottom" or "in order"`},
		"elements":         {"elements = 1", "elements = 1: want True or False"},
		"apart":            {"apart = 1", "apart = 1: want True or False"},
		"messages":         {"messages = 3", "messages = 3: want a dictionary"},
		"kind":             {"messages = {3: []}", "messages: 3: want the name of a kind"},
		"fields":           {`messages = {"a": "x"}`, `messages: "a": "x": want a list of names of fields`},
		"three fields": {
			`messages = {"a": ["x", "y", "z"]}`,
			`"a" has the fields x, y, z: a message has room for two numbers, and a "round"`,
		},
		"field twice":   {`messages = {"a": ["x", "x"]}`, `the field "x" is there twice`},
		"field kind":    {`messages = {"a": ["kind"]}`, `no field can be named "kind"`},
		"params":        {"params = [3]", "params = a list of 1: want a dictionary"},
		"param":         {`params = {"a": 3}`, `params: "a": 3: want a name and seconds(…) or number(…)`},
		"param's name":  {`params = {"a b": number(1)}`, "want a name"},
		"param's range": {`params = {"a": number(2)}`, "the default 2 is not from min = 0 to max = 1"},
		"param's value": {`params = {"a": seconds("1s")}`, `seconds: "1s": want a number`},
		"too long":      {strings.Repeat("# long\n", 10_000), "has 70000 bytes: at most 65536 are allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := script.Open(write(t, "x.star", c.text), nil)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "x.star") {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// An editor may put a byte order mark before the text.
func TestOpenSkipsAByteOrderMark(t *testing.T) {
	spec, err := script.Open(write(t, "x.star", "\ufefftitle = \"mine\""), nil)
	if err != nil || spec.Title != "mine" {
		t.Errorf("%q, %v", spec.Title, err)
	}
}

// What p refuses says what is allowed.
func TestCallbacksRefuse(t *testing.T) {
	for body, want := range map[string]string{
		`p.send(1024, "a", 1)`:                         "p.send: to = 1024: want a number from 0 to 1023: the rank of a processor",
		`p.send(1.5, "a", 1)`:                          "p.send: to = 1.5: want a whole number",
		`p.send([1, -1], "a", 1)`:                      "p.send: to = -1: want a number from 0 to 1023",
		`p.send(1, "c")`:                               `p.send: message "c": want a kind of the table messages: "a", "b"`,
		`p.send(1, "a")`:                               `p.send: message "a" has 1 fields, not 0: x`,
		`p.send(1, "b", 1, 2, 3, 4)`:                   `p.send: message "b" has 3 fields, not 4: round, y, load`,
		`p.send(1, "a", y = 1)`:                        `p.send: message "a": field y: want each of x once`,
		`p.send(1, "a", "1")`:                          `p.send: message "a": x = "1": want a number`,
		`p.send(1, "b", -1, 2, 3)`:                     `p.send: round = -1: want a number from 0 to 4294967295`,
		`p.send(1, "a", (1 << 60) + 1)`:                `x = 1152921504606846977: want a number of at most 53 bits`,
		`p.transfer(1)`:                                "p.transfer: the argument n is missing",
		`p.transfer(1, 2, 3)`:                          "p.transfer: 3 arguments: want [to n]",
		`p.transfer(1, n = 2, m = 3)`:                  `p.transfer: argument "m": want each of [to n] once`,
		`p.transfer(1, 2, tag = 256)`:                  "p.transfer: tag = 256: want a number from 0 to 255",
		`p.transfer(1, 2, tag = "a")`:                  `p.transfer: tag = "a": want a whole number`,
		`p.transfer_load(1, 2, tag=-1)`:                "p.transfer_load: tag = -1: want a number from 0 to 255",
		`p.transfer_load(1, "x")`:                      `p.transfer_load: at_least = "x": want a number`,
		`p.wake_after(-1)`:                             "p.wake_after: seconds = -1: want a time from 0 to 1e+09 s",
		`p.random(0)`:                                  "p.random: n = 0: want a number from 1 to 9007199254740992",
		`p.set_grain(-1)`:                              "p.set_grain: load = -1: want a load of at least 0",
		`p.loda`:                                       "p has no .loda; did you mean .load?",
		`p.wake_aftre(1)`:                              "p has no .wake_aftre; did you mean .wake_after?",
		`p.rank = 3`:                                   "p.state.rank would be taken for p.rank",
		`p.state.x`:                                    "p.state has no .x; did you mean .y?",
		`y = p.state.y`:                                "p.state.y has no value yet: start(p) is the place to give it one",
		`p.params.pause`:                               "p.params has no .pause, nor anything else",
		`p.topology.potentials([], 1)`:                 "loads = []: want a list of 1024 loads, one of each processor",
		`p.topology.potentials([0] * 1023 + ['a'], 1)`: "loads: \"a\" of processor 1023: want a number",
		`p.topology.potentials([1] * 1024, 0)`:         "within = 0: want a load above 0",
		`p.topology.step(0, 1, 1)`:                     "d = 1: want a number from 0 to 0",
		`p.neighbours.append(3)`:                       "cannot append to frozen list",
	} {
		t.Run(body, func(t *testing.T) {
			err := start(t, "messages = {\"a\": [\"x\"], \"b\": [\"round\", \"y\", \"load\"]}\ndef start(p):\n    "+body+"\ndef "+
				"wake(p):\n    p.state.y = 0\ndef receive(p, sender, message):\n    pass\n")
			if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "did you mean") > 1 {
				t.Errorf("%v, want %q, with one hint at most", err, want)
			}
		})
	}
}

// A program may load what lies beside it, and nothing else.
func TestLoad(t *testing.T) {
	folder := t.TempDir()
	inside := filepath.Join(folder, "inside")
	if err := os.MkdirAll(filepath.Join(inside, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"outside.star":            "x = 1",
		"inside/good.star":        "x = 1\ndef ask(p):\n    p.state.asked = x\n",
		"inside/below/good.star":  "x = 1",
		"inside/text.txt":         "x = 1",
		"inside/bad.star":         "x = 1 // 0",
		"inside/circle.star":      `load("circle.star", "x")`,
		"inside/good_main.star":   "load(\"good.star\", \"ask\")\nload(\"below/good.star\", \"x\")\nidle = ask\n",
		"inside/main.parent":      `load("../outside.star", "x")`,
		"inside/main.root":        `load("/etc/passwd", "x")`,
		"inside/main.text":        `load("text.txt", "x")`,
		"inside/main.missing":     `load("missing.star", "x")`,
		"inside/main.bad":         `load("bad.star", "x")`,
		"inside/main.circle":      `load("circle.star", "x")`,
		"inside/main.link":        `load("link.star", "x")`,
		"inside/main.no_such":     `load("good.star", "y")`,
		"inside/main.folder":      `load("folder.star", "y")`,
		"inside/folder.star/none": "",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../outside.star", filepath.Join(inside, "link.star")); err != nil {
		t.Skip(err)
	}
	spec, err := script.Open(filepath.Join(inside, "good_main.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(t, spec, func(policy balance.Policy, p balance.Proc) { policy.Idle(p) }); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"parent": "want the name of a .star file in the folder of this one", "root": "want the name of a .star file",
		"text": "want the name of a .star file", "missing": "no such file", "bad": "bad.star:1:7: floored division by zero",
		"circle": "circle.star loads itself", "link": "path escapes", "no_such": "load: name y not found", "folder": "not a file",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := script.Open(filepath.Join(inside, "main."+name), nil); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}

// Several simulations at the same time share a program, and none notices.
func TestRunsShareAProgram(t *testing.T) {
	for _, x := range twins(t) {
		if x.name != "steal" && x.name != "lade" && x.name != "liquid-c5" {
			continue
		}
		g, err := topology.New("torus", 3, 3)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var got [4][]sim.Event
		for i := range got {
			all.Go(func() { got[i], _ = events(t, &balancetest.Tree{Nodes: 500, Seed: 3}, x.script, "", g, 1) })
		}
		all.Wait()
		for i := range got {
			if diff := cmp.Diff(got[0], got[i]); diff != "" || len(got[0]) < 50 {
				t.Fatalf("%s, run %d of %d events:\n%s", x.name, i, len(got[0]), diff)
			}
		}
	}
}
