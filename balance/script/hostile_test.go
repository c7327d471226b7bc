package script_test

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"transat/balance"
	"transat/balance/script"
	"transat/balance/topology"
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
	slow := os.Getenv("TRANSAT_HOSTILE") != ""
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			var err error
			before := time.Now()
			taken := allocated(func() {
				err = start(t, "messages = {'m': []}\ndef receive(p, sender, message): pass\ndef wake(p): pass\ndef start(p):\n    "+c.body+"\n")
			})
			if slow {
				t.Logf("%6.3f s, %d MB", time.Since(before).Seconds(), taken>>20)
			}
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

var (
	_ balance.Policy
	_ topology.Network
)
