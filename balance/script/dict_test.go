package script_test

import (
	"math"
	"testing"

	"go.starlark.net/starlark"
	"pgregory.net/rapid"

	"transat/balance/script"
)

// keysToTry are values of all kinds. Some are equal to others.
var keysToTry = func() []starlark.Value {
	big := starlark.MakeInt(1).Lsh(70)
	return []starlark.Value{
		starlark.MakeInt(0), starlark.MakeInt(1), starlark.MakeInt(-1), starlark.MakeInt64(1 << 32), starlark.MakeInt64(1 << 40),
		starlark.MakeInt64(math.MaxInt64), starlark.MakeInt64(math.MinInt64), starlark.MakeUint64(1 << 63), big, starlark.MakeInt(0).Sub(big),
		starlark.Float(0), starlark.Float(math.Copysign(0, -1)), starlark.Float(1), starlark.Float(1.5), starlark.Float(1 << 40),
		starlark.Float(1 << 62), starlark.Float(1 << 63), starlark.Float(-1 << 63), starlark.Float(1 << 70), starlark.Float(-1 << 70),
		starlark.Float(math.Inf(1)), starlark.Float(math.Inf(-1)), starlark.Float(math.NaN()), starlark.Float(1e300),
		starlark.String(""), starlark.String("x"), starlark.String("xy"), starlark.String("1"), starlark.True, starlark.False, starlark.None,
		starlark.Tuple{},
		starlark.Tuple{starlark.MakeInt(1)},
		starlark.Tuple{starlark.Float(1)},
		starlark.Tuple{starlark.True},
		starlark.Tuple{starlark.String("x"), starlark.String("y")},
		starlark.Tuple{starlark.String("xy"), starlark.String("")},
		starlark.Tuple{starlark.Tuple{starlark.MakeInt(1)}, starlark.Tuple{}},
		starlark.Tuple{starlark.Tuple{starlark.MakeInt(1), starlark.Tuple{}}},
		starlark.NewList(nil),
		starlark.Tuple{starlark.NewList(nil)},
	}
}()

// A dictionary does what that of Starlark does, in the same order, whatever is done to it.
func TestDictDoesWhatStarlarksDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, got := new(starlark.Dict), script.NewDict()
		few := rapid.IntRange(1, len(keysToTry)).Draw(t, "keys")
		for range rapid.IntRange(0, 100).Draw(t, "operations") {
			name := rapid.SampledFrom([]string{
				"setdefault", "setdefault", "setdefault", "get", "pop", "popitem", "items", "keys",
				"values", "update", "clear",
			}).Draw(t, "operation")
			var args []starlark.Value
			switch name {
			case "setdefault", "get", "pop":
				k := rapid.IntRange(0, few-1).Draw(t, "key")
				args = []starlark.Value{keysToTry[k], starlark.MakeInt(k)}
				if _, err := keysToTry[k].Hash(); err != nil && name == "pop" && want.Len() == 0 {
					continue // Starlark does not look at the key then, if nothing was ever in the dictionary
				}
			case "update":
				k := rapid.IntRange(0, few-1).Draw(t, "key")
				args = []starlark.Value{starlark.NewList([]starlark.Value{starlark.Tuple{keysToTry[k], starlark.MakeInt(-k)}})}
			}
			method, err := want.Attr(name)
			if err != nil {
				t.Fatal(err)
			}
			a, wrong := starlark.Call(&starlark.Thread{}, method, args, nil)
			b, err := script.CallMethod(got, name, args...)
			if (wrong == nil) != (err == nil) || err == nil && a.String() != b.String() {
				t.Fatalf("%s %v: %v, %v; want %v, %v", name, args, b, err, a, wrong)
			}
			if want.String() != got.String() || want.Len() != starlark.Len(got) || want.Truth() != got.Truth() {
				t.Fatalf("%s %v: %v, want %v", name, args, got, want)
			}
		}
		for _, k := range keysToTry {
			a, foundA, wrong := want.Get(k)
			b, foundB, err := got.(starlark.Mapping).Get(k)
			if foundA != foundB || (wrong == nil) != (err == nil) || foundA && a != b {
				t.Fatalf("%v: %v, want %v", k, b, a)
			}
		}
	})
}

