package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// guard refuses requests that do not come from the page itself or from a person who goes to it.
func guard(o Options, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			refuse(w, http.StatusMethodNotAllowed, "this server only answers GET and HEAD")
		case !o.known(r.Host):
			refuse(w, http.StatusMisdirectedRequest, "this server does not go by the name in the Host header of the request: "+
				"use its address, or name the host when it is started (transat serve --host=NAME)")
		case crossSite(r):
			refuse(w, http.StatusForbidden, "this server answers no requests of other sites")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.Error(w, why, status)
}

// known reports whether the server goes by the name in a Host header. A page of a foreign site whose name has come to resolve to
// this computer gives its own name there.
func (o Options) known(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback() || o.Anywhere
	}
	return host == "localhost" || slices.ContainsFunc(o.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// crossSite reports whether a browser says that another site has made the request. A link that a person follows is none, wherever it
// stands: what it opens is a page of its own, which the other site cannot see into.
func crossSite(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		from, err := url.Parse(origin)
		if err != nil || from.Host != r.Host {
			return true
		}
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none": // none: typed, or a bookmark; "": no browser, or an old one
		return false
	}
	link := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return !link
}
