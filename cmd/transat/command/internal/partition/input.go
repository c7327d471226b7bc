package partition

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"transat/balance/partition"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/dimacs"
)

// The input of partition: a graph, and where its vertices are now.

// workpiece is the graph to be partitioned, with the aims.
type workpiece struct {
	name    string
	problem *partition.Problem
	mesh    *partition.Mesh // nil if the graph comes from a file
}

// newWorkpiece reads or makes the graph of a name.
func newWorkpiece(a *cli.App, ctx context.Context, name string, flags *partitionFlags) (*workpiece, error) {
	w := &workpiece{name: name}
	graph, err := input.Await(ctx, func() (*partition.Graph, error) { return w.graph(name, a.In) })
	if err != nil {
		return nil, err
	}
	w.problem = &partition.Problem{
		Graph: graph, Parts: flags.parts, Mu: flags.mu, Latency: flags.latency, Dimension: flags.dimension, Sweeps: flags.sweeps,
	}
	if err := w.problem.Check(); err != nil {
		return nil, cli.Misuse(err)
	}
	if flags.from == "" {
		return w, nil
	}
	file, err := os.Open(flags.from)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if w.problem.Home, err = partition.ReadParts(file, flags.from, graph.Vertices(), flags.parts); err != nil {
		return nil, err
	}
	w.problem.Migration = flags.migration
	return w, cli.Misuse(w.problem.Check())
}

// readGraph reads a graph, plain or compressed.
func readGraph(r io.Reader, name string) (*partition.Graph, error) {
	text, err := dimacs.Decompress(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer text.Close()
	return partition.Read(text, name)
}

// graph finds a graph: standard input, a file or a mesh.
func (w *workpiece) graph(name string, stdin io.Reader) (*partition.Graph, error) {
	if name == "-" {
		w.name = "stdin"
		return readGraph(stdin, w.name)
	}
	file, err := os.Open(name)
	switch {
	case err == nil:
		defer file.Close()
		return readGraph(file, name)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	kind, _, _ := strings.Cut(name, ":")
	if !slices.ContainsFunc(partition.MeshKinds(), func(k partition.MeshKind) bool { return k.Name == kind }) {
		return nil, fmt.Errorf("%s: no such file; built-in meshes are %s", name, strings.Join(cli.Names(cli.MeshEntries()), ", "))
	}
	if w.mesh, err = partition.ParseMesh(name); err != nil {
		return nil, cli.Misuse(err)
	}
	return w.mesh.Graph(), nil
}
