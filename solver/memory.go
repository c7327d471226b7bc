package solver

import "reflect"

// checkMemory returns an error if a search of f would need more than so many bytes; 0 is no limit.
func checkMemory(f *Formula, limit int64) error {
	if limit == 0 {
		return nil
	}
	if need := memoryNeed(f); need > limit {
		return &MemoryError{Need: need, Limit: limit}
	}
	return nil
}

// memoryNeed returns how many bytes it takes at most to normalise f and to build an engine for it. What
// the engine needs later on, for the depth of the tree, is not in it. It costs one pass over the
// literals.
func memoryNeed(f *Formula) int64 {
	clauses, literals := int64(f.Len()), int64(f.Literals())
	longs, longLits, longest, vars := int64(0), int64(0), int64(0), int64(0)
	for i := range f.Len() {
		clause := f.Clause(i)
		if n := int64(len(clause)); n >= longLength {
			longs++
			longLits += n
			longest = max(longest, n)
		}
		for _, l := range clause {
			vars = max(vars, int64(l.Var()))
		}
	}
	lits := 2*vars + 3
	normalised := 4*literals + 4*clauses + lits*(4+4+1) // clauses, occurrences, and two marks a literal
	perLit := 1 + 2*bytesOf[listStart]() + bytesOf[uint64]() + bytesOf[Lit]()
	perLong := bytesOf[longState]() + 4 + 1 + 4
	general := lits*perLit + (literals-longLits)*bytesOf[pair]() + longLits*(4+4) + longs*perLong + 8*longest
	general += vars / 60 * bytesOf[contestant]()
	if vars <= copiedVars && literals <= mostWeighed {
		general += weighedBytes(clauses, literals, lits)
	}
	return normalised + max(general, packedBytes(vars)) + allowance
}

// allowance is for what is small and hard to tell in advance, the rounding up of allocations above all.
const allowance = 1 << 19

// weighedBytes returns what weightedGeneral takes in addition to general.
func weighedBytes(clauses, literals, lits int64) int64 {
	const perClause, perLiteral, perLit = 4, 4, 3*4 + 2 + 2 // clauses; literals in them; literals there are
	const ice = (1 + 4) << 16
	return bytesOf[weightedGeneral]() + ice + perClause*clauses + perLiteral*literals + perLit*lits
}

// packedBytes returns what a packed engine takes at least, or a weighted one, which is one with more, if it can hold
// so many variables at all.
func packedBytes(vars int64) int64 {
	if vars > packedMaxVars {
		return 0
	}
	weights := bytesOf[weighted]() + 3*bytesOf[[packedLits]float32]() + 4<<16 + 8*packedMaxPairs/2 + 16*vars
	return bytesOf[packed]() + 40*4*(vars+8) + 2*maxRow + 4*packedMaxPairs + weights
}

// engineBytes returns how much memory an engine holds: the engine itself and all that its slices and
// pointers lead to. It does not look at the elements of a slice unless these are slices or pointers, and
// so takes microseconds.
func engineBytes(e engine) int64 {
	v := reflect.ValueOf(e).Elem()
	return int64(v.Type().Size()) + heldBy(v)
}

// heldBy returns how much memory v leads to, without v.
func heldBy(v reflect.Value) (bytes int64) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			bytes = int64(v.Type().Elem().Size()) + heldBy(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += heldBy(v.Field(i))
		}
	case reflect.Slice:
		bytes = int64(v.Cap()) * int64(v.Type().Elem().Size())
		if kind := v.Type().Elem().Kind(); kind == reflect.Slice || kind == reflect.Pointer {
			for i := range v.Len() {
				bytes += heldBy(v.Index(i))
			}
		}
	}
	return bytes
}

// bytesOf returns the size of a value of type E.
func bytesOf[E any]() int64 { return int64(reflect.TypeFor[E]().Size()) }
