package script_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/script"
	"transat/balance/topology"
)

// policies makes the policies of a program on a ring.
func policies(t *testing.T, program string, procs int) balance.Maker {
	t.Helper()
	spec, err := script.Open(write(t, "x.star", program), nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := topology.New("ring", procs)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := spec.Choose("")
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	return maker
}

// wakeUp calls wake, and returns its fault.
func wakeUp(policy balance.Policy, p balance.Proc) (err error) {
	defer balance.CatchFault(&err)
	policy.Wake(p)
	return nil
}

// alive is what is in the heap and not garbage.
func alive() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What p.state holds is counted at no less than it takes in memory, however a program hides it. Each program makes
// much more than it keeps, or keeps what does not look large.
func TestHeldMemoryIsCounted(t *testing.T) {
	balancetest.SkipShort(t)
	for name, wake := range map[string]string{
		"lists":                    "s.x.append([0] * 10000)",
		"lists that grow":          "s.x.append([])\n    for i in range(1025): s.x[-1].append(i)",
		"cleared lists":            "y = [0] * 100000\n    y.clear()\n    s.x.append(y)",
		"shortened lists":          "y = [0] * 2000\n    for i in range(1999): y.pop()\n    s.x.append(y)",
		"shortened lists, removed": "y = list(range(300))\n    for i in range(299): y.remove(i)\n    s.x.append(y)",
		"empty lists":              "s.x.append([[] for i in range(5000)])",
		"empty tables":             "s.x.append([{} for i in range(5000)])",
		"tables":                   "s.x.append({i: i for i in range(5000)})",
		"small tables":             "s.x.append([{0: i, 1: i} for i in range(2000)])",
		"tables with gaps":         "y = {i: i for i in range(5000)}\n    for i in range(4000): y.pop(i)\n    s.x.append(y)",
		"cleared tables":           "y = {i: i for i in range(5000)}\n    y.clear()\n    s.x.append(y)",
		"floats":                   "s.x.append([i / 3 for i in range(5000)])",
		"large numbers":            "s.x.append([(1 << 250) + i for i in range(5000)])",
		"ordinary numbers":         "s.x.append([(1 << 40) + i for i in range(5000)])",
		"tuples":                   "s.x.append([(i, i, i) for i in range(5000)])",
		"large tuples":             "s.x.append((0,) * 50000)",
		"heads of tuples":          "y = (0,) * 50000\n    s.x.append(y[:1])",
		"heads of lists":           "y = [0] * 50000\n    s.x.append(y[:1])",
		"rows of enumerate":        "y = enumerate(range(50000))\n    s.x.append(y[0])",
		"rows of zip":              "y = zip(range(50000), range(50000))\n    s.x.append(y[0])",
		"items":                    "y = {i: i for i in range(5000)}.items()\n    s.x.append(y[0])",
		"one item":                 "y = {i: i for i in range(5000)}\n    s.x.append(y.popitem())",
		"texts":                    "s.x.append(['x%d' % i for i in range(5000)])",
		"long texts":               "s.x.append(['x' * 4000 + str(i) for i in range(100)])",
		"heads of texts":           "s.x.append([('x' * 4000 + str(i))[:2] for i in range(100)])",
		"letters of texts":         "s.x.append([('x' * 4000 + str(i))[0] for i in range(1000)])",
		"letters in tuples":        "s.x.append([(('x' * 4000 + str(i))[0], i) for i in range(1000)])",
		"letters in tables":        "s.x.append({('x' * 4000 + str(i))[0] + str(i): ('x' * 4000 + str(i))[0] for i in range(1000)})",
		"letters as keys":          "s.x.append([{('x' * 4000 + str(i))[0]: 0} for i in range(1000)])",
		"a letter in a field":      "s.x.append(0)\n    s.y = ('x' * 4000 + str(len(s.x)))[0]",
		"functions":                "y = [0] * 10000\n    s.x.append(lambda: y)",
		"functions that hold some": "s.x.append([lambda i = i: i for i in range(2000)])",
		"letters in functions":     "s.x.append([hold(('x' * 4000 + str(i))[0]) for i in range(1000)])",
		"letters in variables":     "s.x.append([keep(('x' * 4000 + str(i))[0]) for i in range(100)])",
		"methods":                  "y = [0] * 10000\n    s.x.append(y.append)",
		"methods of tables":        "y = {i: i for i in range(5000)}\n    s.x.append(y.get)",
		"arguments":                "s.x.append([hold(i, i, i) for i in range(2000)])",
		"ranges":                   "s.x.append([range(i) for i in range(2000)])",
		"places":                   "s.x.append([p.topology.tree(5) for i in range(2000)])",
		"links":                    "s.x.append([link(i) for i in range(2000)])",
		"chains":                   "for i in range(5000): s.x = [s.x, i]",
		"all in one":               "s.x.append([{0: (i, [i / 3], 'x%d' % i)} for i in range(1000)])",
	} {
		t.Run(name, func(t *testing.T) {
			maker := policies(t, "def hold(*a): return lambda: a\ndef keep(a): return lambda: a\ndef start(p):\n    p.state.x, "+
				"p.state.y = [], 0\ndef wake(p):\n    s = p.state\n    "+wake+"\n", 1<<16)
			policy, p := maker(0), newHollow()
			policy.Start(p)
			before := alive()
			for range 5 {
				if err := wakeUp(policy, p); err != nil {
					t.Fatal(err)
				}
			}
			taken := alive() - before
			if held := script.Measured(policy); taken > held+100<<10 {
				t.Errorf("%d kB are counted for %d kB", held>>10, taken>>10)
			}
		})
	}
}

// Memory that is given back no longer counts, and what several values hold counts once.
func TestOnlyHeldMemoryCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("makes gigabytes of garbage")
	}
	for name, wake := range map[string]string{
		"replaced": "p.state.x = [0] * 1000000",
		"cleared":  "p.state.x.extend([0] * 900000)\n    p.state.x.clear()",
		"popped":   "p.state.x.extend([0] * 4000)\n    for i in range(4000): p.state.x.pop()",
		"shared":   "p.state.x = [TABLE] * 1000",
		"twice":    "p.state.y = [0] * 100000\n    p.state.x = [p.state.y] * 1000",
		"a range":  "p.state.x = range(1 << 30)",
		"cyclic":   "p.state.x = [p.state.x]\n    p.state.x[0] = p.state.x",
		"globals":  "p.state.x = [TABLE, WAYS, wake]",
	} {
		t.Run(name, func(t *testing.T) {
			const procs = 2
			maker := policies(t, "TABLE = [0] * 1000000\nWAYS = {i: TABLE for i in range(1000)}\ndef start(p):\n    p.state.x, "+
				"p.state.y = [], 0\ndef wake(p):\n    "+wake+"\n", procs)
			p := newHollow()
			for rank := range procs {
				policy := maker(rank)
				policy.Start(p)
				for range 12 {
					if err := wakeUp(policy, p); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// All processors of a run share one limit.
func TestStatesShareALimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a gigabyte")
	}
	const procs = 1024
	const entries = 30_000 // of 16 bytes each, in every list
	maker := policies(t, fmt.Sprintf("def start(p):\n    p.state.x = []\ndef wake(p):\n    p.state.x.append([0] * %d)\n", entries), procs)
	p := newHollow()
	before := alive()
	all := make([]balance.Policy, procs)
	for i := range all {
		all[i] = maker(i)
		all[i].Start(p)
	}
	for i := range 4 * procs {
		err := wakeUp(all[i%procs], p)
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "p.state holds too much") || !strings.Contains(err.Error(), "x.star:3:1: wake") {
			t.Fatal(err)
		}
		// What the lists take is known. What is alive may be less, when something of before is gone by now.
		taken, lists := alive()-before, i*entries*16
		t.Logf("%d calls, %d MB, %d MB of them lists", i, taken>>20, lists>>20)
		if taken > script.MaxHeld+100<<20 || lists < script.MaxHeld/2 {
			t.Errorf("the fault comes at %d MB: want one between %d and %d MB", taken>>20, script.MaxHeld>>21, script.MaxHeld>>20)
		}
		runtime.KeepAlive(all)
		return
	}
	t.Error("no fault")
}
