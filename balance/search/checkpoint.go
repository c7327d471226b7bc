package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"time"

	"transat/solver/files"
)

// A checkpoint is a title, a line of text; the SHA-256 of the rest; and the rest, of which every number is a varint and every text has its
// length before it:
//
//	transat search 1\n   SHA-256   problem mode ordered fingerprint   nodes solutions pruned elapsed   incumbent solved sums   open nodes
//
// It is replaced as a whole. Of a search under way, all processors stand still while it is made, each between two nodes: so each node is
// either counted or open.
const checkpointTitle = "transat search 1\n"

// mostCheckpoint is the largest checkpoint that is read, in bytes.
const mostCheckpoint = 1 << 32

// CheckpointError says that a file cannot be used as the checkpoint of a search.
type CheckpointError struct {
	Name   string
	Reason string
}

// Error says it in a line.
func (e *CheckpointError) Error() string {
	return fmt.Sprintf("checkpoint %s %s; without it, the search begins anew", e.Name, e.Reason)
}

// save writes the checkpoint.
func (r *run[E]) save() error {
	var data []byte
	err := r.machine.Snapshot(func(open []part[E]) (err error) {
		data, err = r.encode(open)
		return err
	})
	if err != nil {
		return err
	}
	target, err := files.Target(r.options.Checkpoint)
	if err != nil {
		return err
	}
	file, err := files.Create(target)
	if err != nil {
		return err
	}
	if _, err = file.Write(data); err == nil {
		err = file.Sync()
	}
	if err == nil {
		return files.Place(file, target)
	}
	return errors.Join(fmt.Errorf("checkpoint: %w", err), file.Close(), os.Remove(file.Name()))
}

// header identifies a search.
func (r *run[E]) header() []byte {
	var w writer
	w.text([]byte(fmt.Sprintf("%T", r.problem)))
	w.text([]byte(r.name))
	w.flag(r.ordered)
	if r.fingerprint == nil {
		r.fingerprint = r.methods.fingerprint()
	}
	w.text(r.fingerprint)
	return w.data
}

func (r *run[E]) encode(open []part[E]) ([]byte, error) {
	t := r.totals()
	w := writer{data: r.header()}
	for _, n := range []int64{t.nodes, t.solutions, t.pruned, int64(t.elapsed)} {
		w.number(n)
	}
	value, best, ok := r.incumbent.get()
	w.flag(ok)
	if ok {
		w.number(value)
		writeNode(&w, r, best)
	}
	w.flag(r.solved != nil)
	if r.solved != nil {
		writeNode(&w, r, *r.solved)
		if !r.ordered {
			open = nil
		}
	}
	w.flag(r.folded != nil)
	if r.folded != nil {
		sums, err := r.folded.encode(r.walks)
		if err != nil {
			return nil, notJSON(err)
		}
		w.text(sums)
	}
	for _, part := range open {
		for _, n := range part {
			w.flag(true)
			writeNode(&w, r, n)
		}
	}
	w.flag(false)
	sum := sha256.Sum256(w.data)
	return bytes.Join([][]byte{[]byte(checkpointTitle), sum[:], w.data}, nil), nil
}

// restore reads the checkpoint, if there is one, and returns what is left open.
func (r *run[E]) restore(root []part[E]) ([]part[E], error) {
	name := r.options.Checkpoint
	if r.methods.coder == nil {
		return nil, fmt.Errorf("search: a checkpoint needs the methods AppendNode and ParseNode, which %T has not (see Coder)", r.problem)
	}
	data, err := files.ReadFile(name, mostCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return root, nil
	}
	if err != nil {
		return nil, err
	}
	bad := func(reason string) error { return &CheckpointError{name, reason} }
	data, ok := bytes.CutPrefix(data, []byte(checkpointTitle))
	if !ok || len(data) < sha256.Size {
		return nil, bad("is no checkpoint of a search")
	}
	if sha256.Sum256(data[sha256.Size:]) != [sha256.Size]byte(data) {
		return nil, bad("is damaged")
	}
	if data, ok = bytes.CutPrefix(data[sha256.Size:], r.header()); !ok {
		return nil, bad("is that of another search: its problem, its input, its mode or its order differ")
	}
	in := reader{data: data}
	open, err := r.decode(&in)
	if err == nil && in.bad {
		err = errors.New("is cut short")
	}
	if err != nil {
		return nil, bad(err.Error())
	}
	return open, nil
}

func (r *run[E]) decode(in *reader) (open []part[E], err error) {
	r.before = totals{nodes: in.number(), solutions: in.number(), pruned: in.number(), elapsed: time.Duration(in.number())}
	if in.flag() {
		value := in.number()
		n, err := readNode(in, r)
		if err != nil {
			return nil, err
		}
		r.incumbent.improve(value, n)
	}
	if in.flag() {
		n, err := readNode(in, r)
		if err != nil {
			return nil, err
		}
		r.solved = &n
	}
	if in.flag() {
		if r.folded == nil {
			return nil, errors.New("has sums of Fold")
		}
		if err := r.folded.decode(in.text()); err != nil {
			return nil, fmt.Errorf("has sums that are not those of Fold: %w", err)
		}
	}
	for in.flag() {
		n, err := readNode(in, r)
		if err != nil {
			return nil, err
		}
		if r.solved == nil || comparePlaces(n.place, r.solved.place) < 0 {
			open = append(open, part[E]{n})
		}
	}
	return open, nil
}

func writeNode[E any](w *writer, r *run[E], n node[E]) {
	w.text(r.methods.coder.AppendNode(nil, n.e))
	w.number(int64(n.level))
	w.number(int64(math.Float64bits(n.share)))
	w.number(int64(len(n.place)))
	for _, k := range n.place {
		w.number(int64(k))
	}
}

func readNode[E any](in *reader, r *run[E]) (n node[E], err error) {
	if n.e, err = r.methods.coder.ParseNode(in.text()); err != nil {
		return n, fmt.Errorf("has a node that cannot be read: %w", err)
	}
	n.level = int32(in.number())
	n.share = math.Float64frombits(uint64(in.number()))
	length := in.number()
	if length < 0 || length > int64(len(in.data)) {
		in.bad = true
		return n, nil
	}
	for range length {
		n.place = append(n.place, uint32(in.number()))
	}
	return n, nil
}

// writer writes numbers and texts.
type writer struct{ data []byte }

func (w *writer) number(n int64)   { w.data = binary.AppendVarint(w.data, n) }
func (w *writer) text(text []byte) { w.number(int64(len(text))); w.data = append(w.data, text...) }
func (w *writer) flag(set bool) {
	if set {
		w.number(1)
	} else {
		w.number(0)
	}
}

// reader reads what a writer has written. Behind the end of the data, all is 0, and bad is set.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) number() int64 {
	n, size := binary.Varint(r.data)
	if size <= 0 {
		r.data, r.bad = nil, true
		return 0
	}
	r.data = r.data[size:]
	return n
}

func (r *reader) flag() bool { return r.number() != 0 }

func (r *reader) text() []byte {
	n := r.number()
	if n < 0 || n > int64(len(r.data)) {
		r.data, r.bad = nil, true
		return nil
	}
	text := r.data[:n]
	r.data = r.data[n:]
	return text
}
