package reproduce

import "fmt"

// Ranges lists the numbers for which something holds: "32 to 128 and 512".
func Ranges(all []int, holds func(i int) bool) string {
	text := ""
	for i := 0; i < len(all); i++ {
		if !holds(i) {
			continue
		}
		first := i
		for i+1 < len(all) && holds(i+1) {
			i++
		}
		if text != "" {
			text += " and "
		}
		text += fmt.Sprint(all[first])
		if i > first {
			text += fmt.Sprint(" to ", all[i])
		}
	}
	return text
}
