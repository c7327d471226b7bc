package phases

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// maxRanks is the most ranks that a program may have.
const maxRanks = 1 << 16

// dataFile is how vt names the file of a rank: data.12.json, with what a compressor appends.
func dataFile() *regexp.Regexp {
	return regexp.MustCompile(`^(.*)\.([0-9]{1,6})\.json(\.[a-z0-9]+)?$`)
}

// NoFilesError says that files are not those of ranks 0, 1, 2 and so on.
type NoFilesError struct{ Name, Msg string }

// Error returns "name: msg".
func (e *NoFilesError) Error() string { return e.Name + ": " + e.Msg }

// Files picks, from the names of files, those that vt writes, and returns them in the order of their ranks; name is what errors call
// them all. Other files are left out. The error is a *NoFilesError if a rank is missing or there twice.
func Files(name string, names []string) ([]string, error) {
	type file struct {
		name, prefix string
		rank         int
	}
	var files []file
	for _, n := range names {
		if m := dataFile().FindStringSubmatch(filepath.Base(n)); m != nil {
			rank, _ := strconv.Atoi(m[2]) // it is six digits at most
			files = append(files, file{n, m[1], rank})
		}
	}
	if len(files) == 0 {
		return nil, &NoFilesError{name, "no files data.0.json, data.1.json, … of ranks, as vt writes them"}
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.name, b.name)) })
	sorted := make([]string, len(files))
	for i, f := range files {
		switch {
		case f.prefix != files[0].prefix:
			return nil, &NoFilesError{name, fmt.Sprintf("files of two programs: %s and %s; want one", files[0].name, f.name)}
		case f.rank < i:
			return nil, &NoFilesError{name, fmt.Sprintf("two files of rank %d: %s and %s", f.rank, files[i-1].name, f.name)}
		case f.rank > i:
			return nil, &NoFilesError{name, fmt.Sprintf("no file of rank %d, and one of rank %d: %s; want all from 0 on", i, f.rank, f.name)}
		}
		sorted[i] = f.name
	}
	if len(files) > maxRanks {
		return nil, &NoFilesError{name, fmt.Sprintf("%d ranks; want at most %d", len(files), maxRanks)}
	}
	return sorted, nil
}

// Read reads a program from the files of its ranks, in their order; name is its name. open opens a file, and returns its text. Errors in a
// text are *FileError, errors between files *NoFilesError, others those of open and of what it returns. It takes time and memory
// proportional to the text.
func Read(name string, files []string, open func(file string) (io.ReadCloser, error)) (*Application, error) {
	p := &Application{Name: name, Ranks: len(files)}
	all := 0
	var first *rankFile
	for rank, file := range files {
		in, err := open(file)
		if err != nil {
			return nil, err
		}
		f, err := readRank(in, file, rank)
		in.Close()
		if err != nil {
			return nil, err
		}
		if rank == 0 {
			first = f
			p.Phases = make([]Phase, len(f.phases))
		}
		for k := 0; k < max(len(f.phases), len(first.phases)); k++ {
			if k >= len(f.phases) || k >= len(first.phases) || f.phases[k].id != first.phases[k].id {
				return nil, &NoFilesError{file, fmt.Sprintf("its phases are %s, those of %s are %s; want the same",
					f.ids(), first.name, first.ids())}
			}
			from, to := &f.phases[k], &p.Phases[k]
			if all += len(from.objects) + len(from.messages); all > maxAll {
				return nil, &NoFilesError{file, fmt.Sprintf("more than %d tasks and communications in all phases", maxAll)}
			}
			to.ID = from.id
			to.Objects = append(to.Objects, from.objects...)
			to.Messages = append(to.Messages, from.messages...)
			to.Working = append(to.Working, from.working)
		}
	}
	if len(p.Phases) == 0 {
		return nil, &NoFilesError{name, "no phases; want at least one"}
	}
	return p, p.check(files)
}

// ids says which phases there are.
func (f *rankFile) ids() string {
	if len(f.phases) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d from %d to %d", len(f.phases), f.phases[0].id, f.phases[len(f.phases)-1].id)
}

// check looks for objects that are in two places.
func (p *Application) check(files []string) error {
	for _, phase := range p.Phases {
		ranks := make(map[uint64]int, len(phase.Objects))
		for _, o := range phase.Objects {
			if before, ok := ranks[o.ID]; ok {
				return &NoFilesError{files[o.Rank], fmt.Sprintf("phase %d: object %d is there, and in %s; want it once",
					phase.ID, o.ID, files[before])}
			}
			ranks[o.ID] = o.Rank
		}
	}
	return nil
}
