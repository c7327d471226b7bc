package balance

import (
	"math"
	"reflect"
	"strings"
)

// printer makes fingerprints of load elements, by which one sees that two are alike, or that one was changed. A fingerprint is
// a hash of the value and of the values that it points to, up to a bound. It leaves out functions, channels, locks, and the tree itself.
type printer struct {
	without uintptr // the tree, if it is a pointer
	left    int     // values that may still be looked at
	seen    map[uintptr]bool
}

// mostPrinted is the number of values that are looked at in an element.
const mostPrinted = 1024

// print returns the fingerprint of a value.
func (p *printer) print(x any) uint64 {
	p.left = mostPrinted
	clear(p.seen)
	return p.hash(reflect.ValueOf(x))
}

// follow reports whether a pointer leads to something that has not been seen.
func (p *printer) follow(at uintptr) bool {
	if at == p.without || p.seen[at] {
		return false
	}
	if p.seen == nil {
		p.seen = map[uintptr]bool{}
	}
	p.seen[at] = true
	return true
}

func (p *printer) hash(v reflect.Value) uint64 {
	if p.left--; p.left < 0 || !v.IsValid() {
		return 1
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 2
		}
		return 3
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return spread(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return spread(v.Uint())
	case reflect.Float32, reflect.Float64:
		return spread(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		return combine(spread(math.Float64bits(real(c))), math.Float64bits(imag(c)))
	case reflect.String:
		return textHash(v.String())
	case reflect.Array, reflect.Slice:
		h := spread(uint64(v.Len()))
		for i := 0; i < v.Len() && p.left > 0; i++ {
			h = combine(h, p.hash(v.Index(i)))
		}
		return h
	case reflect.Struct:
		if pkg := v.Type().PkgPath(); pkg == "sync" || strings.HasPrefix(pkg, "sync/") {
			return 4
		}
		h := uint64(5)
		for i := range v.NumField() {
			h = combine(h, p.hash(v.Field(i)))
		}
		return h
	}
	return p.behind(v)
}

// behind is the hash of a value that leads to others.
func (p *printer) behind(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || !p.follow(v.Pointer()) {
			return 6
		}
		return combine(7, p.hash(v.Elem()))
	case reflect.Interface:
		if v.IsNil() {
			return 8
		}
		return combine(textHash(v.Elem().Type().String()), p.hash(v.Elem()))
	case reflect.Map:
		h := spread(uint64(v.Len()))
		if v.Len() > p.left {
			return h // which entries come first changes
		}
		for entries := v.MapRange(); entries.Next(); {
			if k := entries.Value().Kind(); k < reflect.Array || k == reflect.String { // others may share what they point to
				h += combine(p.hash(entries.Key()), p.hash(entries.Value()))
			} else {
				h += spread(p.hash(entries.Key()))
			}
		}
		return h
	default:
		return 9
	}
}

// textHash is the hash of a string.
func textHash(s string) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return spread(h)
}

// combine adds a hash to the hash so far.
func combine(h, next uint64) uint64 { return spread(h*0x100000001b3 + next) }

// spread is the finaliser of SplitMix64.
func spread(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// isNil reports whether an element is a pointer, or the like, that leads nowhere. A slice may be nil: it is then empty.
func isNil(x any) bool {
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan, reflect.Interface, reflect.UnsafePointer:
		return v.IsNil()
	default:
		return false
	}
}
