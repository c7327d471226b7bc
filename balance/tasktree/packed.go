package tasktree

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"

	"transat/balance/foreign"
)

// The packed form of a tree, all numbers little-endian or as varints:
//
//	8 bytes   magic "tasktree"
//	1 byte    format version
//	1 byte    flags: 1 pruned, 2 a search ends at the first solution, 4 tasks have loads, 8 tasks have ids, 16 tasks have levels
//	1 byte    digits: works count 10^-digits units
//	1 byte    length of the unit, and the unit
//	varint    number of tasks
//	varint    number of works that were rounded
//	varint    number of roots
//	          the tasks in preorder, each:
//	varint      2 · the number of its children, and 1 more if it is a solution
//	varint      its own work
//	8 bytes     its load, if tasks have loads
//	varint      the length of its id, and the id, if tasks have ids
//	varint      its level, if tasks have levels that are not their depths
//	4 bytes   CRC-32C of everything before it
const (
	magic         = "tasktree"
	packedVersion = 1

	flagPruned = 1 << 0
	flagFirst  = 1 << 1
	flagLoads  = 1 << 2
	flagIDs    = 1 << 3
	flagLevels = 1 << 4
)

// WriteTo writes the tree in the packed form, which [Read] reads. It implements io.WriterTo.
func (t *Tree) WriteTo(w io.Writer) (int64, error) {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	count := &counter{w: w}
	out := bufio.NewWriterSize(io.MultiWriter(count, sum), 1<<16)
	flags := byte(0)
	for flag, on := range map[byte]bool{
		flagPruned: t.meta.Pruned, flagFirst: t.meta.First, flagLoads: t.loads != nil, flagIDs: t.idAt != nil,
		flagLevels: t.levels != nil,
	} {
		if on {
			flags |= flag
		}
	}
	head := append([]byte(magic), packedVersion, flags, byte(t.digits), byte(len(t.meta.Unit)))
	head = append(head, t.meta.Unit...)
	for _, n := range []int64{t.Nodes(), t.rounded, t.Roots()} {
		head = binary.AppendUvarint(head, uint64(n))
	}
	if _, err := out.Write(head); err != nil {
		return count.n, err
	}
	var line []byte
	first := Node(0)
	if t.virtual {
		first = 1
	}
	for n := first; n < Node(len(t.ends)); n++ {
		line = t.appendTask(line[:0], n)
		if _, err := out.Write(line); err != nil {
			return count.n, err
		}
	}
	if err := out.Flush(); err != nil {
		return count.n, err
	}
	_, err := count.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return count.n, err
}

// appendTask appends a task in the packed form.
func (t *Tree) appendTask(dst []byte, n Node) []byte {
	head := uint64(0)
	for c := n + 1; c < t.end(n); c = t.end(c) {
		head += 2
	}
	if t.IsSolution(n) {
		head++
	}
	dst = binary.AppendUvarint(dst, head)
	dst = binary.AppendUvarint(dst, uint64(t.Own(n)))
	if t.loads != nil {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(t.loads[n]))
	}
	if t.idAt != nil {
		id := t.ids.at(t.idAt[n])
		dst = append(binary.AppendUvarint(dst, uint64(len(id))), id...)
	}
	if t.levels != nil {
		dst = binary.AppendUvarint(dst, uint64(t.levels[n]))
	}
	return dst
}

// maxLevel is more than the largest level of a tree of package balance.
const maxLevel = 1 << 29

// counter counts the bytes that are written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// packedReader reads the packed form. It believes no number in it before the bytes are there: memory is a small multiple of what was read.
type packedReader struct {
	r    *bufio.Reader
	sum  hash.Hash32
	name string
	room func(bytes int64) error
	one  [1]byte
}

// open is a task of which some children are still to come.
type open struct {
	node uint32
	left uint64
}

func readPacked(in *bufio.Reader, opt Options) (*Tree, error) {
	name := opt.Name
	r := &packedReader{r: in, sum: crc32.New(crc32.MakeTable(crc32.Castagnoli)), name: name, room: opt.Room}
	t, err := r.tree()
	if err == nil {
		var sum [4]byte
		want := r.sum.Sum32()
		if _, err = io.ReadFull(in, sum[:]); err == nil && binary.LittleEndian.Uint32(sum[:]) != want {
			return nil, r.wrong("the checksum is wrong: the file is damaged")
		}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil, &Error{Name: name, Msg: "the packed tree is cut short", Cut: true}
	}
	if at := (*Error)(nil); err != nil && !errors.As(err, &at) {
		err = &Error{Name: name, Msg: "the packed tree cannot be read: " + foreign.Text(err.Error()), Err: err}
	}
	if err != nil {
		return nil, err
	}
	if _, err := in.Peek(1); err != io.EOF {
		return nil, r.wrong("there is something behind the packed tree: want nothing")
	}
	return t, nil
}

func (r *packedReader) wrong(format string, args ...any) error {
	return &Error{Name: r.name, Msg: fmt.Sprintf(format, args...)}
}

// ReadByte implements io.ByteReader.
func (r *packedReader) ReadByte() (byte, error) {
	c, err := r.r.ReadByte()
	r.one[0] = c
	if err == nil {
		_, _ = r.sum.Write(r.one[:])
	}
	return c, err
}

// full reads that many bytes.
func (r *packedReader) full(p []byte) error {
	_, err := io.ReadFull(r.r, p)
	_, _ = r.sum.Write(p)
	return err
}

func (r *packedReader) uvarint() (uint64, error) { return binary.ReadUvarint(r) }

