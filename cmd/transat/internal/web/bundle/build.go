package bundle

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// build is a program that is yet to be built, and the hash of all that goes into it.
type build struct {
	Source
	root     string // of the checkout
	compiler string // the go command
	packages int    // that the program consists of
	bridge   []byte
	key      string // a hash in hexadecimal digits
}

// layout is part of the hash: a change in how programs are built or kept makes old ones of no use.
const layout = "transat program 1"

// newBuild asks the go command what the program in the checkout is made of.
func newBuild(ctx context.Context, root string, s Source) (*build, error) {
	compiler, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("there is no go command in the PATH: install Go, or use a released binary")
	}
	b := &build{Source: s, root: root, compiler: compiler}
	if b.Progress == nil {
		b.Progress = func(float64, string) {}
	}
	if b.Warn == nil {
		b.Warn = func(string) {}
	}
	sum := sha256.New()
	fmt.Fprintln(sum, layout)
	if err := b.hashCompiler(ctx, sum); err != nil {
		return nil, err
	}
	if err := b.hashSources(ctx, sum); err != nil {
		return nil, err
	}
	b.key = hex.EncodeToString(sum.Sum(nil)[:16])
	return b, nil
}

// hashCompiler takes in which Go builds the program, and reads the bridge that belongs to it.
func (b *build) hashCompiler(ctx context.Context, sum io.Writer) error {
	settings := []string{"GOVERSION", "GOFLAGS", "GOEXPERIMENT", "GOWASM"}
	out, err := b.goCommand(ctx, append([]string{"env", "-json", "GOROOT"}, settings...)...)
	if err != nil {
		return err
	}
	var env map[string]string
	if err := json.Unmarshal(out, &env); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	for _, name := range settings {
		fmt.Fprintf(sum, "%s=%q\n", name, env[name])
	}
	b.bridge, err = os.ReadFile(filepath.Join(env["GOROOT"], "lib", "wasm", BridgeName))
	if err != nil {
		return fmt.Errorf("this Go cannot build for browsers: %w", err)
	}
	fmt.Fprintf(sum, "%s %x\n", BridgeName, sha256.Sum256(b.bridge))
	return nil
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir                                string
	Standard                                       bool
	Module                                         *module
	GoFiles, SFiles, HFiles, EmbedFiles, SysoFiles []string
}

type module struct {
	Main    bool
	Version string
	Replace *module
}

// local reports whether the package's files may change while go.mod and go.sum stay as they are.
func (p listed) local() bool {
	switch {
	case p.Standard || p.Module == nil:
		return false
	case p.Module.Replace != nil:
		return p.Module.Replace.Version == ""
	}
	return p.Module.Main
}

// hashSources takes in all files of the checkout that the program is built from; go.sum stands for those of other modules.
func (b *build) hashSources(ctx context.Context, sum io.Writer) error {
	out, err := b.goCommand(ctx, "list", "-deps",
		"-json=ImportPath,Dir,Standard,Module,GoFiles,SFiles,HFiles,EmbedFiles,SysoFiles", "./"+b.Package)
	if err != nil {
		return err
	}
	files := []string{filepath.Join(b.root, "go.mod"), filepath.Join(b.root, "go.sum")}
	for d := json.NewDecoder(bytes.NewReader(out)); ; b.packages++ {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if !p.local() {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles, p.SysoFiles) {
			files = append(files, filepath.Join(p.Dir, name))
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil && !(errors.Is(err, os.ErrNotExist) && filepath.Base(file) == "go.sum") {
			return err
		}
		name, err := filepath.Rel(b.root, file)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%q %x\n", filepath.ToSlash(name), sha256.Sum256(text))
	}
	return nil
}

// run builds the program. The same sources and the same Go make the same bytes, in whatever folder.
func (b *build) run(ctx context.Context) (Program, error) {
	work, err := os.MkdirTemp("", "transat-page-*")
	if err != nil {
		return Program{}, err
	}
	defer os.RemoveAll(work)
	file := filepath.Join(work, "transat.wasm")
	cmd := b.command(ctx, "build", "-v", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "./"+b.Package)
	said, err := cmd.StderrPipe()
	if err != nil {
		return Program{}, err
	}
	const what = "building the page's engine, once: 1-2 minutes"
	b.Progress(0, what)
	if err := cmd.Start(); err != nil {
		return Program{}, err
	}
	// With -v, the go command says the name of each package that it compiles, and whatever is wrong with it.
	var complaint strings.Builder
	for n, lines := 0, bufio.NewScanner(said); lines.Scan(); {
		if name := lines.Text(); strings.ContainsAny(name, " #:") {
			complaint.WriteString(name + "\n")
		} else {
			n++
			b.Progress(0.9*min(1, float64(n)/float64(b.packages)), what)
		}
	}
	if err := cmd.Wait(); err != nil {
		return Program{}, failure(ctx, err, complaint.String())
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return Program{}, err
	}
	b.Progress(0.9, "compressing the page's engine")
	packed, err := compress(wasm)
	if err != nil {
		return Program{}, err
	}
	b.Progress(1, "compressing the page's engine")
	return Program{Wasm: packed, Bridge: b.bridge}, nil
}

// compress is as small as gzip can make it, and the same bytes every time.
func compress(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// command is the go command in the checkout, for browsers.
func (b *build) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, b.compiler, args...)
	cmd.Dir = b.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "PWD="+b.root)
	return cmd
}

// goCommand returns what the go command prints.
func (b *build) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := b.command(ctx, args...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, failure(ctx, err, complaint.String())
	}
	return out, nil
}

// failure is the error of a go command that has said why.
func failure(ctx context.Context, err error, complaint string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.New(cmp.Or(strings.TrimSpace(complaint), err.Error()))
}
