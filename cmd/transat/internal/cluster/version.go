package cluster

import (
	"cmp"
	"runtime/debug"
)

// Version says which program this is, as far as the go command has written it into the program: only programs of the same one work
// together.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text := cmp.Or(info.Main.Version, "(devel)")
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" && s.Value == "true" {
			text += " " + s.Key + "=" + s.Value
		}
	}
	return text
}
