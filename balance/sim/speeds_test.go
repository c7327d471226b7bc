package sim

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// uneven draws speeds for that many processors.
func uneven(t *rapid.T, procs int) Speeds {
	var s Speeds
	speed := rapid.SampledFrom([]float64{0.001, 0.03, 0.5, 0.9, 1, 1.7, 40})
	switch rapid.IntRange(0, 2).Draw(t, "kind of speeds") {
	case 1:
		s.Of = rapid.SliceOfN(speed, 1, 4).Draw(t, "speeds")
	case 2:
		s.Range = [2]float64{0.2, 3}
	}
	if rapid.Bool().Draw(t, "stragglers") {
		time := func(name string) balance.Ticks { return balance.Ticks(rapid.Int64Range(1, 1e8).Draw(t, name)) }
		s.Slow = Slow{
			Share: rapid.Float64Range(0.1, 1).Draw(t, "share"), Speed: speed.Filter(atMost1).Draw(t, "slow"),
			For: time("for"), From: time("from"),
		}
		if rapid.Bool().Draw(t, "again") {
			s.Slow.Every = s.Slow.For + time("every")
		}
	}
	if procs > 1 && rapid.Bool().Draw(t, "late") {
		s.Late = Late{Procs: rapid.IntRange(1, procs-1).Draw(t, "late ones"), At: balance.Ticks(rapid.Int64Range(0, 1e9).Draw(t, "at"))}
	}
	return s
}

func atMost1(x float64) bool { return x <= 1 }

// levelled makes a machine of two levels of a drawn one, now and then.
func levelled(t *rapid.T, m *CostModel) {
	if m.Computer = rapid.IntRange(0, 5).Draw(t, "computer"); m.Computer == 0 {
		return
	}
	m.LinkTime, m.ByteTime, m.RouteCPU = 0, 0, 0
	level := func(name string) Level {
		draw := func(what string, least int64) int64 { return rapid.Int64Range(least, 1e6).Draw(t, name+" "+what) }
		return Level{Gap: balance.Ticks(draw("gap", 1e4)), Latency: balance.Ticks(draw("latency", 0)), Bandwidth: draw("bandwidth", 1)}
	}
	m.Inside, m.Between = level("inside"), level("between")
}

// On machines of any speeds, and of two levels, no element is lost, none is searched twice, and the books balance: all that processors did,
// and did not do, adds up to what they could have done.
func TestBooksBalanceOnUnevenMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		procs := cfg.Topology.Procs()
		cfg.Speeds = uneven(t, procs)
		levelled(t, &cfg.Cost)
		if rapid.IntRange(0, 9).Draw(t, "limited") == 0 {
			cfg.Limit = balance.Ticks(rapid.Int64Range(1, 2e9).Draw(t, "limit"))
		}
		if !balanceBooks(t, cfg) {
			return
		}
		r, _, _ := explore(t, cfg)
		if want := cfg.Speeds.Capacity(procs, cfg.Seed, r.Time); cfg.Speeds.Uneven() && r.Capacity != want {
			t.Fatalf("the capacity is %d, want %d", r.Capacity, want)
		}
		if least := cfg.Speeds.Shortest(procs, cfg.Seed, r.Sequential, 0); !r.Found && r.Time < least && cfg.Start != StartSpread {
			t.Fatalf("it took %d ns, which is impossible in less than %d", r.Time, least)
		}
	})
}

// Twice the speed is half the time: processors of speed 2 do on a machine of twice the costs what others do on the machine itself, event
// for event.
func TestSpeedTwoIsTwiceAsFast(t *testing.T) {
	for _, policy := range []string{"steal", "adaptive", "plb", "lade"} {
		t.Run(policy, func(t *testing.T) {
			cfg := config(t, policy, "", []int{4, 4}, &balancetest.Tree{Nodes: 5000, Seed: 4})
			cfg.Cost.LinkTime += 2 * cfg.Cost.MessageCPU // so that the announcement takes as long
			usual := cfg
			usual.Cost.MessageCPU = 0
			want, wantEvents := run(t, usual)
			cfg.Cost.MessageCPU = 0
			m := &cfg.Cost
			for _, x := range []*balance.Ticks{&m.WorkTime, &m.NodeTime, &m.TakeTime, &m.InstallTime, &m.ElementCPU, &m.RouteCPU} {
				*x *= 2
			}
			cfg.Speeds.Of = []float64{2}
			got, events := run(t, cfg)
			compare(t, "events", wantEvents, events)
			compare(t, "time", want.Time, got.Time)
			compare(t, "idle", 2*want.Idle, got.Idle)
			compare(t, "capacity", 2*balance.Ticks(want.Procs)*want.Time, got.Capacity)
			compare(t, "efficiency", want.Efficiency(), got.Efficiency())
		})
	}
}

