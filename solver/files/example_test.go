package files_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"transat/solver/files"
)

// A file appears complete or not at all: until Place, its contents lie beside the target.
func ExamplePlace() {
	folder, err := os.MkdirTemp("", "files")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	target, err := files.Target(filepath.Join(folder, "proof.drat"))
	if err != nil {
		log.Fatal(err)
	}
	file, err := files.Create(target)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(file, "0")
	_, err = os.Stat(target)
	fmt.Println("before Place it is missing:", os.IsNotExist(err))
	if err := files.Place(file, target); err != nil {
		log.Fatal(err)
	}
	data, err := files.ReadFile(target, 1<<20)
	fmt.Printf("after Place it holds %q, %v\n", data, err)
	// Output:
	// before Place it is missing: true
	// after Place it holds "0\n", <nil>
}
