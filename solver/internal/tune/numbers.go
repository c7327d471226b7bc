//go:build tune

package main

import (
	"fmt"
	"math"
	"reflect"
)

// tunable is a number of a rule as the search sees it: x is 0 for what the search begins with.
type tunable struct {
	field       int // of the struct of numbers
	name        string
	factor      bool // the number is at·e^(scale·x), not at + scale·x
	at, scale   float64
	least, most float64
}

// tunables reads the tags of the fields of a struct of numbers: "add" or "factor", scale, least, most.
func tunables(numbers any) (all []tunable) {
	v := reflect.ValueOf(numbers)
	for i := range v.NumField() {
		tag, ok := v.Type().Field(i).Tag.Lookup("tune")
		if !ok {
			continue
		}
		u, how := tunable{field: i, name: v.Type().Field(i).Name, at: valueOf(v.Field(i))}, ""
		if _, err := fmt.Sscan(tag, &how, &u.scale, &u.least, &u.most); err != nil || how != "add" && how != "factor" {
			panic(fmt.Sprintf("%s: bad tag %q", u.name, tag))
		}
		u.factor = how == "factor"
		all = append(all, u)
	}
	return all
}

func valueOf(v reflect.Value) float64 {
	if v.CanInt() {
		return float64(v.Int())
	}
	return v.Float()
}

// value returns the number that x stands for, and whether that is within its bounds.
func (u tunable) value(x float64) (value float64, within bool) {
	v := u.at + u.scale*x
	if u.factor {
		v = u.at * math.Exp(u.scale*x)
	}
	value = min(max(v, u.least), u.most)
	return value, value == v
}

// set stores a number in a struct of numbers.
func (u tunable) set(numbers any, value float64) {
	if field := reflect.ValueOf(numbers).Elem().Field(u.field); field.CanInt() {
		field.SetInt(int64(math.Round(value)))
	} else {
		field.SetFloat(value)
	}
}

// vary returns numbers that differ from others by x, and how many are outside their bounds.
func vary[N any](from N, all []tunable, x []float64) (n N, outside int) {
	n = from
	for i, u := range all {
		value, within := u.value(x[i])
		u.set(&n, value)
		if !within {
			outside++
		}
	}
	return n, outside
}