// Operators that are words do what they do in Starlark: lists and dictionaries grow in place, frozen ones do not, and
// what is iterated over stays as it is.
func TestWordsDoWhatOperatorsDo(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"lists grow in place": {"x = [1]\n    y = x\n    x += [2]\n    x += (3,)\n    x += {4: 0}\n    if y != [1, 2, 3, " +
			"4]: fail(y)", ""},
		"tuples do not": {"x = (1,)\n    y = x\n    x += (2,)\n    if y != (1,) or x != (1, 2): fail(x)", ""},
		"tables grow in place": {"x = {1: 2}\n    y = x\n    x |= {3: 4}\n    if y != {1: 2, 3: 4}: fail(y)\n    z = x | " +
			"{1: 5}\n    if z != {1: 5, 3: 4} or x[1] != 2: fail(z)", ""},
		"in a list in a table": {"x = {0: [[1]]}\n    x[0][0] += [2]\n    x[0][len([])] += [3]\n    if x != {0: [[1, 2, " +
			"3]]}: fail(x)", ""},
		"slices": {"x = (1, 2, 3)\n    if x[1:] != (2, 3) or [1, 2, 3][::-1] != [3, 2, 1] or 'abc'[1:2] != " +
			"'b': fail(x)", ""},
		"displays": {"x = {i: i * i for i in range(9) if i % 2}\n    if x != {1: 1, 3: 9, 5: 25, 7: 49} or " +
			"len({" + entries(100) + "}) != 100: fail(x)", ""},
		"nested displays": {"x = {(i, j): {j: i} for i in range(2) for j in range(2)}\n    if x[(1, 0)] != {0: 1}: fail(x)", ""},
		"duplicates":      {"x = {1: 2, 1.0: 3}", "duplicate key: 1.0"},
		"enumerate":       {"if enumerate(['a', 'b'], 3) != [(3, 'a'), (4, 'b')]: fail()", ""},
		"zip":             {"if zip([1, 2], (3, 4, 5), {6: 0, 7: 0}) != [(1, 3, 6), (2, 4, 7)] or zip() != []: fail()", ""},
		"sum":             {"if sum([1, 2.5, 3]) != 6.5 or sum(range(4)) != 6 or sum([]) != 0: fail()", ""},
		"sum of texts":    {"sum(['a'])", "sum: \"a\": want a number"},
		"sorted": {"if sorted([3, 1, 2], key = lambda x: -x) != [3, 2, 1] or sorted((2, 1), reverse = True) " +
			"!= [2, 1] or sorted([2, 1], None) != [1, 2]: fail()", "got NoneType, want callable"},
		"sorted by position": {"if sorted([1, 2], lambda x: -x, True) != [1, 2] or sorted({2: 0, 1: 0}) != [1, 2]: fail()", ""},
		"max and min": {"if max(1, 3, 2) != 3 or min([2, 1]) != 1 or max([1, -3], key = abs) != -3 or min({2: 0, " +
			"1: 0}) != 1: fail()", ""},
		"max of nothing": {"max([])", "argument is an empty sequence"},
		"key that fails": {"max([1], key = lambda x: 1 // 0)", "floored division by zero"},
		"methods as values": {"x = [1]\n    f = x.append\n    f(2)\n    d = {1: 2}\n    if x != [1, 2] or sorted([1, " +
			"0], key = {0: 5, 1: 3}.get) != [1, 0] or [g() for g in [d.keys]] != [[1]]: fail(x)", ""},
		"fields named like methods": {"s = p.state\n    s.count, s.index, s.items = 1, 2, [3]\n    s.count += 1\n    " +
			"s.items.append(s.index)\n    if s.count != 2 or s.items != [3, 2]: fail(s.items)", ""},
		"methods called by their field": {"s = p.state\n    s.get = lambda x: x + 1\n    if s.get(1) != 2: fail()", ""},
		"frozen list":                   {"TABLE += [1]", "referenced before assignment"},
		"frozen list, appended to":      {"TABLE.append(1)", "cannot append to frozen list"},
		"frozen list, extended":         {"x = TABLE\n    x += [1]", "frozen list"},
		"frozen table":                  {"WAYS[0] = 1", "cannot insert into frozen hash table"},
		"frozen table, joined":          {"x = WAYS\n    x |= {2: 3}", "frozen hash table"},
		"list in a loop":                {"x = [1]\n    for y in x: x += [2]", "list during iteration"},
		"table in a loop":               {"x = {1: 2}\n    for y in x: x[3] = 4", "cannot insert into hash table during iteration"},
		"table in a loop, popped":       {"x = {1: 2}\n    for y in x: x.pop(1)", "cannot delete from hash table during iteration"},
		"table after a loop":            {"x = {1: 2}\n    for y in x: break\n    x[3] = 4\n    x.pop(1)", ""},
		"unhashable":                    {"x = {[]: 1}", "unhashable"},
		"unhashable in a search":        {"if [] in {1: 2}: fail()", ""},
		"missing key":                   {"x = {1: 2}\n    y = x[3]", "key 3 not in dict"},
		"a text of a table": {"if str({1: 'a', 'b': [None, {}]}) != '{1: \"a\", \"b\": [None, {}]}' or type({}) != " +
			"'dict': fail({})", ""},
		"dict": {"if dict([(1, 2)], a = 3) != {1: 2, 'a': 3} or dict({1: 2}) != {1: 2} or dict(zip('', " +
			"[])) != {}: fail()", "zip: argument #1 is not iterable"},
		"update": {"x = {1: 2}\n    x.update({1: 3}, b = 4)\n    x.update([[5, 6]])\n    if x != {1: 3, " +
			"'b': 4, 5: 6}: fail(x)", ""},
		"named arguments of a table": {"def f(a, b): return a - b\n    if f(**{'a': 3, 'b': 1}) != 2: fail()", ""},
		"differences": {"x = 5\n    x -= 3\n    y = [7]\n    y[0] -= x\n    if x != 2 or y[0] - x != 3 or 1.5 - " +
			"x != -0.5: fail(x)", ""},
		"formats": {"if '%(a)s' % {'a': 1} != '1' or '%d%%' % 5 != '5%': fail()", ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := start(t, "TABLE = [1]\nWAYS = {1: 2}\ndef start(p):\n    "+c.body+"\n")
			if c.want == "" && err != nil || c.want != "" && (err == nil || !containsOne(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func entries(n int) string {
	text := ""
	for i := range n {
		text += "'" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "': 0, "
	}
	return text
}
