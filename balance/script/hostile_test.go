package script_test

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
)

// mostAllocated is what one callback may allocate in all, garbage included: far more than it may hold.
const mostAllocated = 1 << 30

// allocated is what f allocates in all, in bytes. No other test may run at the same time.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// hostile are programs that try to take more than a policy may have, and what ends them. The body is that of start(p).
var hostile = []struct{ name, body, want string }{
	// Methods as values.
	{"replace as a value", "s = 'ab' * 2000\n    f = s.replace\n    for i in range(99): s = f('a', s)", "no use for the methods of text"},
	{"replace of a field", "p.state.s = 'ab' * 2000\n    p.state.f = p.state.s.replace", "no use for the methods of text"},
	{"extend as a value", "L = [0]\n    f = L.extend\n    for i in range(60): f(L)", steps},
	{"extend in a list", "L = [0]\n    fs = [L.extend]\n    for i in range(60): fs[0](L)", steps},
	{"extend as a key", "L = [0]\n    sorted([L] * 60, key = L.extend)", "list during iteration|" + steps},
	{"insert as a value", "L = [0] * 100000\n    f = L.insert\n    while True: f(0, 1)", steps},
	{"update as a value", "d = {i: 0 for i in range(9999)}\n    f = d.update\n    while True: f([(i, 0) for i in range(9999)])", steps},
	{"items as a value", "d = {i: 0 for i in range(9999)}\n    f = d.items\n    x = [f() for i in range(99999)]", steps},
	{"methods of a literal", "x = 'a,b'.split", "no use for the methods of text"},
	// Text, bytes and whole numbers.
	{"doubled bytes", "x = b'x'\n    for i in range(29): x = x + x", "no use for bytes"},
	{"bytes", "x = bytes('x')", "no such word"},
	{"doubled text", "x = 'x'\n    for i in range(29): x = x + x", text},
	{"text that grows by letters", "x = 'x' * 4000\n    while True: x += 'y'", text},
	{"text in a table that grows", "d = {'a': 'x'}\n    while True: d['a'] += d['a']", text},
	{"text through a call", "d = [[]]\n    d[len('')] = ['x']\n    for i in range(60): d[int(0)][0] += d[0][0]", "too long to add a string"},
	{"a tuple through a call", "d = [(1,)]\n    while True: d[int(0)] += (1,)", "too long to add a tuple"},
	{"repeated text", "x = 'x' * (1 << 30)", text},
	{"large numbers in a text", "x = str([1 << 255] * 100000)", "letters"},
	{"many digits", "x = '%f' * 1000 % ((1e308,) * 1000)", text},
	{"separators", "print(sep = 'x' * 4000, *range(100000))", "a line of more than 65,536 letters"},
	{"many lines", "while True: print('x')", steps},
	{"a long line", "print([0] * 1000000)", "a line of more than 65,536 letters"},
	{"a long message", "fail([0] * 1000000)", "a line of more than 65,536 letters"},
	{"doubled by minus", "x = -1\n    for i in range(600000): x = x - (0 - x)", "256 bits"},
	{"doubled in place", "x = 1\n    for i in range(600000): x -= -x", "256 bits"},
	{"doubled by plus", "x = 1\n    for i in range(600000): x = x + x", "256 bits"},
	{"doubled by plus in place", "x = 1\n    for i in range(600000): x += x", "256 bits"},
	{"doubled through a call", "x = [1]\n    for i in range(600000): x[int(0)] += x[0]", "256 bits"},
	{"a large literal", "x = 0x1" + strings.Repeat("0", 64), "256 bits"},
	{"a literal of many digits", "x = " + strings.Repeat("9", 60000), "256 bits"},
	{"a large float", "x = int(1e300)", "256 bits"},
	{"rounded", "x = math.floor(1e300)", "256 bits"},
	{"a long literal", "x = '" + strings.Repeat("x", 5000) + "'", text},
	{"products", "x = (1 << 127) + 1\n    while True: y = x * x", "256 bits|" + steps},
	{"quotients", "x, y = (1 << 255) - 1, (1 << 127) - 1\n    while True: z = x // y", steps},
	{"remainders", "x, y = 1e308, 5e-324\n    while True: z = x % y % 5e-324", steps},
	{"mixed lists", "x, y = [1.0] * 10000, [1] * 10000\n    while True: z = x == y", steps},
	{"mixed searches", "x, y = 5e-324, [1] * 50\n    while True: z = x in y", steps},
	{"long numerals", "while True: z = '%f' % 1e308", steps},
	{"mixed comparisons", "x, y = (1 << 255) - 1, 1e-300\n    while True: z = x < y", steps},
	// Keys.
	{"whole numbers that collide", "d = {i << 32: 0 for i in range(1 << 20)}", steps},
	{"buckets that collide", "d = {i << 16: 0 for i in range(1 << 15)}\n    while True: d[1 << 16]", steps},
	{"floats that collide", "d = {}\n    for i in range(1 << 20): d[i * 4294967296.0] = 0", steps},
	{"functions that collide", "d = {(lambda: i): i for i in range(9)}", "unhashable type: function"},
	{"tuples that collide", "d = {(i << 32,): 0 for i in range(1 << 20)}", steps},
	{"wide tuples as keys", "t = (0,) * 100000\n    d = {}\n    while True: t in d", steps},
	{"wide tuples as keys, stored", "d = {(0,) * 100000: 0}", "cannot be a key"},
	{"long keys", "k = 'x' * 4000\n    d = {k: 0}\n    while True: d[k]", steps},
	{"keys of long texts", "k = ('x' * 4000,) * 60\n    d = {k: 0}", "cannot be a key"},
	{"keys of large numbers", "k = (1 << 255,) * 9\n    d = {k: 0}", "holds more than 8 values"},
	{"pairs as keys", "k = (1 << 255, 'x' * 100)\n    d = {k: 0}\n    while True: d[k]", steps},
	{"first entries", "d = {i: 0 for i in range(100000)}\n    while True: d.popitem()", "empty dict"},
	{"gaps", "d = {i: 0 for i in range(100000)}\n    for i in range(1, 49999): d.pop(i)\n    while True:\n        for k in d: break", steps},
	// Order, and the functions that decide it.
	{"keys of sorted", "L = [0] * 1000\n    x = sorted(range(1000), key = lambda i: L)", steps},
	{"keys of max", "L = [0] * 100000\n    x = max(range(1000), key = lambda i: L)", steps},
	{"keys of min", "L = [0] * 100000\n    x = min(key = lambda i: L, *range(200))", steps},
	{"sorted tuples", "t = (0,) * 10000\n    x = sorted([t] * 1000)", steps},
	{"much to sort", "x = sorted([-i for i in range(300000)])", steps},
	{"sorted again", "L = [i * 7919 % 10007 for i in range(10007)]\n    while True: x = sorted(L)", steps},
	{"key that changes its list", "L = [0]\n    x = sorted(L, key = L.append)", "during iteration"},
	// Structure.
	{"wide and deep", "x = 0\n    for i in range(9): x = [x] * 99\n    y = 0\n    for i in range(9): y = [y] * 99\n    z = x == y", steps},
	{"a list in a list that holds it", "x = []\n    x.append(x)\n    z = str(x)", "more than 100 deep"},
	{"a table that holds itself", "d = {}\n    d[0] = d\n    print(d)", "more than 100 deep"},
	{"tables that hold themselves", "d, e = {}, {}\n    d[0], e[0] = d, e\n    z = d == e", "more than 100 deep"},
	{"tables in one display", "while True: x = " + "[" + strings.Repeat("{}, ", 300) + "]", steps},
	{"tables in a comprehension", "x = [{} for i in range(1 << 20)]", steps},
	{"zipped", "while True: x = zip(*([range(1000)] * 200))", steps},
	{"enumerated", "while True: x = enumerate(range(10000))", steps},
	// Calls.
	{"a large frame", "def f(x):\n        if x: return [" + strings.Repeat("0, ", 10000) + "]\n    while True: f(False)", steps},
	{"a large frame of a lambda", "f = lambda x: x and [" + strings.Repeat("0, ", 10000) + "]\n    while True: f(False)", steps},
	{"many parameters", "def f(" + names("a", 3000) + "): pass", "more than 32 parameters"},
	{"many arguments", "def f(*a): pass\n    while True: f(*range(100000))", steps},
	{"named arguments", "def f(**a): pass", "there is no **a"},
	{"keys as arguments", "d = {'a%d' % i: 0 for i in range(10000)}\n    while True: dict(**d)", steps},
	{"many functions", strings.Repeat("f = lambda: 0\n    ", 300), "more than 256 functions"},
	{"calls", "def f(): pass\n    while True: f()", steps},
	// What p has.
	{"sent to a million", "p.send([1] * 1000000, 'm')", steps},
	{"sent to a range", "p.send(range(1 << 30), 'm')", steps},
	{"sent again and again", "while True: p.send(1, 'm')", steps},
	{"woken again and again", "while True: p.wake_after(1)", steps},
	{"neighbours of others", "while True: x = p.topology.neighbours(5)", steps},
	{"places of others", "while True: x = p.topology.tree(5)", steps},
	{"sides", "x = [p.topology.sides for i in range(1 << 20)]", steps},
}

