package balance

import (
	"embed"
	"strings"
)

// The files of the policies begin with essays, which are read here, so that what a reader of the code sees and what
// the program prints is the same text.
//
//go:embed adaptive.go adf.go alpha_splitting.go an.go diffusion.go dimension_exchange.go dn.go dnr.go ideal.go lade.go liquid.go
//go:embed nna.go none.go physical.go plb.go plb_strict.go polling.go second_order.go steal.go
var sources embed.FS

// essay returns what reads the essay at the head of a file: its first comment.
func essay(file string) func() string {
	return func() string {
		source, err := sources.ReadFile(file)
		if err != nil {
			panic(err) // the file is not named above
		}
		var text strings.Builder
		for line := range strings.Lines(string(source)) {
			comment, ok := strings.CutPrefix(line, "//")
			if !ok && text.Len() > 0 {
				break
			}
			if ok {
				text.WriteString(strings.TrimPrefix(comment, " "))
			}
		}
		return text.String()
	}
}