// A processor of half the speed takes twice as long for everything: the transfer of TestTimesOfOneTransfer, received by a slow processor.
func TestTimesOfASlowReceiver(t *testing.T) {
	sends := acts{start: func(p balance.Proc) { p.WakeAfter(110) }, wake: func(p balance.Proc) { p.Transfer(1, 1) }}
	line := grid(t, "line", 2)
	policies := []acts{sends, {}}
	cfg := Config[int]{
		Tree: star{100, 1000, 300}, Topology: line, Physical: line, Cost: costs(), Estimate: estimate(t, "count"), Start: StartRoot,
		Policy: func(rank int) balance.Policy { return policies[rank] }, Speeds: Speeds{Of: []float64{1, 0.5}},
	}
	// As there, the element comes at 6342. Unpacking it, taking, installing and expanding it takes 2·(1200 + 10 + 100 + 300).
	result, _ := run(t, cfg)
	news := balance.Ticks(2 * (5042 + 2*1000))
	compare(t, "time", 6342+3220+news, result.Time)
	compare(t, "capacity", result.Time+result.Time/2, result.Capacity)

	// The receiver runs at full speed but from 6000 to 7342: of the 1610 it needs, half of 1000 are done by then.
	cfg.Speeds = Speeds{Slow: Slow{Share: 1, Speed: 0.5, From: 6000, For: 1342}}
	result, _ = run(t, cfg)
	compare(t, "time of a straggler", 7342+1110+news, result.Time)

	// It joins at 9000, and what has come for it is waiting.
	cfg.Speeds = Speeds{Late: Late{Procs: 1, At: 9000}}
	result, events := run(t, cfg)
	compare(t, "time of a late one", 9000+1610+news, result.Time)
	for _, e := range events {
		if e.Rank == 1 && e.Time < 9000 {
			t.Errorf("its policy is called before it has joined: %+v", e)
		}
	}
}

// A message to a core of the same computer, and one to another computer, take the times of their levels; those that share an adapter wait
// for each other.
func TestTimesOfTwoLevels(t *testing.T) {
	m := costs()
	m.LinkTime, m.ByteTime, m.Computer = 0, 0, 2
	m.Inside = Level{Gap: 10, Latency: 300, Bandwidth: 1000}     // 21 bytes: 21 ns
	m.Between = Level{Gap: 40, Latency: 7000, Bandwidth: 10_000} // 3 ns
	var got []balance.Ticks
	tell := func(to ...int) func(balance.Proc) {
		return func(p balance.Proc) {
			for _, rank := range to {
				p.Send(rank, balance.Message{})
			}
		}
	}
	line := grid(t, "line", 6)
	policies := []acts{{start: tell(1, 3)}, {start: tell(2)}, {}, {}, {start: tell(3)}, {}}
	_, events := run(t, Config[int]{
		Tree: star{1e6}, Topology: line, Physical: line, Cost: m, Estimate: estimate(t, "count"), Start: StartRoot,
		Policy: func(rank int) balance.Policy { return policies[rank] },
	})
	for _, e := range events {
		if e.Kind == EventReceive {
			got = append(got, e.Time, balance.Ticks(e.From), balance.Ticks(e.Rank))
		}
	}
	compare(t, "received", []balance.Ticks{
		1000 + 31 + 300, 0, 1, // packing, the lane, its latency
		1000 + 43 + 7000 + 43, 1, 2, // the adapter of computer 0, the network, that of computer 1
		1000 + 43 + 7000 + 2*43, 4, 3, // from computer 2 at the same time: it waits for the adapter of computer 1
		2000 + 43 + 7000 + 43, 0, 3, // from computer 0 again, later
	}, got)
}

// Which processors are slow, and how fast they are, depends on nothing but the seed.
func TestSpeedsAreThoseOfTheSeed(t *testing.T) {
	s := Speeds{Range: [2]float64{0.5, 2}, Slow: Slow{Share: 0.25, Speed: 0.1, For: 10, Every: 100}}
	a, b, other := s.clocks(64, 7), s.clocks(64, 7), s.clocks(64, 8)
	slow, same := 0, 0
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("processor %d has two clocks: %+v, %+v", i, a[i], b[i])
		}
		if a[i].slow < a[i].speed {
			slow++
		}
		if a[i] == other[i] {
			same++
		}
		if a[i].speed < million/2 || a[i].speed > 2*million {
			t.Errorf("processor %d has speed %d", i, a[i].speed)
		}
	}
	if slow != 16 || same > 0 {
		t.Errorf("%d processors of 64 are slow, want 16; %d are the same with another seed", slow, same)
	}
}

