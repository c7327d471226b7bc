package sim

import (
	"math"
	"math/rand/v2"
)

// population is all items that exist.
type population struct {
	all   []item
	alive []int32 // numbers of the existing items
	load  int64   // of all that exist, in 1/unit
	loads *rand.Rand
	unit  int64   // of loads: what a load of 1 is
	apart int     // how far loads are from 1 at most, in 1/unit
	spare []int32 // numbers that may be used again
}

// item is one item.
type item struct {
	where   int32 // rank, or nowhere
	request int32 // or none
	alive   int32 // index in alive
	load    int32 // in 1/unit
	to      int32 // where it goes, if it is nowhere
	placed  int32 // its index in DynamicConfig.Placed, if there is one
}

// fineLoad is the number of steps in the load of a usual item. Sums of loads are exact.
const fineLoad = 16

func newPopulation(cfg *DynamicConfig) population {
	return population{unit: fineLoad, apart: int(math.Round(fineLoad * cfg.Load.Unequal)), loads: stream(cfg.Seed, 1<<63+2)}
}

// draw draws the load of the next item.
func (p *population) draw() int32 {
	if p.apart == 0 {
		return fineLoad
	}
	return int32(fineLoad - p.apart + p.loads.IntN(2*p.apart+1))
}

const (
	nowhere int32 = -1 // on the way
	none    int32 = -1
)

func (p *population) create(rank, load int32) int32 {
	if len(p.spare) == 0 {
		p.spare = append(p.spare, int32(len(p.all)))
		p.all = append(p.all, item{})
	}
	last := len(p.spare) - 1
	i := p.spare[last]
	p.spare = p.spare[:last]
	p.all[i] = item{where: rank, request: none, alive: int32(len(p.alive)), load: load}
	p.load += int64(load)
	p.alive = append(p.alive, i)
	return i
}

func (p *population) destroy(i int32) {
	p.load -= int64(p.all[i].load)
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
