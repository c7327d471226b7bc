// Command schemas checks the files for containers against the schemas of those who read them: a Compose file with the loader and the JSON
// schema of Compose, and a Kubernetes Job with the types of its API, strictly. It is a module of its own, so that the program
// does not depend on either.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
	batch "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: schemas COMPOSE-FILE JOB-FILE")
		os.Exit(2)
	}
	failed := false
	for i, check := range []func(string) error{compose, job} {
		if err := check(os.Args[i+1]); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[i+1], err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// compose loads a Compose file as docker compose does.
func compose(file string) error {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithName("check"), cli.WithInterpolation(true),
		cli.WithEnv([]string{"TRANSAT_TOKEN=secret"}))
	if err != nil {
		return err
	}
	project, err := options.LoadProject(context.Background())
	if err == nil && len(project.Services) == 0 {
		err = fmt.Errorf("it has no services")
	}
	return err
}

// job reads a Kubernetes Job. A key that there is not, or of another type, is an error.
func job(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var j batch.Job
	if err := yaml.UnmarshalStrict(data, &j); err != nil {
		return err
	}
	if j.APIVersion != "batch/v1" || j.Kind != "Job" || len(j.Spec.Template.Spec.Containers) == 0 {
		return fmt.Errorf("it is a %s %s with %d containers", j.APIVersion, j.Kind, len(j.Spec.Template.Spec.Containers))
	}
	return nil
}
