package script_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"transat/balance/script"
	"transat/balance/topology"
)

// Programs drawn at random, of statements that grow what they can. l0 to l2 are lists, d0 to d2 dictionaries, t0 to t2
// tuples, s0 to s2 texts, n0 to n2 whole numbers, x0 to x2 floats and f0 to f2 functions, before a statement and after it.
// L stands for one of the lists, and so on, and K for a number of times.
var drawn = strings.Split(strings.TrimSpace(`
L.append(L)
L.append(N)
L.append(S)
L.append(D)
L.append(T)
L.append(X)
L.append(F)
L.append([])
L.append({})
L.extend(L)
L.extend(range(K))
L.extend(D)
L += L
L += T
L = L + L
L = L * 2
L = [L] * K
L = [L, L]
L = [L, D, T, S, N, X, F]
L = [0] * K
L = list(range(K))
L = list(D)
L = [x for x in L]
L = [[x] for x in L]
L = [{} for i in range(K)]
L = [(i, i) for i in range(K)]
L = [i / 3 for i in range(K)]
L = [(1 << 200) + i for i in range(K)]
L = [str(i) for i in range(K)]
L = [lambda: i for i in range(K)]
L = D.items()
L = D.keys()
L = D.values()
L = zip(L, L)
L = zip(range(K), L, D)
L = enumerate(L)
L = reversed(L)
L = L[:-1]
L = L[::-1]
L = L[1:]
L = sorted(range(K), key = lambda i: T)
L = sorted(range(K), key = lambda i: -i, reverse = True)
L = sorted([S, S, S])
L.insert(0, L)
L.insert(N % 9, N)
l0 and l0.pop()
l1 and l1.pop(0)
L.clear()
L.append(L == L)
L.append(L in L)
L.append(N in L)
L.append(max([L, L, L], key = len))
L.append(any(L))
L.append(p.topology.tree(1))
L.extend(p.topology.neighbours(5))
L.append(p.topology.sides)
L.append(L.append)
L.append(S[:1])
s0 and L.append(s0[0])
L.append(T[:1])
L.append(range(K))
L, L = L, L
D[N] = L
D[S] = D
D[(N, S)] = T
D[X] = D
D[N << 32] = N
D[t0 if len(t0) < 5 else 0] = T
D = {N: L, S: D, X: T}
D = {i << 32: i for i in range(K)}
D = {i << 16: [i] for i in range(K)}
D = {str(i): i for i in range(K)}
D = {(i, i): i for i in range(K)}
D = dict(D)
D = dict(zip(range(K), range(K)))
D = D | D
D |= D
D.update(D)
D.update([(N, N)])
D.setdefault(N, [])
d0 and d0.popitem()
d1 and d1.popitem()
D.pop(N, 0)
D.clear()
N += int(D == D)
N += int(N in D)
N += len(D)
T = T + T
T += (N,)
T = (T, T)
T = (N, S, L)
T = T * 2
T = tuple(L)
T = T[:1]
T = T[1:]
T = tuple(range(K))
N += int(T == T)
N += int(N in T)
N = N + N
N = N - N
N -= -N
N = N * N
N = N << 7
N = N >> 3
N = ~N
N = N ^ N
N = N % 1000003
N = N // 7
N = len(L)
N = int(x0) if -1e9 < x0 and x0 < 1e9 else 0
X = X + N
X = X * 1.5
X = X - X
S = S + S
S = (S + S)[:99]
S = S * 2
S = S * K
S = str(N)
S = str(L)
S = repr(D)
S = "%s %s" % (S, N)
S = "%d" % N
S = S[1:]
S = S[:1]
S = type(L)
F = lambda x: L
F = lambda x, y = L: [x, y]
F = L.append
F = D.get
F(N)
L.append(F(N))
list(f(*L[:9]))
L = f(*range(K))
p.state.x = L
p.state.y = D
p.state.x = [p.state.x]
L = p.state.x
D = p.state.y
p.send(1, "m")
p.send([1] * K, "m")
p.wake_after(1)
L.append(p.random())
print(L)
print(N)
`), "\n")

// counts are numbers of times.
var counts = []int{1, 2, 3, 5, 9, 17, 40, 100, 300, 1000, 10_000, 100_000, 1 << 30}

