package dimacs

import "bytes"

// Formats that users pass by mistake. Error messages name each, and say what to do.

const (
	weighted = "this is a weighted formula (WCNF, for MaxSAT): want plain CNF; its hard clauses alone can be solved, " +
		"without weights and \"h\""
	quantified = "this is a quantified formula (QDIMACS): want CNF without \"a\" and \"e\" lines"
	pseudo     = "this is a pseudo-Boolean problem (OPB): want CNF, into which an encoder such as PBLib translates it"
	smt        = "this is an SMT-LIB script: want CNF, which an SMT solver can write if there is nothing but bits"
	circuit    = "this is a circuit (AIGER): want CNF, into which aigtocnf translates it"
	xor        = "this is an XOR clause, as cryptominisat has them: want it as clauses"
	unpack     = ": unpack it, and give the file with the formula"
	encoding   = ": save it as UTF-8 or ASCII"
)

// container names, from the first bytes of an input that is no text, an archive or another compression format.
func container(head []byte) string {
	const tarMark, tarAt = "ustar", 257
	for _, m := range []struct{ mark, what string }{
		{"PK\x03\x04", "this is a zip archive" + unpack},
		{"PK\x05\x06", "this is an empty zip archive" + unpack},
		{"7z\xbc\xaf\x27\x1c", "this is a 7z archive" + unpack},
		{"Rar!\x1a\x07", "this is a rar archive" + unpack},
		{"\x5d\x00\x00", "this is compressed with lzma" + unpack},
		{"LZIP", "this is compressed with lzip" + unpack},
		{"\x1f\x9d", "this is compressed with compress (.Z)" + unpack},
		{"\x04\x22\x4d\x18", "this is compressed with lz4" + unpack},
		{"\x1f\x8b", "this is compressed twice" + unpack},
		{"\xfd7zXZ\x00", "this is compressed twice" + unpack},
		{"\x28\xb5\x2f\xfd", "this is compressed twice" + unpack},
		{"\xff\xfe\x00\x00", "this is a text in UTF-32" + encoding},
		{"\x00\x00\xfe\xff", "this is a text in UTF-32" + encoding},
		{littleEndianMark, "this is a text in UTF-16, compressed" + encoding},
		{bigEndianMark, "this is a text in UTF-16, compressed" + encoding},
		{"%PDF", "this is a PDF document: want a CNF file"},
	} {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			return m.what
		}
	}
	switch {
	case len(head) >= tarAt+len(tarMark) && string(head[tarAt:tarAt+len(tarMark)]) == tarMark:
		return "this is a tar archive" + unpack
	case len(head) >= 4 && (head[0] == 0) != (head[1] == 0) && (head[0] == 0) == (head[2] == 0) && (head[1] == 0) == (head[3] == 0):
		return "this is a text in UTF-16 without a byte order mark" + encoding
	}
	return ""
}

// language names the format that begins with a token instead of a header, or "".
func language(token []byte) string {
	switch string(token) {
	case "h":
		return weighted
	case "*", "min:", "max:":
		return pseudo
	case "aag", "aig":
		return circuit
	case "s", "v":
		return "this is the answer of a solver: want a formula"
	}
	switch token[0] {
	case '(', ';':
		return smt
	case '<':
		return "this is a web page: want a CNF file; perhaps the download went wrong"
	case '{', '[':
		return "this is JSON: want a CNF file"
	}
	return ""
}

// problem names the format that has a word in its header, or "".
func problem(word []byte) string {
	switch string(word) {
	case "wcnf", "wpcnf":
		return weighted
	case "aag", "aig":
		return circuit
	case "col", "edge":
		return "this is a graph (DIMACS): want CNF"
	case "knf", "cnf+":
		return "this is a formula with cardinality constraints: want them as clauses"
	case "pcnf":
		return "this is a formula of a model counter: want \"p cnf\", and \"c p show 1 2 0\" for what it projects to"
	}
	return ""
}

// foreignClause names the format in which a token begins a clause, or "".
func foreignClause(token []byte) string {
	switch {
	case string(token) == "a" || string(token) == "e" || string(token) == "d":
		return quantified
	case token[0] == 'x':
		if _, ok := number(token[1:]); ok || len(token) == 1 {
			return xor
		}
	}
	return ""
}
