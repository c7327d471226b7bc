package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html"
	"regexp"
	"strings"
)

// policy is a content security policy: everything that the page does not need is forbidden, so that nothing that finds its way
// into the page, say by a link with a script in it, can load or send anything.
//
// Scripts are the page's own files, and the inline import map, which is named by its hash. 'wasm-unsafe-eval' allows WebAssembly and
// nothing else. Pictures may be made by the page itself (data:, blob:).
type policy []string

// policyFor returns the policy for a page with that index.html.
func policyFor(index []byte) policy {
	script := "script-src 'self' 'wasm-unsafe-eval'"
	importMap := regexp.MustCompile(`(?s)<script\s+type="importmap"\s*>(.*?)</script>`)
	if found := importMap.FindSubmatch(index); found != nil {
		sum := sha256.Sum256(found[1])
		script += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return policy{
		"default-src 'none'", script, "worker-src 'self'", "connect-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
		"font-src 'self'", "base-uri 'none'", "form-action 'none'",
	}
}

// header is the policy with what a browser only takes from a header.
func (p policy) header() string {
	return strings.Join(append(p[:len(p):len(p)], "frame-ancestors 'none'"), "; ")
}

// inside returns index.html with the policy in it, for hosts that send no headers of their own. It comes before anything that
// it is to hold for.
func (p policy) inside(index []byte) ([]byte, error) {
	charset := regexp.MustCompile(`(?i)<meta\s+charset="?utf-8"?\s*/?>`).FindIndex(index)
	if charset == nil {
		return nil, errors.New(`there is no <meta charset="utf-8">, behind which the content security policy goes`)
	}
	if first := bytes.Index(index, []byte("<script")); first >= 0 && first < charset[0] {
		return nil, errors.New(`a script comes before <meta charset="utf-8">`)
	}
	meta := "\n" + `<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(strings.Join(p, "; ")) + `">`
	return []byte(string(index[:charset[1]]) + meta + string(index[charset[1]:])), nil
}
