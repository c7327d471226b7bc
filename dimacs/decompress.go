package dimacs

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compression is the compression format of an input.
type compression string

const (
	plain     compression = "plain"
	gzipped   compression = "gzip"
	bzipped   compression = "bzip2"
	xzipped   compression = "xz"
	zstandard compression = "zstd"
)

// recognise returns the compression of an input by its first bytes, which cannot begin a CNF file.
func recognise(head []byte) compression {
	marks := []struct {
		kind compression
		mark string
	}{
		{gzipped, "\x1f\x8b"},
		{bzipped, "BZh"},
		{xzipped, "\xfd7zXZ\x00"},
		{zstandard, "\x28\xb5\x2f\xfd"},
	}
	for _, m := range marks {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			return m.kind
		}
	}
	return plain
}

// maxZstdWindow bounds the memory that the header of a zstd stream can ask for, as the zstd command does by default.
const maxZstdWindow = 1 << 27

// decompress returns the text of r, plain or compressed. The caller must close it after reading, unless there is an
// error.
func decompress(r io.Reader) (text io.Reader, kind compression, closeText func(), err error) {
	head := make([]byte, 6)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if err != nil && !isTruncation(err) {
		return io.MultiReader(bytes.NewReader(head), failingReader{err}), plain, func() {}, nil
	}
	kind, closeText = recognise(head), func() {}
	r = io.MultiReader(bytes.NewReader(head), r)
	switch kind {
	case gzipped:
		text, err = gzip.NewReader(bufio.NewReaderSize(r, bufferSize))
	case bzipped:
		text, err = bzip2.NewReader(bufio.NewReaderSize(r, bufferSize)), nil
	case xzipped:
		text, err = newXZText(r)
	case zstandard:
		var decoder *zstd.Decoder
		decoder, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
		if err == nil {
			text, closeText = decoder, decoder.Close
		}
	default:
		text, err = r, nil
		utf32 := bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00"))
		if mark := string(head[:min(2, n)]); (mark == littleEndianMark || mark == bigEndianMark) && !utf32 {
			_, err = io.CopyN(io.Discard, r, int64(len(mark)))
			text = newUTF16Text(mark, r)
		}
	}
	return text, kind, closeText, err
}

// Decompress returns the text of r, plain or compressed, for readers of other formats. A byte order mark stays. The
// caller must close the text after reading; r stays open.
func Decompress(r io.Reader) (io.ReadCloser, error) {
	text, kind, closeText, err := decompress(r)
	if err != nil {
		return nil, fmt.Errorf("%s stream: %w", kind, err)
	}
	return &readCloser{text, closeText}, nil
}

// readCloser is a text that frees its decompressor when closed.
type readCloser struct {
	io.Reader
	close func()
}

func (r *readCloser) Close() error {
	r.close()
	return nil
}

// isTruncation reports whether err says that the input ends too early.
func isTruncation(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// source remembers the error of its input, which decompressors may hide.
type source struct {
	r   io.Reader
	err error // other than io.EOF
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// failingReader is an input that could not be opened.
type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }
