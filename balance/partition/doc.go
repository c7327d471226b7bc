// Package partition assigns the vertices of a graph to processors once, by the physical analogy: [Problem.Physical]
// computes a partition, and [Problem.Quality] measures it.
//
// # The idea
//
// The vertices are particles in a space of P places. Two forces act on them, and a third one if few
// moves are wanted. The best partition is the state of least energy.
//
//	repulsion    particles in the same place push each other away:  equal work
//	attraction   particles joined by an edge pull each other:        little communication
//	migration    a particle is held where it now lies:               few moves
//
// The energy is H, a pure number, and a [Problem] says what it is made of:
//
//	H = (P/W)² · Σ_q W_q²  +  μ · (P/N)^((d-1)/d) · Σ_cut c/c̄  +  ν · (P/S) · Σ_moved s
//
// with N vertices of work w, sizes s and edges of communication c. W_q is the work in part q, W and S
// are the sums over the graph, c̄ is the mean over all edges, and d is the dimension of the mesh that the
// graph came from. At a good partition each of the P parts contributes about 1 to every term: W_q = W/P
// gives exactly 1 to the first, and the surface of a compact body of N/P cells grows as
// (N/P)^((d-1)/d). The larger μ, the fewer cut edges, until the whole graph lies in one part.
// All pairs of processors are equally far apart, unless a Problem has a Distance, such as the [Hamming] distance of a
// hypercube. With a latency ℓ, each pair of parts that have to talk to each other counts as ℓ more cut edges: the fixed price
// of a message.
//
// # A worked example
//
//	mesh, err := partition.ParseMesh("tri:32x32")      // 2048 triangles
//	p := &partition.Problem{Graph: mesh.Graph(), Parts: 16, Mu: 0.1, Dimension: 2}
//	parts, err := p.Physical(ctx, 1)                    // parts[v] is the part of vertex v
//	quality := p.Quality(parts)                         // cut, imbalance, H and what it is made of
//
// [Problem.Physical] begins with recursive bisection along the slowest vibration of the graph, and goes
// on with simulated annealing at low temperature. [Methods] lists it, each of the two alone, and two
// baselines that everything must beat. All take a seed, and give the same parts for the same seed.
//
// # Where to start
//
// problem.go has H and the change of H by one move; anneal.go lowers it; spectral.go cuts along the
// eigenvectors that eigen.go finds on the coarser graphs of coarsen.go. metis.go reads graph files.
// mesh.go and refine.go make meshes, whose dual graph is to be partitioned: a vertex for each cell, an
// edge where two cells share a side. colour.go and layout.go are for drawing the result.
//
// Source: R. D. Williams, Performance of dynamic load balancing algorithms for unstructured mesh
// calculations, Concurrency 3 (1991) 457-481; Fox, Williams, Messina, Parallel Computing Works, 1994,
// §11.1.2.
//
// # Left out
//
// Several weights a vertex. Exchanges of pairs (Kernighan-Lin) and partitioners of the
// METIS kind, which give smaller cuts in less time on large graphs.
package partition
