package command

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/command/internal/cli"
)

func TestVersion(t *testing.T) {
	vcs := []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123abc"},
		{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"},
		{Key: "vcs.modified", Value: "true"},
	}
	for _, tc := range []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{
			"from a checkout",
			debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Path: "transat", Version: "v1.2.3+dirty"}, Settings: vcs},
			"transat v1.2.3+dirty\ncommit   0123abc, with changes\ndate     2026-01-02T03:04:05Z\ngo       go1.26.0\nplatform os/cpu\n",
		},
		{
			"from a checkout without git",
			debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Path: "transat", Version: "(devel)"}},
			"transat (devel)\ncommit   unknown\ndate     unknown\ngo       go1.26.0\nplatform os/cpu\n",
		},
		{
			"as a library",
			debug.BuildInfo{
				GoVersion: "go1.26.0", Main: debug.Module{Path: "mine", Version: "v9.9.9"}, Settings: vcs,
				Deps: []*debug.Module{{Path: "other", Version: "v8.8.8"}, {Path: "transat", Version: "v1.2.3"}},
			},
			"transat v1.2.3\ncommit   unknown\ndate     unknown\ngo       go1.26.0\nplatform os/cpu\n",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, versionOf(&tc.info, "transat", "os/cpu")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestModulePathIsTheRootOfThePackages(t *testing.T) {
	for _, p := range packages(t) {
		if !within(p.ImportPath, modulePath()) {
			t.Errorf("%s does not lie in module %s", p.ImportPath, modulePath())
		}
	}
}

// The version is told whatever comes behind the flag, but for a flag that there is not.
func TestVersionFlag(t *testing.T) {
	for line, want := range map[string]cli.Code{
		"--version": cli.OK, "--version x": cli.OK, "x --version": cli.OK, "--version=false": cli.Usage, "--version --x": cli.Usage,
	} {
		var stdout, stderr strings.Builder
		code := run(t.Context(), strings.Fields(line), strings.NewReader(""), &stdout, &stderr)
		told := stdout.String() == version() && stderr.Len() == 0
		if code != want || told != (want == cli.OK) {
			t.Errorf("%s: exit code %d, %q, %q", line, code, stdout.String(), stderr.String())
		}
	}
}
