package balance

import "testing"

// Whoever loses much time by searching tries the other way to ask, keeps it if it is worth more, and otherwise tries ever more rarely.
func TestSharesAreFoundByTrial(t *testing.T) {
	ask := func(gifts int, lost, worked func(half bool) float64) (halves, changes int) {
		var s adaptiveShares
		for range gifts {
			was := s.half
			if was {
				halves++
			}
			s.learn(lost(was), worked(was), 1)
			if s.half != was {
				changes++
			}
		}
		return halves, changes
	}
	pick := func(one, half float64) func(bool) float64 {
		return func(h bool) float64 {
			if h {
				return half
			}
			return one
		}
	}
	if halves, _ := ask(100, pick(10, 10), pick(100, 300)); halves != 0 {
		t.Errorf("%d of 100 asked for half where little is lost", halves)
	}
	if halves, _ := ask(100, pick(100, 110), pick(50, 600)); halves < 95 {
		t.Errorf("%d of 100 asked for half where that is worth more", halves)
	}
	halves, changes := ask(1000, pick(100, 10_000), pick(50, 600))
	if halves > 20 || changes < 8 {
		t.Errorf("%d of 1,000 asked for half where that is worth less, in %d trials: want few, but some", halves, changes/2)
	}
}

// Whoever has tried neither way itself goes by what those say that ask it, once it has heard enough of both.
func TestSharesAreLearntFromOthers(t *testing.T) {
	for _, c := range []struct {
		half float64 // work that half a load brings, where one element brings 50 and both take 100 to come
		want bool
	}{{600, true}, {100, false}} {
		var asked, asker adaptiveShares
		for _, half := range []bool{false, true} {
			asker.half = half
			for range shareKnown + 1 {
				worked := 50.
				if half {
					worked = c.half
				}
				asker.trying, asker.wait = 0, 1
				asker.ways = [2]shareWorth{}
				asker.learn(100, worked, 1)
				m := Message{Kind: adaptiveRequest}
				asker.say(&m)
				asked.hear(m)
				asker.say(&m) // nothing new
			}
		}
		asked.began, asked.half, asked.wait = true, !c.want, 1
		worked := 50.
		if asked.half {
			worked = c.half
		}
		asked.learn(100, worked, 1)
		if asked.half != c.want {
			t.Errorf("half a load brings %v, one element 50: it asks for half: %v", c.half, asked.half)
		}
	}
}

// If the first gift is done in no time, a processor begins with halves.
func TestSharesBeginWithHalvesWhereElementsAreLittle(t *testing.T) {
	for _, c := range []struct {
		worked float64 // where the answer took 100
		half   bool
	}{{150, true}, {250, false}} {
		var s adaptiveShares
		if s.learn(5000, c.worked, 100); s.half != c.half {
			t.Errorf("the first element came in 100 and lasted %v: it asks for half: %v", c.worked, s.half)
		}
	}
}

// A processor with work at the start begins near.
func TestReachBeginsNear(t *testing.T) {
	r, _ := reachOn(t, 30, 30)
	r.begin()
	if r.links != reachBegin {
		t.Fatalf("it begins with a reach of %v links", r.links)
	}
	for range 10 {
		r.learn(true)
	}
	if r.links != 1 {
		t.Errorf("after slow moves: a reach of %v links", r.links)
	}
	small, _ := reachOn(t, 3, 3)
	if small.begin(); small.links != 0 {
		t.Error("there is something near on 3x3 processors")
	}
}