// A clock never goes back, and when is the first time at which it shows something.
func TestClocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		procs := rapid.IntRange(1, 3).Draw(t, "procs")
		s := uneven(t, procs)
		c := s.clocks(procs, 1)[procs-1]
		at := balance.Ticks(rapid.Int64Range(0, 3e9).Draw(t, "at"))
		shows := c.at(at)
		first := c.when(shows)
		if first > at || c.at(first) != shows || first > 0 && c.at(first-1) >= shows {
			t.Fatalf("%+v shows %d at %d, first at %d", c, shows, at, first)
		}
		if c.at(at+1) < shows {
			t.Fatalf("%+v goes back after %d", c, at)
		}
	})
}

func TestSpeedsThatMakeNoSense(t *testing.T) {
	mesh, maker, _ := picked(t, "none", 2, 2)
	for _, x := range []struct {
		name, want string
		speeds     Speeds
	}{
		{"too slow", "speed 0.0001: want 0.001 to 1000", Speeds{Of: []float64{1, 1e-4}}},
		{"turned round", "speeds 2 to 1: want the lower one first", Speeds{Range: [2]float64{2, 1}}},
		{"share", "a share of 1.5 of the processors is slow: want 0 to 1", Speeds{Slow: Slow{Share: 1.5}}},
		{"stragglers that are fast", "stragglers of speed 2: want 0.001 to 1", Speeds{Slow: Slow{Share: 0.1, Speed: 2, For: 1}}},
		{"never", "for 0s", Speeds{Slow: Slow{Share: 0.1, Speed: 0.1}}},
		{"always", "slow for 5ns in every 5ns", Speeds{Slow: Slow{Share: 0.1, Speed: 0.1, For: 5, Every: 5}}},
		{"all late", "4 processors of 4 join late", Speeds{Late: Late{Procs: 4, At: 1}}},
		{"before", "processors join at -1ns", Speeds{Late: Late{Procs: 1, At: -1}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := Run(t.Context(), Config[balancetest.Element]{
				Tree: &balancetest.Tree{Nodes: 5, Seed: 1}, Topology: mesh, Physical: mesh, Cost: CostModels()[0],
				Policy: maker, Estimate: estimate(t, "count"), Speeds: x.speeds,
			})
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("the error is %v, want one that says: %s", err, x.want)
			}
		})
	}
}

func TestLevelsThatMakeNoSense(t *testing.T) {
	good, err := ChooseCostModel("two-level")
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*CostModel){
		"computers of -1 processors": func(m *CostModel) { m.Computer = -1 },
		"has no links":               func(m *CostModel) { m.LinkTime = 5 },
		"inside a computer it has a gap of 0 ns and a latency of 0 ns": func(m *CostModel) { m.Inside.Gap, m.Inside.Latency = 0, 0 },
		"between computers it passes 0 bytes a microsecond":            func(m *CostModel) { m.Between.Bandwidth = 0 },
	} {
		m := good
		if change(&m); m.Check() == nil || !strings.Contains(m.Check().Error(), want) {
			t.Errorf("the error is %v, want one that says: %s", m.Check(), want)
		}
	}
}

// The two latencies of the machine of today are those that were measured.
func TestTwoLevelHasTheMeasuredLatencies(t *testing.T) {
	m, err := ChooseCostModel("two-level")
	if err != nil {
		t.Fatal(err)
	}
	inside := 2*m.MessageCPU + m.Inside.occupies(balance.MessageBytes) + m.Inside.Latency
	between := 2*m.MessageCPU + 2*m.Between.occupies(balance.MessageBytes) + m.Between.Latency
	if inside < 260 || inside > 320 || between < 900 || between > 1000 {
		t.Errorf("a message takes %d ns inside a computer, and %d between two", inside, between)
	}
}

// The contract of policies and machines holds where processors are uneven, and one of them joins late.
func TestContractOnAnUnevenMachine(t *testing.T) {
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("seconds: the books of uneven machines are looked at anyway")
	}
	m, err := ChooseCostModel("two-level")
	if err != nil {
		t.Fatal(err)
	}
	m.Computer = 3
	m.NodeTime = balance.Millisecond // so that periods of hundredths of a second come to pass
	balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.RunResult, error) {
		speeds := Speeds{Of: []float64{1, 0.3, 2}}
		if r.Topology.Procs() > 2 {
			speeds.Late = Late{Procs: 1, At: 5 * balance.Millisecond}
		}
		return outcomeOf(m, speeds, 0, r)
	})
}