const (
	steps = "more than 3,000,000 steps in one call"
	text  = "letters: at most 4,096 are allowed"
)

// names are n names: a0, a1, …
func names(letter string, n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%s%d", letter, i))
	}
	return strings.Join(all, ", ")
}

// A hostile program ends with an error that names a limit and a line, and takes little until then.
func TestHostilePrograms(t *testing.T) {
	for i, c := range hostile {
		if testing.Short() && i%8 != 0 || os.Getenv("TRANSAT_TEST_MORE") == "" && i%6 != 0 {
			continue // each takes three million steps
		}
		t.Run(c.name, func(t *testing.T) {
			var err error
			taken := allocated(func() {
				err = start(t, "messages = {'m': []}\ndef receive(p, sender, message): pass\ndef wake(p): pass\ndef start(p):\n    "+c.body+"\n")
			})
			var wrong *script.Error
			if !errors.As(err, &wrong) || !containsOne(wrong.Msg, c.want) {
				t.Fatalf("%.200v, want an error with %q", err, c.want)
			}
			if wrong.Line < 4 || wrong.Col < 1 || len(wrong.Msg) > 500 {
				t.Errorf("line %d, column %d of %d letters: want a short message with a position in start", wrong.Line, wrong.Col, len(wrong.Msg))
			}
			if taken > mostAllocated {
				t.Errorf("%d MB have been allocated: at most %d MB are allowed", taken>>20, mostAllocated>>20)
			}
		})
	}
}

