package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"transat/cmd/transat/internal/cluster"
)

// The program with a network, as a package of Go and as a file.
const (
	networkPackage = "transat/cmd/transat-net"
	networkProgram = "transat-net"
)

// starterVariable is the variable of the environment that tells the program with a network which version of this one starts it.
const starterVariable = "TRANSAT_STARTED_BY"

// CheckStarter refuses to be started by another version.
func CheckStarter() error {
	if by := os.Getenv(starterVariable); by != "" && by != cluster.Version() {
		return fmt.Errorf("%s is of version %s, and transat of version %s: go install ./cmd/transat ./cmd/transat-net makes both",
			networkProgram, cluster.Version(), by)
	}
	return nil
}

// handOver runs the program with a network. Where the system can, it takes the place of this process, with its streams and signals.
func (a *App) handOver(ctx context.Context) error {
	path, err := a.findNetwork(ctx)
	if err != nil {
		return err
	}
	env := append(os.Environ(), starterVariable+"="+cluster.Version())
	if a.In == os.Stdin && a.Stdout == os.Stdout && a.Stderr == os.Stderr {
		if err := become(ctx, a.ReleaseSignals, path, append([]string{os.Args[0]}, a.Args...), env); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, path, a.Args...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, a.In, a.Stdout, a.Stderr
	cmd.Cancel = func() error {
		if runtime.GOOS == "windows" { // where a console interrupts all its processes
			return nil
		}
		return cmd.Process.Signal(os.Interrupt)
	}
	err = cmd.Run()
	if ended := new(exec.ExitError); errors.As(err, &ended) && ended.Exited() {
		return Code(ended.ExitCode())
	}
	return err
}

// findNetwork looks for the program with a network: beside this one, in its source if `go run` has built this one, or in the PATH, where it
// must be of the same version.
func (a *App) findNetwork(ctx context.Context) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	name := networkProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	beside := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(beside); err == nil {
		return beside, nil
	}
	if strings.Contains(self, string(filepath.Separator)+"go-build") { // `go run` removes that folder afterwards
		bar := a.Line.Start("building " + networkProgram)
		defer bar.Done()
		if said, err := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-o", beside, networkPackage).CombinedOutput(); err != nil {
			return "", fmt.Errorf("go build %s: %w: %s", networkPackage, err, strings.TrimSpace(string(said)))
		}
		return beside, nil
	}
	path, err := exec.LookPath(networkProgram)
	if err != nil {
		return "", fmt.Errorf("this needs a network, which is in the program %s, and that is neither in %s nor in the PATH: "+
			"go install ./cmd/transat ./cmd/transat-net puts both there, or go run ./cmd/%s %s",
			networkProgram, filepath.Dir(self), networkProgram, strings.Join(a.Args, " "))
	}
	return path, a.checkVersion(ctx, path)
}

// checkVersion asks a program from the PATH for its version. It may be an old one, or something else of that name.
func (a *App) checkVersion(ctx context.Context, path string) error {
	said, err := exec.CommandContext(ctx, path, "--version").Output()
	if err == nil && string(said) != a.Version() {
		err = errors.New("it is of another version")
	}
	if err != nil {
		return fmt.Errorf("%s --version: %w: go install ./cmd/transat ./cmd/transat-net makes both programs", path, err)
	}
	return nil
}
