package sim

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// noting is a tree that notes the element whose number was asked for last.
type noting struct {
	*balancetest.Tree
	last *balancetest.Element
}

func (t noting) Number(e balancetest.Element) uint32 {
	*t.last = e
	return t.Tree.Number(e)
}

// moved is a move, and all about it.
type moved struct {
	first, end    uint32
	earlier       int32
	from, to      int
	sent, arrived balance.Ticks
}

// followed is a run whose moves are followed.
type followed struct {
	result balance.Result
	moves  []moved // by number
	began  []TimelineEvent
	views  []View
	done   []Expansion[balancetest.Element]
}

// follow runs cfg and follows its moves.
func follow(t tb, cfg Config[balancetest.Element], every balance.Ticks) (f followed, over bool) {
	t.Helper()
	var last balancetest.Element
	tree := cfg.Tree.(*balancetest.Tree)
	cfg.Tree = noting{tree, &last}
	f.moves = make([]moved, 1)
	sent := map[[2]int][]TimelineEvent{}
	cfg.Timeline = &Timeline{
		Moved: func(number, earlier int32) bool {
			if int(number) != len(f.moves) {
				t.Fatalf("move %d after %d", number, len(f.moves)-1)
			}
			f.moves = append(f.moves, moved{first: tree.Number(last), end: tree.Behind(last), earlier: earlier})
			return true
		},
		Event: func(m TimelineEvent) {
			key := [2]int{m.Rank, m.Peer}
			switch m.Kind {
			case WorkBegan:
				f.began = append(f.began, m)
			case ElementsSent:
				if int(m.Move)+m.Elements != len(f.moves) {
					t.Fatalf("%+v, and there are %d moves", m, len(f.moves)-1)
				}
				sent[key] = append(sent[key], m)
				for i := range f.moves[m.Move:] {
					x := &f.moves[int(m.Move)+i]
					x.from, x.to, x.sent, x.arrived = m.Rank, m.Peer, m.Time, never
				}
			case ElementsArrived:
				key = [2]int{m.Peer, m.Rank}
				for i := range sent[key][0].Elements {
					f.moves[int(sent[key][0].Move)+i].arrived = m.Time
				}
				sent[key] = sent[key][1:]
			}
		},
		Look: func(v *View) balance.Ticks {
			copied := *v
			copied.Busy, copied.Move = slices.Clone(v.Busy), slices.Clone(v.Move)
			f.views = append(f.views, copied)
			return v.Time + every
		},
	}
	f.result, _, f.done, over = expansions(t, cfg)
	return f, over
}

// The move before a move is the latest one of an element around it, by which the sender has got it; and a processor works on what has come
// to it. All nodes above an element were expanded by processors that lie on its way, in this order.
func TestMovesLeadBackToTheStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		f, over := follow(t, cfg, balance.Ticks(rapid.Int64Range(1e6, 1e9).Draw(t, "every")))
		f.checkEarlier(t)
		if cfg.Bound || !over {
			return
		}
		for _, m := range f.began {
			f.checkWay(t, m.Time, m.Rank, m.Move)
		}
		for _, v := range f.views {
			for rank, move := range v.Move {
				if v.Busy[rank] {
					f.checkWay(t, v.Time, rank, move)
				}
			}
		}
	})
}

// A piece may be given away and come back to a processor that still has the larger piece around it, and then gives away more of that.
func TestMovesOfPiecesThatComeBack(t *testing.T) {
	back := 0
	for seed := range uint64(20) {
		cfg := config(t, "dn:threshold=0:change=0", "", []int{3, 4}, &balancetest.Tree{Nodes: 800, Seed: seed})
		cfg.Seed = seed
		cfg.Estimate = estimate(t, "alpha")
		f, _ := follow(t, cfg, balance.Second)
		f.checkEarlier(t)
		for number, x := range f.moves {
			around := f.moves[x.earlier]
			for i := int(x.earlier) + 1; x.earlier > 0 && i < number; i++ {
				if y := f.moves[i]; y.to == x.from && around.first <= y.first && y.end <= x.first {
					back++
					break
				}
			}
		}
	}
	if back == 0 {
		t.Error("nothing has come back")
	}
}

// checkEarlier checks which move comes before each.
func (f *followed) checkEarlier(t tb) {
	t.Helper()
	for number := 1; number < len(f.moves); number++ {
		x := f.moves[number]
		want := 0
		for i := number - 1; i > 0 && want == 0; i-- {
			if f.moves[i].first <= x.first && x.end <= f.moves[i].end {
				want = i
			}
		}
		if int(x.earlier) != want {
			t.Fatalf("before move %d of %d to %d comes %d, want %d", number, x.first, x.end, x.earlier, want)
		}
		if before := f.moves[x.earlier]; x.earlier > 0 && (before.to != x.from || before.arrived > x.sent) {
			t.Fatalf("%+v comes before %+v", before, x)
		}
	}
}

// checkWay checks that the way to a processor that works at a time ends with a move.
func (f *followed) checkWay(t tb, at balance.Ticks, rank int, move int32) {
	t.Helper()
	var way []int // from the processor back to the start
	for here := rank; ; move = f.moves[move].earlier {
		way = append(way, here)
		if move == 0 {
			break
		}
		if x := f.moves[move]; x.to != here || x.arrived > at {
			t.Fatalf("at %d, %d has its work by %+v", at, here, x)
		}
		here = f.moves[move].from
	}
	slices.Reverse(way)
	i := slices.IndexFunc(f.done, func(x Expansion[balancetest.Element]) bool { return x.Rank == rank && x.Begin <= at && at < x.End })
	if i < 0 {
		return // the balancer had the CPU
	}
	e := f.done[i].Element
	// All processors that have expanded nodes above lie on the way, the upper ones first.
	above := slices.DeleteFunc(slices.Clone(f.done), func(x Expansion[balancetest.Element]) bool {
		return x.Rank < 0 || x.Element.First > e.First || e.First >= x.Element.First+x.Element.Nodes
	})
	slices.SortFunc(above, func(x, y Expansion[balancetest.Element]) int { return int(x.Element.Depth - y.Element.Depth) })
	for _, x := range above {
		next := slices.Index(way, x.Rank)
		if next < 0 {
			t.Fatalf("at %d, %d works below %+v, which does not lie on the way", at, rank, x)
		}
		way = way[next:]
	}
}

// Telling moves changes nothing, and it ends when the listener has enough.
func TestMovesAreToldUntilTheListenerHasEnough(t *testing.T) {
	cfg := config(t, "steal", "", []int{3, 4}, &balancetest.Tree{Nodes: 4000, Seed: 9})
	want, all, _ := watchedRun(t, cfg, balance.Second)
	for _, enough := range []int32{0, 5} {
		told := int32(0)
		cfg.Timeline = &Timeline{Moved: func(number, _ int32) bool { told = number; return number <= enough }}
		var events []TimelineEvent
		first := true
		cfg.Timeline.Event = func(m TimelineEvent) {
			if m.Kind == ElementsSent && m.Move == 0 {
				first = false
			}
			if m.Kind == ElementsSent && (m.Move > 0) != first {
				t.Errorf("%+v after moves were no longer told", m)
			}
			m.Move = 0
			events = append(events, m)
		}
		got, err := Run(t.Context(), cfg)
		if err != nil && !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || !slices.Equal(all, events) || told != enough+1 {
			t.Errorf("told until %d; result (-alone +told):\n%s", told, diff)
		}
	}
}
