package script_test

import (
	"fmt"
	"os"
	"path/filepath"

	"transat/balance"
	"transat/balance/script"
)

// A script becomes an entry of a registry, with parameters like any other.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "thief.star")
	if err := os.WriteFile(path, []byte(script.Template("thief")), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	spec, err := script.Open(path, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec.Name = "thief"
	chosen, err := balance.Builtin().With(spec).Choose("thief:pause=2ms")
	fmt.Println(chosen, err)
	fmt.Println(spec.Title)
	// Output:
	// thief:pause=0.002 <nil>
	// thief: an idle processor asks random others for one element
}
