package server

import "net/http"

// withHeaders adds what a browser must know about all answers.
func withHeaders(policy string, next http.Handler) http.Handler {
	headers := map[string]string{
		"Content-Security-Policy":      policy,
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer", // links to other sites do not tell them where the page is
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Frame-Options":              "DENY",     // frame-ancestors, for old browsers
		"Cache-Control":                "no-cache", // ask each time; ETag spares sending it again
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}
