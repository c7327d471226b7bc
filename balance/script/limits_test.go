package script_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/script"
	"transat/balance/topology"
)

// write writes a program to a file of its own.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// start opens a program, and starts it on processor 0 of a ring.
func start(t testing.TB, text string) error {
	t.Helper()
	spec, err := script.Open(write(t, "x.star", text), nil)
	if err != nil {
		return err
	}
	return run(t, spec, func(policy balance.Policy, p balance.Proc) { policy.Start(p) })
}

// run lets a policy do something on processor 0 of a ring, and returns its fault.
func run(t testing.TB, spec balance.Spec, do func(balance.Policy, balance.Proc)) (err error) {
	t.Helper()
	defer balance.CatchFault(&err)
	g, fault := topology.New("ring", 1024)
	if fault != nil {
		t.Fatal(fault)
	}
	chosen, fault := spec.Choose("")
	if fault != nil {
		t.Fatal(fault)
	}
	maker, err := chosen.For(g)
	if err != nil {
		return err
	}
	do(maker(0), newHollow())
	return nil
}

// A program that takes too much ends with an error, whatever it does: it neither hangs nor fills the memory.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"loop":              {"while True: pass", steps},
		"long loop":         {"for i in range(1 << 30): pass", steps},
		"nested loops":      {"for i in range(9999):\n        for j in range(9999): pass", steps},
		"recursion":         {"start(p)", "called recursively"},
		"large list":        {"x = [0] * (1 << 30)", steps},
		"large list, twice": {"x = [0] * 1000 * 1000 * 1000", steps},
		"its size first":    {"x = 2000000000 * [0]", steps},
		"list of a range":   {"x = list(range(1 << 30))", steps},
		"tuple of a range":  {"x = tuple(range(1 << 30))", steps},
		"sum range":         {"x = sum(range(1 << 30))", steps},
		"sorted range":      {"x = sorted(range(1 << 30))", steps},
		"largest of many":   {"x = max(range(1 << 30))", steps},
		"spread arguments":  {"x = max(*range(1 << 30))", steps},
		"zip":               {"x = zip(range(1 << 30), range(1 << 30))", steps},
		"doubled list":      {"x = [0]\n    for i in range(60): x = x + x", steps},
		"list added":        {"x = [0]\n    for i in range(60): x += x", steps},
		"list extended":     {"x = [0]\n    for i in range(60): x.extend(x)", steps},
		"list multiplied":   {"x = [0]\n    for i in range(60): x *= 2", steps},
		"doubled text":      {"x = 'x'\n    for i in range(60): x = x + x", text},
		"text added":        {"x = 'x'\n    for i in range(60): x += x", text},
		"formatted text":    {"x = 'x'\n    for i in range(60): x = '%s%s' % (x, x)", text},
		"named in a text":   {"x = '%(a)s' * 800\n    for i in range(60): x = x % {'a': x}", text},
		"formatted at once": {"x = 'x'\n    for i in range(60): x = ('%s' * 100) % ((x,) * 100)", text},
		"copies":            {"x = [0] * 100000\n    y = [x[:] for i in range(1 << 20)]", steps},
		"items":             {"x = {i: i for i in range(9999)}\n    y = [x.items() for i in range(1 << 20)]", steps},
		"queue":             {"x = [0] * 1000000\n    for i in range(1 << 20): x.insert(0, x.pop(0))", steps},
		"search":            {"x = [0] * 100000\n    for i in range(1 << 20): 1 in x", steps},
		"large number":      {"x = 3\n    for i in range(60): x = x * x", "a whole number of more than 256 bits"},
		"shifted number":    {"x = 3\n    for i in range(60): x = x << 500", "a whole number of more than 256 bits"},
		"written number":    {"x = int('9' * 1000)", "a text of 1000 letters is no number"},
		"equal lists":       {"x, y = [], []\n    for i in range(9): x, y = [x] * 99, [y] * 99\n    p.state.x = x == y", steps},
		"lists in lists":    {"x = []\n    for i in range(60): x = [x, x]\n    print(x)", "a line of more than 65,536 letters"},
		"deep list":         {"x = []\n    for i in range(1000): x = [x]\n    print(x)", "more than 100 deep"},
		"list in itself":    {"x = []\n    x.append(x)\n    print(x)", "more than 100 deep"},
		"deep key":          {"x = ()\n    for i in range(60): x = (x, x)\n    y = {x: 0}", "holds more than 8 values"},
		"deep key, added":   {"x = ()\n    for i in range(60): x = () + (x, x)\n    y = {x: 0}", "holds more than 8 values"},
		"methods of text":   {"x = 'a'.replace('a', 'b')", "no use for the methods of text"},
		"field like p's":    {"p.state.rank = [1]", "p.state.rank would be taken for p.rank: choose another name"},
		"getattr":           {"x = getattr('a', 'replace')", "no such word"},
		"set":               {"x = set([1])", "does not support sets"},
		"files":             {"open('x')", "undefined: open"},
		"division":          {"x = 1 // 0", "floored division by zero"},
		"index":             {"x = [][0]", "index 0 out of range"},
		"fail":              {"fail('so', 'what')", "fail: so what"},
		"kept": {"p.state.x = [[0] * 100000 for i in range(20)]\n    p.state.y = [p.state.x] * 99\n    p.state.z = " +
			"p.state.x == p.state.y", steps},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := start(t, "def start(p):\n    "+c.body+"\n")
			var wrong *script.Error
			if !errors.As(err, &wrong) || !strings.Contains(wrong.Msg, c.want) {
				t.Fatalf("%v, want an error with %q", err, c.want)
			}
			if wrong.Line < 1 || wrong.Col < 1 {
				t.Errorf("%v has no position", wrong)
			}
		})
	}
}

