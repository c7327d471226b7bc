package families

import "transat/solver/cnf"

// Arbiters says that two round-robin arbiters of n clients grant different requests in one of the steps. One has a token at the client
// where it begins to look for a request, the other a mask of the clients from there on. They never differ, but for a fault in the second:
// it begins at the client that was served, and not behind it.
func Arbiters(n, steps int, fault bool) *cnf.Formula {
	c := newCircuit()
	zero := c.never()
	token, mask := repeat(zero, n), repeat(zero.Not(), n)
	token[0] = zero.Not()
	var differ []cnf.Lit
	for range steps {
		requests := c.inputs(n)
		left := c.tokenGrant(token, requests)
		right := c.maskGrant(mask, requests)
		differ = append(differ, words(c.xor, left, right)...)

		granted := c.some(left...)
		moved := append([]cnf.Lit{left[n-1]}, left[:n-1]...)
		token = c.chooseWord(granted, moved, token)

		granted = c.some(right...)
		behind := make([]cnf.Lit, n)
		served := zero // whether one before was served
		for i, grant := range right {
			behind[i] = served
			served = c.or(served, grant)
			if fault {
				behind[i] = served
			}
		}
		mask = c.chooseWord(granted, behind, mask)
	}
	c.f.Add(differ...)
	return c.f
}

// tokenGrant grants the first request from the client with the token on.
func (c *circuit) tokenGrant(token, requests []cnf.Lit) []cnf.Lit {
	n := len(token)
	ways := make([][]cnf.Lit, n) // by client: the cases in which it is granted
	for start := range n {
		looks := token[start]
		for i := range n {
			client := (start + i) % n
			ways[client] = append(ways[client], c.and(looks, requests[client]))
			looks = c.and(looks, requests[client].Not())
		}
	}
	grants := make([]cnf.Lit, n)
	for i := range grants {
		grants[i] = c.some(ways[i]...)
	}
	return grants
}

// maskGrant grants the first request of the mask, or the first of all if the mask has none.
func (c *circuit) maskGrant(mask, requests []cnf.Lit) []cnf.Lit {
	first := func(of []cnf.Lit) (grants []cnf.Lit, some cnf.Lit) {
		for i, l := range of {
			if i == 0 {
				grants, some = append(grants, l), l
				continue
			}
			grants, some = append(grants, c.and(l, some.Not())), c.or(some, l)
		}
		return grants, some
	}
	masked, some := first(words(c.and, mask, requests))
	all, _ := first(requests)
	return c.chooseWord(some, masked, all)
}

// cache holds one word of memory, perhaps newer than the memory.
type cache struct {
	valid, dirty cnf.Lit
	word         []cnf.Lit
}

// Caches says that some caches of one word of n bits, which follow the protocol MSI, give a processor an old word in one of the steps. In
// each step, one of them reads, writes, or gives the word up. They always give the last one written, but for a fault: the last cache keeps
// its word when the first one writes.
func Caches(caches, n, steps int, fault bool) *cnf.Formula {
	c := newCircuit()
	zero := c.never()
	memory := constant(zero, n, 0)
	last := memory
	all := make([]cache, caches)
	for i := range all {
		all[i] = cache{zero, zero, constant(zero, n, 0)}
	}
	var wrong []cnf.Lit
	for range steps {
		who, what := c.inputs(caches), c.inputs(3)
		c.exactlyOne(who...)
		c.exactlyOne(what...)
		word := c.inputs(n)
		reads, writes, leaves := what[0], what[1], what[2]

		newest := memory // what a cache that does not have the word gets
		for _, a := range all {
			newest = c.chooseWord(a.dirty, a.word, newest)
		}
		next := make([]cache, caches)
		back := leaves // whether a word that is newer goes to the memory
		for i, a := range all {
			mine := who[i]
			back = c.or(back, c.every(reads, mine, a.valid.Not()))
			misses := c.and(reads, a.valid.Not())
			got := c.chooseWord(misses, newest, c.chooseWord(writes, word, a.word))
			lost := c.or(c.and(mine, leaves), c.and(mine.Not(), writes))
			if fault && i == caches-1 {
				lost = c.or(c.and(mine, leaves), c.every(mine.Not(), who[0].Not(), writes))
			}
			next[i].word = c.chooseWord(mine, got, a.word)
			next[i].valid = c.and(c.or(a.valid, c.and(mine, leaves.Not())), lost.Not())
			wrong = append(wrong, c.every(mine, reads, c.equal(got, last).Not()))
		}
		var owners []cnf.Lit
		for i, a := range all {
			owners = append(owners, c.and(a.dirty, c.or(reads, who[i])))
			next[i].dirty = c.or(c.and(who[i], writes), c.and(a.dirty, c.or(
				c.and(who[i], reads), c.every(who[i].Not(), writes.Not(), c.and(reads, back).Not()))))
		}
		memory = c.chooseWord(c.and(back, c.some(owners...)), newest, memory)
		last = c.chooseWord(writes, word, last)
		all = next
	}
	c.f.Add(wrong...)
	return c.f
}