// tree reads everything up to the checksum.
func (r *packedReader) tree() (*Tree, error) {
	var head [len(magic) + 4]byte
	if err := r.full(head[:]); err != nil {
		return nil, err
	}
	version, flags, digits, length := head[len(magic)], head[len(magic)+1], head[len(magic)+2], head[len(magic)+3]
	if version != packedVersion {
		return nil, r.wrong("the packed tree has format version %d: want %d", version, packedVersion)
	}
	if digits > MaxDigits || flags >= 2*flagLevels {
		return nil, r.wrong("the packed tree has %d digits and flags %d: want at most %d and %d", digits, flags, MaxDigits, 2*flagLevels-1)
	}
	text := make([]byte, length)
	if err := r.full(text); err != nil {
		return nil, err
	}
	name, err := unit(string(text))
	if err != nil {
		return nil, r.wrong("%v", err)
	}
	if most := digitsOf(name); int(digits) > most {
		return nil, r.wrong("the packed tree has %d digits: want at most %d for %s", digits, most, quote(name))
	}
	var counts [3]uint64
	for i := range counts {
		if counts[i], err = r.uvarint(); err != nil {
			return nil, err
		}
	}
	tasks, rounded, roots := counts[0], counts[1], counts[2]
	if tasks == 0 || tasks > maxTasks || rounded > tasks || roots == 0 || roots > tasks {
		return nil, r.wrong("the packed tree has %d tasks below %d roots, and %d rounded works: want at least one task, and no more roots",
			tasks, roots, rounded)
	}
	t := &Tree{
		meta:   Meta{Unit: name, Pruned: flags&flagPruned != 0, First: flags&flagFirst != 0},
		digits: int(digits), rounded: int64(rounded), virtual: roots > 1,
	}
	return t, r.tasks(t, tasks, roots, flags)
}

// tasks reads the tasks into a tree.
func (r *packedReader) tasks(t *Tree, tasks, roots uint64, flags byte) error {
	var way []open // the tasks above the next one, and the root above all
	total := int64(0)
	place := func() uint32 {
		node := uint32(len(t.ends))
		t.ends, t.before, t.depths = append(t.ends, 0), append(t.before, total), append(t.depths, uint32(len(way)))
		return node
	}
	if t.virtual {
		place()
		way = append(way, open{0, roots})
	}
	if flags&flagLoads != 0 {
		t.loads = make([]float64, len(t.ends))
	}
	if flags&flagIDs != 0 {
		t.idAt = make([]uint32, len(t.ends))
	}
	if flags&flagLevels != 0 {
		t.levels = make([]uint32, len(t.ends))
	}
	for i := range tasks {
		if r.room != nil && i > 0 && i%roomEvery == 0 {
			const most = 32 // bytes of a task; slices that grow are copied
			if err := r.room(most * 2 * int64(i)); err != nil {
				return err
			}
		}
		node := place()
		if len(way) > 0 {
			way[len(way)-1].left--
		}
		children, own, err := r.task(t, int(node))
		if err != nil {
			return err
		}
		if own >= mostWork || total+int64(own) >= mostWork {
			return r.wrong("the works come to 2^50 or more: want less")
		}
		total += int64(own)
		if children > tasks-1-i {
			return r.wrong("a task has %d children, and %d tasks are left: want no more", children, tasks-1-i)
		}
		way = append(way, open{node, children})
		for len(way) > 0 && way[len(way)-1].left == 0 {
			t.ends[way[len(way)-1].node] = uint32(len(t.ends))
			way = way[:len(way)-1]
		}
		if len(way) == 0 && i < tasks-1 {
			return r.wrong("the tree ends after %d of %d tasks", i+1, tasks)
		}
	}
	if len(way) > 0 {
		return r.wrong("the tree has %d tasks, and some lack children", tasks)
	}
	if t.before = append(t.before, total); total == 0 {
		return r.wrong("the work of every task is 0: want at least one with more")
	}
	b := NewBuilder(t.meta)
	b.name = r.name
	return t.complete(b)
}

// task reads a task.
func (r *packedReader) task(t *Tree, node int) (children, own uint64, err error) {
	head, err := r.uvarint()
	if err != nil {
		return 0, 0, err
	}
	if head&1 != 0 {
		t.solutions.add(node)
		t.solved++
	}
	if own, err = r.uvarint(); err != nil {
		return 0, 0, err
	}
	if t.loads != nil {
		var bits [8]byte
		if err := r.full(bits[:]); err != nil {
			return 0, 0, err
		}
		load := math.Float64frombits(binary.LittleEndian.Uint64(bits[:]))
		if !(load >= 0) || math.IsInf(load, 0) {
			return 0, 0, r.wrong("a task has load %v: %s", load, wantWork)
		}
		t.loads = append(t.loads, load)
	}
	if t.idAt != nil {
		length, err := r.uvarint()
		if err != nil {
			return 0, 0, err
		}
		if length == 0 || length > maxText {
			return 0, 0, r.wrong("an id of %d bytes: want at least 1, and at most %d", length, maxText)
		}
		id := make([]byte, length)
		if err := r.full(id); err != nil {
			return 0, 0, err
		}
		at, ok := t.ids.add(id)
		if !ok {
			return 0, 0, errTooMany
		}
		t.idAt = append(t.idAt, at)
	}
	if t.levels != nil {
		level, err := r.uvarint()
		if err != nil {
			return 0, 0, err
		}
		if level >= maxLevel {
			return 0, 0, r.wrong("a task has level %d: want less than 2^29", level)
		}
		t.levels = append(t.levels, uint32(level))
	}
	return head >> 1, own, nil
}
