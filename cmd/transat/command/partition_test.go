package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

func TestPartitionInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	t.Chdir(t.TempDir())
	code, stdout, stderr := transatHere(t, ctx, "partition tri:8x8 --parts=4 --method=anneal,spectral --out=best.part")
	if code != cli.Interrupted || stderr != "transat: interrupted\n" || stdout != "" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// A user who presses Ctrl-C while a graph is being annealed gets what is best so far.
func TestPartitionInterruptedAtWork(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	graph := "4 3\n2\n1 3\n2 4\n3\n"
	line := "partition - --parts=2 --method=anneal,spectral --sweeps=100000000 --out=best.part"
	code := run(t.Context(), strings.Fields(line), &impatient{Reader: strings.NewReader(graph)}, &out, &errs)
	if code != cli.Interrupted {
		t.Errorf("exit code %d, want %d", code, cli.Interrupted)
	}
	if errs.String() == "transat: interrupted\n" {
		return // before the graph was read to its end
	}
	if errs.String() != "transat: interrupted after 0 of 2 methods\n" || !strings.Contains(out.String(), " anneal ") {
		t.Errorf("stdout %q, stderr %q", out.String(), errs.String())
	}
	if parts, err := os.ReadFile("best.part"); err != nil || len(parts) != 8 {
		t.Errorf("the partition is %q, %v", parts, err)
	}
}

func TestPartitionFromASilentTerminalCanBeInterrupted(t *testing.T) {
	silent, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if code := run(ctx, []string{"partition", "-"}, silent, &out, &errs); code != cli.Interrupted || out.String() != "" {
		t.Errorf("exit code %d, stdout %q", code, out.String())
	}
}

func TestPartitionReadsCompressedGraphs(t *testing.T) {
	t.Chdir(t.TempDir())
	var packed, out, errs bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, "4 3\n2\n1 3\n2 4\n3\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	code := run(t.Context(), []string{"partition", "-", "--parts=2"}, &packed, &out, &errs)
	if code != cli.OK || !strings.HasPrefix(out.String(), "stdin: 4 vertices, 3 edges\n") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}