func containsOne(msg, wants string) bool {
	for want := range strings.SplitSeq(wants, "|") {
		if strings.Contains(msg, want) {
			return true
		}
	}
	return false
}

// The same for what a file does when it is read. The name of the file is x.star.
func TestHostileFiles(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"many fields of a message":  {"messages = {'m': ['f%d' % i for i in range(60000)]}", "has 60000 fields"},
		"kinds with long names":     {"messages = {'x' * 4000 + str(i): [] for i in range(100)}", "of at most 64 letters"},
		"fields with long names":    {"messages = {'m': ['x' * 4000]}", "no field can be named"},
		"many kinds":                {"messages = {str(i): [] for i in range(1000)}", "1000 kinds: there may be 256"},
		"many parameters":           {"params = {'p%d' % i: number(0) for i in range(100000)}", "100000 parameters: at most 64"},
		"parameters with long ones": {"params = {'p' * 4000: number(0)}", "want a name"},
		"a long title":              {"title = 'x' * 4000", "title has 4000 letters: at most 1000"},
		"a long source":             {"source = 'x' * 4000", "source has 4000 letters: at most 1000"},
		"many topologies":           {"topologies = ['mesh'] * 1000000", "\"mesh\" is there twice"},
		"many fields of p.state":    {"def start(p):\n" + fields(1000), "p.state has 1000 fields: at most 64"},
		"a list in lists":           {"def f():\n    x = []\n    for i in range(300000): x = [x]\n    return x\nx = f()", "more than 100 deep"},
		"a tuple in tuples":         {"def f():\n    x = ()\n    for i in range(60): x = (x, x)\n    return x\nx = f()", steps},
		"a deep tuple":              {"def f():\n    x = ()\n    for i in range(300000): x = (x,)\n    return x\nx = f()", "more than 100 deep"},
		"lists in all orders": {"def f():\n    x, all = [], []\n    for i in range(100000):\n        x = [x]\n        " +
			"all.append(x)\n    return all\nx = f()", ""},
		"a function in functions": {"def g(f): return lambda: f\ndef f():\n    x = g(0)\n    for i in range(100000): x = g(x)\n  " +
			"  return x\nx = f()", "more than 100 deep"},
		"a function in itself":   {"def f():\n    def g(): return g\n    return g\nx = f()", "more than 100 deep"},
		"a table in itself":      {"def f():\n    d = {}\n    d[0] = d\n    return d\nx = f()", ""},
		"steps at the top":       {"x = [0 for i in range(3000000)]", steps},
		"deep brackets":          {"x = " + strings.Repeat("[", 30000) + strings.Repeat("]", 30000), "excessive nesting"},
		"deep calls":             {"x = " + strings.Repeat("len(", 9000) + strings.Repeat(")", 9000), "excessive nesting"},
		"deep sums":              {"x = 1" + strings.Repeat("+1", 30000), ""},
		"many names":             {assignments(7000), ""},
		"many arguments":         {"x = max(" + strings.Repeat("1, ", 300) + "1)", "limit is 255"},
		"many named arguments":   {"x = dict(" + strings.ReplaceAll(names("a", 40), ",", " = 1,") + " = 1)", "more than 32 named arguments"},
		"many links in messages": {"messages = [[]] * 1000000", "messages = a list of 1000000: want a dictionary"},
	} {
		if testing.Short() && (len(c.text) > 10_000 || strings.Contains(c.text, "00000")) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var err error
			taken := allocated(func() { _, err = script.OpenFS(script.Texts{"x.star": c.text}, "x.star", nil) })
			if c.want == "" && err != nil || c.want != "" &&
				(err == nil || !containsOne(err.Error(), c.want) || !strings.Contains(err.Error(), "x.star")) {
				t.Errorf("%.300v, want %q", err, c.want)
			}
			if err != nil && len(err.Error()) > 1000 {
				t.Errorf("an error of %d letters", len(err.Error()))
			}
			if taken > mostAllocated {
				t.Errorf("%d MB have been allocated: at most %d MB are allowed", taken>>20, mostAllocated>>20)
			}
		})
	}
}

