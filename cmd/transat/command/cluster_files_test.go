package command

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"transat/cmd/transat/internal/cluster"
)

// These tests check the documented files for containers against the keys of Compose (https://github.com/compose-spec/compose-spec)
// and Kubernetes (batch/v1). The types list the keys that the files use; any other key is an error.

type composeFile struct {
	Services map[string]struct {
		Image       string
		Command     []string
		Volumes     []string
		Environment []string
		DependsOn   []string `yaml:"depends_on"`
		Restart     string
		Configs     []struct{ Source, Target string }
	}
	Configs map[string]struct{ Content string }
	Volumes map[string]struct{}
}

type jobFile struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		Parallelism             int
		BackoffLimit            int `yaml:"backoffLimit"`
		TTLSecondsAfterFinished int `yaml:"ttlSecondsAfterFinished"`
		Template                struct {
			Spec struct {
				RestartPolicy                 string `yaml:"restartPolicy"`
				TerminationGracePeriodSeconds int    `yaml:"terminationGracePeriodSeconds"`
				Containers                    []struct {
					Name, Image string
					Args        []string
					Env         []struct {
						Name      string
						ValueFrom struct {
							SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
						} `yaml:"valueFrom"`
					}
					Resources struct{ Requests, Limits map[string]string }
				}
			}
		}
	}
}

// decodeStrictly reads a file of the docs, and takes no key that to does not have.
func decodeStrictly(t *testing.T, name string, to any) {
	t.Helper()
	data, err := os.ReadFile("../doc/cluster/" + name)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestComposeFile(t *testing.T) {
	var f composeFile
	decodeStrictly(t, "compose.yaml", &f)
	if len(f.Services) != 3 {
		t.Errorf("%d services, want 3", len(f.Services))
	}
	for name, s := range f.Services {
		for _, other := range s.DependsOn {
			if _, ok := f.Services[other]; !ok {
				t.Errorf("%s depends on %s, which is no service", name, other)
			}
		}
		for _, c := range s.Configs {
			if f.Configs[c.Source].Content == "" {
				t.Errorf("%s has the config %s, which there is not", name, c.Source)
			}
		}
		for _, v := range s.Volumes {
			if from, _, _ := strings.Cut(v, ":"); !strings.HasPrefix(from, "./") {
				if _, ok := f.Volumes[from]; !ok {
					t.Errorf("%s has the volume %s, which there is not", name, from)
				}
			}
		}
		if s.Restart != "" && s.Restart != "on-failure" && s.Restart != "unless-stopped" {
			t.Errorf("%s restarts %s", name, s.Restart)
		}
		if s.Image == "transat" {
			knowsFlags(t, s.Command)
			if want := "TRANSAT_TOKEN=${TRANSAT_TOKEN:?}"; !slices.Contains(s.Environment, want) {
				t.Errorf("%s has the environment %q, which lacks %s", name, s.Environment, want)
			}
		}
	}
	for _, word := range []string{"sync_interval: always", "authorization"} {
		if !strings.Contains(f.Configs["nats"].Content, word) {
			t.Errorf("the server's configuration lacks %q", word)
		}
	}
}

func TestJobFile(t *testing.T) {
	var f jobFile
	decodeStrictly(t, "job.yaml", &f)
	pod := f.Spec.Template.Spec
	if f.APIVersion != "batch/v1" || f.Kind != "Job" || f.Metadata.Name == "" || f.Spec.Parallelism < 1 || f.Spec.BackoffLimit < 1 {
		t.Errorf("this is no job: %+v", f)
	}
	if pod.RestartPolicy != "OnFailure" && pod.RestartPolicy != "Never" { // a Job takes no other
		t.Errorf("restart policy %q", pod.RestartPolicy)
	}
	if len(pod.Containers) != 1 {
		t.Fatalf("%d containers, want 1", len(pod.Containers))
	}
	c := pod.Containers[0]
	knowsFlags(t, c.Args)
	if len(c.Env) != 1 {
		t.Errorf("%d variables, want one with the token", len(c.Env))
	}
	for _, e := range c.Env {
		if e.Name != cluster.TokenVariable || e.ValueFrom.SecretKeyRef.Key == "" {
			t.Errorf("the variable %s is of no use", e.Name)
		}
	}
}

// knowsFlags makes sure that the program has a command and its flags, and that none of them has a secret.
func knowsFlags(t *testing.T, args []string) {
	t.Helper()
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--token=") }) {
		t.Errorf("transat %s: other users of the computer see the token", strings.Join(args, " "))
	}
	root := commands()[0]
	cmd, rest, err := root.Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err != nil || cmd == root {
		t.Errorf("transat %s: %v", strings.Join(args, " "), err)
	}
}
