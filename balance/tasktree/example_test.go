package tasktree_test

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"transat/balance/tasktree"
)

// A search that was measured, task by task. Parents may come after their children.
func ExampleBuilder() {
	b := tasktree.NewBuilder(tasktree.Meta{Unit: "seconds"})
	for _, task := range []tasktree.Task{
		{ID: "left", Parent: "root", Work: "0.25"},
		{ID: "root", Work: "1.5"},
		{ID: "right", Parent: "root", Work: "17", Solution: true},
	} {
		if err := b.Add(task); err != nil {
			log.Fatal(err)
		}
	}
	tree, err := b.Tree()
	if err != nil {
		log.Fatal(err)
	}
	work, tasks := tree.CriticalPath()
	fmt.Println(tree)
	fmt.Printf("the critical path has %d tasks, and takes %s %s\n", tasks, tree.Text(work), tree.Unit())
	// Output:
	// 3 tasks, work 18.75 seconds
	// the critical path has 2 tasks, and takes 18.5 seconds
}

// A bag of tasks, as CSV, in the packed form and back.
func ExampleRead() {
	bag, err := tasktree.Read(strings.NewReader("# unit: seconds\nid,work\na,0.5\nb,2\nc,0.125\n"), tasktree.Options{Name: "bag.csv"})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := bag.WriteTo(&file); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v: %d bytes\n", bag, file.Len())
	again, err := tasktree.Read(&file, tasktree.Options{})
	fmt.Println(again, err)
	// Output:
	// 3 tasks, all of them roots, work 2.625 seconds: 40 bytes
	// 3 tasks, all of them roots, work 2.625 seconds <nil>
}
