package dimacs

import (
	"io"
	"os"

	"transat/solver/cnf"
)

// Limits that hold when Options sets none.
const (
	// DefaultMaxVars is what the engines take, above every formula of the SAT competitions. A header that declares
	// as many costs nothing by itself; an engine takes up to 80 bytes for each variable, and looks at its memory limit first.
	DefaultMaxVars = cnf.MaxVars
	// DefaultMaxClauses only keeps numbers in range. Memory for clauses is taken as they come in,
	// never because a header announces them.
	DefaultMaxClauses = 1 << 30
)

// maxLiterals is what a Formula can index. It does not fit an int of 32 bits.
const maxLiterals int64 = 1<<32 - 1

// Options sets how an input is read. The zero value is strict and has the default limits.
type Options struct {
	// Name stands for the input in error messages. If it is empty, ReadFile takes the file name
	// and Read takes "input".
	Name string
	// Lenient lets a formula have more or fewer clauses than its header declares. Literals above
	// the declared number of variables stay errors.
	Lenient bool
	// Warn, if not nil, is told what Lenient let pass.
	Warn func(*SyntaxError)
	// Copy, if not nil, gets the bytes of the input, decompressed, as they are read: up to its end if there is no error. Its own errors count for nothing.
	Copy io.Writer
	// Room, if not nil, is asked before memory is taken for the formula: how many bytes more. If it returns an error, reading ends with that.
	Room func(bytes int64) error
	// Projection, if not nil, gets what the comments of the formula say about the variables that make models different.
	Projection *Projection
	// MaxVars and MaxClauses bound the numbers that a header may declare; 0 or less is the
	// default. MaxVars cannot be above cnf.MaxLitVar.
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

// ReadFile reads the named CNF file, or standard input if name is "-". An error in the text or in
// the compression is a *SyntaxError; other errors wrap those of package os.
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

// Read reads a CNF formula from r, to the end of r. An error in the text or in the compression is
// a *SyntaxError; an error of r itself is wrapped. Time and memory are linear in the size of the
// text: at most 8 bytes of formula for 4 bytes of text, half a byte for one in large random
// formulas.
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

// forgiving is a writer without errors.
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
		p.room.size = unknownSize // that of the text, not of the file
	}
	p.project()
	if err := p.explain(p.parse()); err != nil {
		return nil, err
	}
	p.projected()
	return p.formula, nil
}
