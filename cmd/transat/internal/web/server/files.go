package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"transat/cmd/transat/internal/web/site"
)

// files answers requests for the page's files and for recorded trees.
func files(o Options) http.Handler {
	tags := map[string]string{}
	for _, f := range o.Page.Files() {
		tags[f.Name] = tag(f)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		key, tree := strings.CutPrefix(name, site.TreesFolder)
		if f, ok := o.Page.File(name); ok {
			send(w, r, f, tags[f.Name])
		} else if name == site.TreesIndex {
			sendIndex(w, r, o.Trees)
		} else if name == RunsFile {
			sendRuns(w, r, o.Runs)
		} else if tree {
			sendTree(w, r, o.Trees, key)
		} else {
			http.Error(w, "the page has no file of that name", http.StatusNotFound)
		}
	})
}

// RunsFile is where the page asks how runs stand.
const RunsFile = "cluster/status.json"

// sendRuns sends what coordinators say. That none can be reached is for the page to show, and no error of the server.
func sendRuns(w http.ResponseWriter, r *http.Request, runs func(context.Context) ([]byte, error)) {
	if runs == nil {
		http.Error(w, "this server shows no runs: start it with transat serve --cluster=URL", http.StatusNotFound)
		return
	}
	data, err := runs(r.Context())
	if err != nil {
		http.Error(w, "no server of runs can be reached: "+err.Error(), http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data) // a client that has gone needs no answer
}

// tag is a name for the content of a file.
func tag(f site.File) string { return fmt.Sprintf(`"%x"`, sha256.Sum256(f.Data)) }

// send sends a file from memory, which all requests share.
func send(w http.ResponseWriter, r *http.Request, f site.File, tag string) {
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.Data))
}

func sendIndex(w http.ResponseWriter, r *http.Request, trees site.Trees) {
	var list []site.Tree
	if trees != nil {
		var err error
		if list, err = trees.List(); err != nil {
			http.Error(w, "the folder of recorded trees cannot be read", http.StatusInternalServerError)
			return
		}
	}
	f, err := site.Index(list)
	if err != nil {
		http.Error(w, "the list of recorded trees cannot be written", http.StatusInternalServerError)
		return
	}
	send(w, r, f, tag(f))
}

// sendTree sends a recorded tree in the form of its file. The key must be one that is in the list.
func sendTree(w http.ResponseWriter, r *http.Request, trees site.Trees, key string) {
	if trees == nil {
		http.Error(w, "this server has no recorded trees", http.StatusNotFound)
		return
	}
	tree, err := trees.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		http.Error(w, "no recorded tree has that key: "+site.TreesIndex+" lists them", http.StatusNotFound)
		return
	}
	if err != nil {
		http.Error(w, "the recorded tree cannot be read", http.StatusInternalServerError)
		return
	}
	defer tree.Close()
	w.Header().Set("Content-Type", site.TreeType)
	http.ServeContent(w, r, "", time.Time{}, tree)
}