// fields are assignments to many fields of p.state.
func fields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "    p.state.f%d = 0\n", i)
	}
	return b.String()
}

func assignments(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d=1\n", i)
	}
	return b.String()
}

// All files of a program share the limits.
func TestHostileFilesTogether(t *testing.T) {
	files := script.Texts{"many.star": "", "long.star": "", "x.star": "x = [0 for i in range(400000)]\ny = 1\n"}
	for i := range 30 {
		files[fmt.Sprintf("f%d.star", i)] = fmt.Sprintf("load('f%d.star', 'y')\n", i+1)
		files["many.star"] = "load('f0.star', 'y')\n"
		files[fmt.Sprintf("g%d.star", i)] = "def f():\n    n = 0\n    for i in range(100000): n += 1\n    return n\ny = f()\n"
		if i < 12 {
			files["long.star"] += fmt.Sprintf("load('g%d.star', y%d = 'y')\n", i, i)
		}
	}
	for file, want := range map[string]string{"many.star": "at most 16 files", "long.star": steps} {
		if _, err := script.OpenFS(files, file, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}

// A rule has a bounded number of links.
func TestManyLinks(t *testing.T) {
	spec, err := script.Open(write(t, "x.star",
		"def links(p, substep): return [link(1)] * 1000000\ndef flow(p, step, substep, own, loads, whole): return []\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = run(t, spec, func(policy balance.Policy, p balance.Proc) { policy.Start(p) })
	if err == nil || !strings.Contains(err.Error(), "x.star:1:1: links, processor 0: links returns 1000000 links: at most 2046 are allowed") {
		t.Error(err)
	}
}

// There is a bound for what a machine has to remember.
func TestMessagesUnderWay(t *testing.T) {
	maker := policies(t, "messages = {'m': []}\ndef receive(p, sender, message): pass\ndef wake(p): p.send([1] * 300000, 'm')\n", 4)
	policy, p := maker(0), newHollow()
	for i := range 20 {
		err := wakeUp(policy, p)
		if err != nil {
			if i < 13 || !strings.Contains(err.Error(), "x.star:3:20: wake, processor 0, 0 s: p.send: more than 4,194,304 messages and timers") {
				t.Error(i, err)
			}
			return
		}
		for range 1000 {
			policy.Receive(p, 1, balance.Message{})
		}
	}
	t.Error("no fault")
}

// Every word of Starlark is one that this package charges for, or none that a policy has.
func TestEveryWordIsCharged(t *testing.T) {
	known := script.Words()
	for _, name := range starlark.Universe.Keys() {
		switch name {
		case "None", "True", "False", "set": // constants, and what the resolver refuses
			continue
		}
		if !slices.Contains(known, name) {
			t.Errorf("the word %s is Starlark's own", name)
		}
	}
}

// A policy has no method of a text, called or not, and none of a list or a table that this package does not charge for.
func TestEveryMethodIsCharged(t *testing.T) {
	balancetest.SkipShort(t)
	charged := "append clear extend get index insert items keys pop popitem remove setdefault update values"
	for name := range script.MethodsOfStarlark() {
		for _, value := range []string{"'text'", "[1]", "{1: 2}"} {
			for _, use := range []string{"w = v.%s", "w = [u.%s for u in [v]]", "w = {0: v}[0].%s", "f = lambda: v.%s\n    f()"} {
				err := start(t, "def start(p):\n    v = "+value+"\n    "+fmt.Sprintf(use, name)+"\n")
				want := "has no ." + name
				if value == "'text'" {
					want = "no use for the methods of text: there is no ." + name
				} else if slices.Contains(strings.Fields(charged), name) {
					continue
				}
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s of %s: %v, want %q", fmt.Sprintf(use, name), value, err, want)
				}
			}
		}
	}
}