// draw draws a program. choose(n) is a number below n.
func draw(choose func(n int) int) string {
	var b strings.Builder
	b.WriteString("messages = {'m': []}\ndef receive(p, sender, message): pass\ndef start(p): p.state.x, p.state.y = [], " +
		"{}\ndef f(*a): return list(a)\ndef wake(p):\n")
	for _, kind := range []string{"l = []", "d = {}", "t = ()", "s = 'x'", "n = 1", "x = 0.5", "f = bool"} {
		name, value, _ := strings.Cut(kind, " = ")
		for i := range 3 {
			b.WriteString("    " + name + strconv.Itoa(i) + " = " + value + "\n")
		}
	}
	statements(&b, choose, 1)
	return b.String()
}

// statements draws some statements, and loops around others.
func statements(b *strings.Builder, choose func(n int) int, depth int) {
	indent := strings.Repeat("    ", depth)
	for range 1 + choose(5) {
		switch what := choose(10); {
		case what == 0 && depth < 4:
			b.WriteString(indent + "while True:\n")
			statements(b, choose, depth+1)
		case what < 3 && depth < 4:
			b.WriteString(indent + "for i in range(" + strconv.Itoa(counts[choose(len(counts))]) + "):\n")
			statements(b, choose, depth+1)
		default:
			b.WriteString(indent + fill(drawn[choose(len(drawn))], choose) + "\n")
		}
	}
}

// fill replaces the letters of a statement by variables.
func fill(statement string, choose func(n int) int) string {
	var b strings.Builder
	for i := range len(statement) {
		c := statement[i]
		alone := !isWord(statement, i-1) && !isWord(statement, i+1)
		switch {
		case alone && c == 'K':
			b.WriteString(strconv.Itoa(counts[choose(len(counts))]))
		case alone && strings.IndexByte("LDTSNXF", c) >= 0:
			b.WriteString(strings.ToLower(string(c)) + strconv.Itoa(choose(3)))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isWord(text string, i int) bool {
	return i >= 0 && i < len(text) && (text[i] == '_' || 'a' <= text[i] && text[i] <= 'z' || 'A' <= text[i] && text[i] <= 'Z')
}

const (
	// fewSteps is how many steps a drawn program may take: enough to double something to death, and soon over.
	fewSteps = 7_000
	// mostAStep is what a step may allocate, garbage included, on average over a program.
	mostAStep = 128
	// mostAtOnce is what may come on top: a line for printing, say, or the first measurement.
	mostAtOnce = 256 << 10
)

// within runs a drawn program, and returns what is wrong with what it takes.
func within(program string) string {
	spec, err := script.OpenFS(script.Texts{"x.star": program}, "x.star", nil)
	if err != nil {
		var wrong *script.Error
		if !errors.As(err, &wrong) {
			return err.Error()
		}
		return ""
	}
	chosen, err := spec.Choose("")
	if err != nil {
		return err.Error()
	}
	maker, err := chosen.For(small)
	if err != nil {
		return err.Error()
	}
	policy, p := maker(0), newHollow()
	policy.Start(p)
	taken := 0
	bytes := allocated(func() { taken, err = script.WakeWithin(policy, p, fewSteps) })
	var wrong *script.Error
	switch {
	case err != nil && !errors.As(err, &wrong):
		return err.Error()
	case err != nil && (wrong.Line < 4 || len(wrong.Msg) > 1000):
		return "no short message with a line: " + err.Error()
	case bytes > mostAtOnce+uint64(mostAStep*min(taken, fewSteps)):
		return strconv.Itoa(int(bytes)) + " bytes are allocated in " + strconv.Itoa(taken) + " steps"
	}
	if held := script.Measured(policy); held > mostAtOnce+2*script.BytesAStep*int64(min(taken, fewSteps)) {
		return strconv.Itoa(int(held)) + " bytes are held after " + strconv.Itoa(taken) + " steps"
	}
	return ""
}

// What a program takes is bounded by the steps that it has, whatever it does.
func TestDrawnProgramsStayWithinLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		program := draw(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") })
		if wrong := within(program); wrong != "" {
			t.Fatalf("%s:\n%s", wrong, program)
		}
	})
}

// The same for many more: TRANSAT_HOSTILE_PROGRAMS sets their number.
func TestManyDrawnProgramsStayWithinLimits(t *testing.T) {
	n := 700
	if testing.Short() {
		n = 200
	}
	if text := os.Getenv("TRANSAT_HOSTILE_PROGRAMS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	for seed := range n {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		program := draw(random.IntN)
		if wrong := within(program); wrong != "" {
			t.Fatalf("program %d: %s:\n%s", seed, wrong, program)
		}
	}
}

// small is a machine of a few processors.
var small = func() topology.Network {
	g, err := topology.New("mesh", 4, 4)
	if err != nil {
		panic(err)
	}
	return g
}()
