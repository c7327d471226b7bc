package tasktree

import "testing"

// Of works that are rounded, the total is right in its last decimal, and those of the nodes add up to it.
func TestFewer(t *testing.T) {
	b := NewBuilder(Meta{Unit: "ms"})
	for _, task := range []Task{
		{ID: "a", Work: "0.4"}, {ID: "b", Parent: "a", Work: "0.4"}, {ID: "c", Parent: "a", Work: "0.4"}, {ID: "d", Parent: "c", Work: "1.23456"},
	} {
		if err := b.Add(task); err != nil {
			t.Fatal(err)
		}
	}
	fine, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if same := fine.Fewer(5); same != fine {
		t.Error("a tree with 5 decimals is another one with at most 5")
	}
	fewer := fine.Fewer(0)
	sum := int64(0)
	for n := range Node(4) {
		sum += fewer.Own(n)
	}
	work, nodes := fewer.CriticalPath()
	if fewer.Work() != 2 || sum != 2 || fewer.Digits() != 0 || work != 1 || nodes != 2 || fewer.ID(3) != "d" {
		t.Errorf("work %d, sum %d, %d digits, path of %d in %d nodes", fewer.Work(), sum, fewer.Digits(), work, nodes)
	}
	if fine.Work() != 243456 || fine.Digits() != 5 {
		t.Errorf("the tree has changed: work %d, %d digits", fine.Work(), fine.Digits())
	}
}
