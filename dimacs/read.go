package dimacs

import (
	"io"
	"os"

	"transat/solver/cnf"
)

// Limits for Options that set none.
const (
	// DefaultMaxVars is the limit of the engines, above every formula of the SAT competitions. Declaring that number takes
	// no memory; an engine takes up to 80 bytes for each variable, and checks its memory limit first.
	DefaultMaxVars = cnf.MaxVars
	// DefaultMaxClauses keeps numbers in range. Memory for clauses grows with the clauses that are read, not with the
	// header.
	DefaultMaxClauses = 1 << 30
)

// maxLiterals is the largest index in a Formula. It does not fit an int of 32 bits.
const maxLiterals int64 = 1<<32 - 1

// Options configure reading. The zero value is strict and has the default limits.
type Options struct {
	// Name names the input in error messages. If it is empty, ReadFile uses the file name and Read "input".
	Name string
	// Lenient lets a formula have more or fewer clauses than its header declares. Literals above the declared number of
	// variables stay errors.
	Lenient bool
	// Warn, if not nil, is called with the faults that Lenient allows.
	Warn func(*SyntaxError)
	// Copy, if not nil, gets the bytes of the input, decompressed, as they are read: up to its end if there is no error.
	// Errors of Copy are ignored.
	Copy io.Writer
	// Room, if not nil, is called with a number of bytes before the formula takes as much more memory. If it returns an
	// error, reading ends with that.
	Room func(bytes int64) error
	// Projection, if not nil, gets the variables that distinguish models, from comments of the formula.
	Projection *Projection
	// MaxVars and MaxClauses bound the numbers in a header; 0 or less means the default. MaxVars is at most cnf.MaxLitVar.
	MaxVars, MaxClauses int
}

func (o Options) withDefaults(name string) Options {
	if o.Name == "" {
		o.Name = name
	}
	if o.MaxVars <= 0 {
		o.MaxVars = DefaultMaxVars
	}
	if o.MaxClauses <= 0 {
		o.MaxClauses = DefaultMaxClauses
	}
	o.MaxVars = min(o.MaxVars, int(cnf.MaxLitVar))
	return o
}

// ReadFile reads the named CNF file, or standard input if name is "-". An error in the text or in the compression is a
// *SyntaxError; other errors wrap those of package os.
func ReadFile(name string, opt Options) (*cnf.Formula, error) {
	if name == "-" {
		opt = opt.withDefaults("stdin")
		return read(opt.open(os.Stdin), unknownSize, opt)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := unknownSize
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	opt = opt.withDefaults(name)
	return read(opt.open(file), size, opt)
}

// Read reads a CNF formula from r, to the end of r. An error in the text or in the compression is a *SyntaxError; an
// error of r itself is wrapped. Time and memory are linear in the size of the text: at most 8 bytes of formula for 4
// bytes of text, and half a byte for a byte in large random formulas.
func Read(r io.Reader, opt Options) (*cnf.Formula, error) {
	opt = opt.withDefaults("input")
	return read(opt.open(r), unknownSize, opt)
}

// open begins to read an input.
func (o Options) open(r io.Reader) text {
	t := open(o.Name, r)
	if o.Copy != nil {
		t.src = io.TeeReader(t.src, forgiving{o.Copy})
	}
	return t
}

// forgiving is a writer that ignores errors.
type forgiving struct{ w io.Writer }

func (f forgiving) Write(p []byte) (int, error) {
	_, _ = f.w.Write(p)
	return len(p), nil
}

// unknownSize is the size of an input that is not a regular file.
const unknownSize int64 = -1

// read reads a formula from an input of size bytes, and closes it.
func read(input text, size int64, opt Options) (*cnf.Formula, error) {
	p := &parser{text: input, opt: opt, room: room{size: size}}
	defer p.close()
	if p.kind != plain {
		p.room.size = unknownSize // the size of the text, not of the file
	}
	p.project()
	if err := p.explain(p.parse()); err != nil {
		return nil, err
	}
	p.projected()
	return p.formula, nil
}
