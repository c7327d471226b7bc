package compare

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPoolServesGroupsInOrderAndTheirLongestJobFirst(t *testing.T) {
	p := NewPool(1)
	p.enter(Turn{})
	order := make(chan Turn, 4)
	for _, job := range []Turn{{1, 20}, {0, 2}, {0, 9}, {0, 5}} {
		go p.Run(t.Context(), job, func() error { order <- job; return nil })
	}
	for waiting := 0; waiting < 4; {
		p.mu.Lock()
		waiting = len(p.waiting)
		p.mu.Unlock()
	}
	p.give()
	want := []Turn{{0, 9}, {0, 5}, {0, 2}, {1, 20}}
	got := []Turn{<-order, <-order, <-order, <-order}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	jobs := []Turn{{1, 20}, {0, 2}, {0, 9}, {0, 5}}
	got = nil
	err := p.Each(t.Context(), 4, func(i int) Turn { return jobs[i] }, func(_ context.Context, i int) error {
		got = append(got, jobs[i])
		return nil
	})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v, -want +got:\n%s", err, diff)
	}
}

// Jobs 3 and 5 fail, 5 before 3: the error is that of 3, jobs before it run to their end, and jobs behind it are cancelled.
func TestPoolEachReturnsTheFirstErrorByNumber(t *testing.T) {
	fifth := make(chan struct{})
	finished := make([]bool, 8)
	err := NewPool(8).Each(t.Context(), 8, func(int) Turn { return Turn{} }, func(ctx context.Context, i int) error {
		switch i {
		case 5:
			defer close(fifth)
			return errors.New("job 5")
		case 3:
			<-fifth
			return fmt.Errorf("job %d", i)
		case 4, 6, 7:
			<-ctx.Done()
			return ctx.Err()
		}
		<-fifth
		finished[i] = ctx.Err() == nil
		return nil
	})
	if err == nil || err.Error() != "job 3" {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]bool{true, true, true, false, false, false, false, false}, finished); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestPoolTurnsAPanicIntoAnError(t *testing.T) {
	err := NewPool(1).Each(t.Context(), 1, func(int) Turn { return Turn{} }, func(context.Context, int) error { panic("oh") })
	if err == nil || err.Error() != "internal error: oh; please report it with the command line" {
		t.Errorf("error %v", err)
	}
}
