package dimacs

import (
	"bufio"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"
)

// benchMB is the size of the file that BenchmarkReadFile reads:
//
//	go test ./dimacs -run '^$' -bench ReadFile -benchmb 200
var benchMB = flag.Int("benchmb", 200, "size in megabytes of the file that BenchmarkReadFile reads")

// BenchmarkReadFile reads a random 3-SAT formula over a million variables. Besides the speed it reports the largest
// heap during reading, in bytes for a byte of the file.
func BenchmarkReadFile(b *testing.B) {
	name := filepath.Join(b.TempDir(), "random.cnf")
	size := writeRandomFile(b, name, *benchMB*1_000_000)
	b.SetBytes(size)
	stop := make(chan struct{})
	peak := make(chan uint64)
	go func() { peak <- peakHeap(stop) }()
	for b.Loop() {
		b.StopTimer()
		runtime.GC() // the formula of the last iteration
		b.StartTimer()
		if _, err := ReadFile(name, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	close(stop)
	b.ReportMetric(float64(<-peak)/float64(size), "heapB/B")
}

// peakHeap samples the memory in heap objects, dead ones included, until stop is closed.
func peakHeap(stop <-chan struct{}) uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	peak := uint64(0)
	for {
		metrics.Read(sample)
		peak = max(peak, sample[0].Value.Uint64())
		select {
		case <-stop:
			return peak
		case <-time.After(time.Millisecond):
		}
	}
}

// writeRandomFile writes random clauses of three literals until the file has about size bytes, and returns their
// number.
func writeRandomFile(b *testing.B, name string, size int) int64 {
	const vars, clauseSize = 1_000_000, 24.2 // the mean number of bytes in a clause
	file, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(file)
	clauses := int(float64(size) / clauseSize)
	w.WriteString("p cnf " + strconv.Itoa(vars) + " " + strconv.Itoa(clauses) + "\n")
	rng := rand.New(rand.NewPCG(1, 2))
	var line []byte
	for range clauses {
		line = line[:0]
		for range 3 {
			v := 1 + rng.Int64N(vars)
			line = append(strconv.AppendInt(line, v-2*v*rng.Int64N(2), 10), ' ')
		}
		w.Write(append(line, "0\n"...))
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
	return info.Size()
}
