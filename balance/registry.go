package balance

import (
	"slices"
	"strings"
	"sync"
)

// Registry is a set of policies to choose from by name. It is a value: With and WithFiles return another one and
// leave it as it is. Every command that takes a policy takes it from a Registry, so a program adds policies of its
// own in one place:
//
//	registry := balance.Builtin().With(mySpec())
//	chosen, err := registry.Choose("mine:pause=0.1")
//
// The zero value has no policies.
type Registry struct {
	specs func() []Spec // nil if there are none; those of Builtin are made when they are asked for
	files []fileKind
}

// fileKind is a kind of file that holds a policy.
type fileKind struct {
	suffix string
	open   func(path string) (Spec, error)
}

// Builtin is the registry of all policies that [Policies] lists.
func Builtin() Registry { return Registry{specs: sync.OnceValue(Policies)} }

// Empty reports whether r has no policies that have names.
func (r Registry) Empty() bool { return len(r.all()) == 0 }

// all are the policies that have names. The caller must not change them.
func (r Registry) all() []Spec {
	if r.specs == nil {
		return nil
	}
	return r.specs()
}

// With returns r with more policies, at the end. One whose name is taken replaces the policy of that name.
func (r Registry) With(specs ...Spec) Registry {
	all := r.Specs()
	r.specs = func() []Spec { return all }
	for _, spec := range specs {
		if i := r.index(spec.Name); i >= 0 {
			all[i] = spec
		} else {
			all = append(all, spec)
		}
	}
	return r
}

// WithFiles returns r with policies that are read from files: a name that ends in suffix, such as ".star", is the
// path of a file, of which open makes the entry.
func (r Registry) WithFiles(suffix string, open func(path string) (Spec, error)) Registry {
	r.files = append(slices.Clone(r.files), fileKind{suffix, open})
	return r
}

// Specs returns the policies that have names, in the order in which they are listed.
func (r Registry) Specs() []Spec { return slices.Clone(r.all()) }

// Choose reads a policy and its parameters: "plb", "plb:gamma=0.62:period=0.25" or, if r has such files,
// "./mine.star:pause=0.1". An *UnknownError says that there is no such policy or parameter; other errors are those
// of a value out of range, and of opening a file.
func (r Registry) Choose(s string) (Chosen, error) {
	for _, kind := range r.files {
		if path, params, found := kind.split(s); found {
			spec, err := kind.open(path)
			if err != nil {
				return Chosen{}, err
			}
			return spec.Choose(params)
		}
	}
	name, params, _ := strings.Cut(s, ":")
	spec, err := Find("policy", name, r.all(), func(s Spec) string { return s.Name })
	if err != nil {
		return Chosen{}, err
	}
	return spec.Choose(params)
}

func (r Registry) index(name string) int {
	return slices.IndexFunc(r.all(), func(s Spec) bool { return s.Name == name })
}

// split parts a path from the parameters behind it. The path may hold colons.
func (k fileKind) split(s string) (path, params string, found bool) {
	if strings.HasSuffix(s, k.suffix) {
		return s, "", true
	}
	end := strings.Index(s, k.suffix+":")
	if end < 0 {
		return "", "", false
	}
	end += len(k.suffix)
	return s[:end], s[end+1:], true
}

// Choose reads values for the parameters of a policy, "gamma=0.62:period=0.25", over their defaults.
func (s Spec) Choose(params string) (Chosen, error) {
	values, err := parseValues("policy "+s.Name, s.Params, params)
	if err != nil {
		return Chosen{}, err
	}
	return Chosen{Spec: s, Values: values}, nil
}

// Choose reads one of the policies of this package: it is [Registry.Choose] of [Builtin].
func Choose(s string) (Chosen, error) { return Builtin().Choose(s) }
