package sim

import "math/rand/v2"

// population is all items that exist.
type population struct {
	all   []item
	alive []int32 // numbers of those that exist
	spare []int32 // numbers that may be used again
}

// item is one item.
type item struct {
	where   int32 // rank, or nowhere
	request int32 // or none
	alive   int32 // index in alive
}

const (
	nowhere int32 = -1 // on the way
	none    int32 = -1
)

func (p *population) create(rank int32) int32 {
	if len(p.spare) == 0 {
		p.spare = append(p.spare, int32(len(p.all)))
		p.all = append(p.all, item{})
	}
	last := len(p.spare) - 1
	i := p.spare[last]
	p.spare = p.spare[:last]
	p.all[i] = item{where: rank, request: none, alive: int32(len(p.alive))}
	p.alive = append(p.alive, i)
	return i
}

func (p *population) destroy(i int32) {
	last := p.alive[len(p.alive)-1]
	p.all[last].alive = p.all[i].alive
	p.alive[p.all[i].alive] = last
	p.alive = p.alive[:len(p.alive)-1]
	p.spare = append(p.spare, i)
}

func (p *population) move(i, rank int32) { p.all[i].where = rank }

func (p *population) request(i int32) int32 { return p.all[i].request }

// pick returns an item without a request, at random, if there is one.
func (p *population) pick(random *rand.Rand) (i int32, ok bool) {
	if len(p.alive) == 0 {
		return 0, false
	}
	first := random.IntN(len(p.alive))
	for k := range p.alive {
		if i := p.alive[(first+k)%len(p.alive)]; p.all[i].request == none {
			return i, true
		}
	}
	return 0, false
}
