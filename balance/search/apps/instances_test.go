package apps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

func hardItems(n int, seed uint64) (int64, []Item) {
	r := rand.New(rand.NewPCG(seed, 0))
	items := make([]Item, n)
	var sum int64
	for i := range items {
		w := 1 + r.Int64N(10000)
		items[i] = Item{max(1, w+r.Int64N(2001)-1000), w}
		sum += w
	}
	return sum / 2, items
}

func hardItems2(n int, seed uint64) (int64, []Item) {
	r := rand.New(rand.NewPCG(seed, 0))
	items := make([]Item, n)
	var sum int64
	for i := range items {
		w := 1 + r.Int64N(1000)
		items[i] = Item{w + 100, w}
		sum += w
	}
	return sum / 2, items
}

func TestScratch(t *testing.T) {
	for _, name := range []string{"burma14", "gr17", "ulysses16"} {
		f, _ := os.Open("testdata/" + name + ".tsp")
		d, err := ReadCities(name, f)
		if err != nil {
			t.Fatal(err)
		}
		tour, _ := NewTour(d)
		s := time.Now()
		fmt.Print(name, " ")
		fmt.Print(handTour(tour))
		fmt.Println(time.Since(s))
	}
	for n := 14; n < 21; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 0))
		x := make([][2]float64, n)
		for i := range x {
			x[i] = [2]float64{1000 * r.Float64(), 1000 * r.Float64()}
		}
		d := make([][]int32, n)
		for i := range d {
			for j := range d {
				d[i] = append(d[i], int32(math.Hypot(x[i][0]-x[j][0], x[i][1]-x[j][1])))
			}
		}
		tour, _ := NewTour(d)
		s := time.Now()
		fmt.Print(n, " ")
		fmt.Print(handTour(tour))
		fmt.Println(time.Since(s))
	}
	f, _ := os.Open("testdata/items24.txt")
	c, items, err := ReadItems("x", f)
	fmt.Println(err)
	fmt.Println(handKnapsack(NewKnapsack(c, items)))
	for _, n := range []int{50, 100, 150, 200} {
		s := time.Now()
		fmt.Print(n, " ")
		fmt.Print(handKnapsack(NewKnapsack(hardItems(n, 1))))
		fmt.Println(time.Since(s))
	}
	for _, n := range []int{20, 24, 28, 30} {
		s := time.Now()
		fmt.Print(n, " ")
		fmt.Print(handKnapsack(NewKnapsack(hardItems2(n, 1))))
		fmt.Println(time.Since(s))
	}
	for _, names := range [][2]string{{"cycle10", "kneser5-2"}, {"cycle9", "kneser5-2"}, {"cycle25", "knight5"}, {"complete8", "random-80-50-3"}, {"complete9", "random-80-50-3"}, {"random-12-60-1", "random-60-50-3"}, {"random-14-60-1", "random-100-50-3"}} {
		a, err := NamedGraph(names[0])
		if err != nil {
			t.Fatal(err)
		}
		b, err := NamedGraph(names[1])
		if err != nil {
			t.Fatal(err)
		}
		sg, err := NewSubgraph(a, b)
		s := time.Now()
		fmt.Print(names, err)
		fmt.Print(handSubgraph(sg))
		fmt.Println(time.Since(s))
	}
}
