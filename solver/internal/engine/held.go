package engine

import "reflect"

// BytesHeld returns how much memory the value that p points to holds: itself and all that its slices and pointers lead
// to. It does not look at the elements of a slice unless these are slices or pointers, and so takes
// microseconds.
func BytesHeld(p any) int64 {
	v := reflect.ValueOf(p).Elem()
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

// BytesOf returns the size of a value of type E.
func BytesOf[E any]() int64 { return int64(reflect.TypeFor[E]().Size()) }