// A mistake in what is asked once is an error where the policy is made for a topology.
func TestMistakesBeforeARun(t *testing.T) {
	for text, want := range map[string]string{
		"root = lambda topology: 1 // 0":            "x.star:1:27: floored division by zero",
		"root = lambda topology: topology.procs":    "x.star: root = 1024: want a number from 0 to 1023",
		"refuses = lambda topology, params: 1 // 0": "policy ", // … is not defined on this ring: …
		"refuses = lambda topology, params: 3":      "refuses returns 3: want a reason, or None",
	} {
		if err := start(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// The state of a processor is bounded over all its callbacks, too.
func TestStateIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a gigabyte")
	}
	t.Parallel()
	path := write(t, "x.star", "def start(p):\n    p.state.x = []\ndef wake(p):\n    p.state.x.append([0] * 2500000)\n")
	spec, err := script.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = run(t, spec, func(policy balance.Policy, p balance.Proc) {
		policy.Start(p)
		for range 100 {
			policy.Wake(p)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "p.state holds too much") {
		t.Errorf("%v", err)
	}
}

// What a policy does usually takes none of the guards' steps to the limit.
func TestOrdinaryProgramsRun(t *testing.T) {
	err := start(t, `
def start(p):
    s = p.state
    s.a, s.b = [0] * p.procs, {}
    for i in range(p.procs):
        s.a[i] = i * i
        s.b[(i, i + 1)] = s.a[:i % 7]
    s.c = sorted([-x for x in s.a]) + list(range(5))
    s.d = max(s.a) + min(s.c, key = lambda x: -x)
    for key, value in s.b.items():
        s.d += len(value) + key[0] % 3
    s.d *= 2.5
    s.e = "%d of %s" % (3, "four") + str(s.a[:3])
    if s.e != "3 of four[0, 1, 4]" or s.a == s.c or (5, 6) not in s.b or 16 not in s.a:
        fail(s.e)
    s.f = len(s.b)
    s.f *= s.f
    s.a[3] *= s.a[2]
    if s.a[3] != 36 or s.f != p.procs * p.procs:
        fail(s.a[3])
    s.f = 1
    s.f += 2
    s.a += [1, 2]
    x = 3
    x *= 4
    x %= 5
    x <<= 2
    if x != 8 or s.f != 3 or len(s.a) != p.procs + 2 or s.a.index(4) != 2 or s.a.pop(0) != 0:
        fail(x)
`)
	if err != nil {
		t.Error(err)
	}
}
