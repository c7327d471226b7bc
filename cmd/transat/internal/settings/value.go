package settings

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Value is the value of a setting, and says whether it was given or is the default. It is a flag's value, and a field in JSON; there an
// empty text counts as not given.
type Value[T string | float64 | uint64] struct {
	V     T
	Given bool
}

// Variable is a [Value] of any type.
type Variable interface {
	Set(text string) error
	String() string
	Type() string // as package pflag names types
}

// Give sets a value as a user does.
func (v *Value[T]) Give(x T) { *v = Value[T]{x, true} }

// Prefer sets the default.
func (v *Value[T]) Prefer(x T) {
	if !v.Given {
		v.V = x
	}
}

// Set implements [Variable].
func (v *Value[T]) Set(text string) (err error) {
	switch x := any(&v.V).(type) {
	case *string:
		*x = text
	case *float64:
		*x, err = strconv.ParseFloat(text, 64)
	case *uint64:
		*x, err = strconv.ParseUint(text, 0, 64)
	}
	v.Given = true
	return err
}

// String implements [Variable].
func (v *Value[T]) String() string {
	if x, ok := any(v.V).(float64); ok {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return fmt.Sprint(v.V)
}

// Type implements [Variable].
func (v *Value[T]) Type() string { return fmt.Sprintf("%T", v.V) }

// IsZero says that JSON leaves a value out.
func (v Value[T]) IsZero() bool { return !v.Given }

// MarshalJSON writes a whole number as a text, since JavaScript's numbers end at 2⁵³.
func (v Value[T]) MarshalJSON() ([]byte, error) {
	if x, whole := any(v.V).(uint64); whole {
		return json.Marshal(strconv.FormatUint(x, 10))
	}
	return json.Marshal(v.V)
}

// UnmarshalJSON reads a text, or a number.
func (v *Value[T]) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		text = string(b)
	}
	if text == "" {
		return nil
	}
	switch x := any(&v.V).(type) {
	case *uint64: // of all settings, only the seed is one
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("seed=%s: want a whole number from 0 to %d", text, uint64(math.MaxUint64))
		}
		*x, v.Given = n, true
		return nil
	default:
		return v.Set(text)
	}
}
