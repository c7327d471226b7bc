package partition

import "math"

// network is a connected piece of a graph as its Laplacian sees it, at some level of coarseness: a
// vertex stands for mass vertices of the piece, and an edge for all edges between those.
//
// Its eigenvectors are those of A = M^(-1/2) L M^(-1/2), which is symmetric; x = M^(-1/2) y turns an
// eigenvector y of A into values x of the vertices with L x = λ M x.
type network struct {
	first []int // the links of vertex v are links[first[v]:first[v+1]]
	links []link
	mass  []float64
	root  []float64 // √mass
	sum   []float64 // the weights of the links of a vertex
}

type link struct {
	to     int32
	weight float64
}

// newNetwork makes the network of some vertices of g. index is scratch space as long as g has vertices,
// -1 everywhere, and is left so.
func newNetwork(g *Graph, vertices []int, index []int32) *network {
	n := &network{first: make([]int, 1, len(vertices)+1)}
	for i, v := range vertices {
		index[v] = int32(i)
	}
	for _, v := range vertices {
		for _, arc := range g.Arcs(v) {
			if to := index[arc.To]; to >= 0 {
				n.links = append(n.links, link{to, float64(arc.Weight)})
			}
		}
		n.first = append(n.first, len(n.links))
		n.mass = append(n.mass, 1)
	}
	for _, v := range vertices {
		index[v] = -1
	}
	n.complete()
	return n
}

// complete sets what follows from links and masses.
func (n *network) complete() {
	n.root = make([]float64, n.size())
	n.sum = make([]float64, n.size())
	for v := range n.root {
		n.root[v] = math.Sqrt(n.mass[v])
		for _, l := range n.at(v) {
			n.sum[v] += l.weight
		}
	}
}

func (n *network) size() int { return len(n.mass) }

func (n *network) at(v int) []link { return n.links[n.first[v]:n.first[v+1]] }

// apply sets out = A y, using x, as long as y, as scratch space.
func (n *network) apply(out, y, x []float64) {
	for v := range y {
		x[v] = y[v] / n.root[v]
	}
	for v := range out {
		s := n.sum[v] * x[v]
		for _, l := range n.at(v) {
			s -= l.weight * x[l.to]
		}
		out[v] = s / n.root[v]
	}
}
