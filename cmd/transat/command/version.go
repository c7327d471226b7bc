package command

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// version says which program this is, as far as the go command has written it into the program: a
// version if it was built from one, and the commit if it was built in a checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	return versionOf(info, modulePath(), runtime.GOOS+"/"+runtime.GOARCH)
}

// modulePath is the path of this module, which is written down in go.mod alone.
func modulePath() string {
	return strings.TrimSuffix(reflect.TypeFor[Option]().PkgPath(), "/cmd/transat/command")
}

// versionOf describes a program in lines; it may be another one that uses module as a library.
func versionOf(info *debug.BuildInfo, module, platform string) string {
	built, settings := info.Main, info.Settings
	for _, m := range info.Deps {
		if m.Path == module {
			built, settings = *m, nil
		}
	}
	get := func(key string) string {
		for _, s := range settings {
			if s.Key == key {
				return s.Value
			}
		}
		return ""
	}
	commit := cmp.Or(get("vcs.revision"), "unknown")
	if get("vcs.modified") == "true" {
		commit += ", with changes"
	}
	return fmt.Sprintf("transat %s\ncommit   %s\ndate     %s\ngo       %s\nplatform %s\n",
		cmp.Or(built.Version, "(devel)"), commit, cmp.Or(get("vcs.time"), "unknown"), info.GoVersion, platform)
}
