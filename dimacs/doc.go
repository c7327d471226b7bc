// Package dimacs reads and writes the files of SAT solvers: [ReadFile] reads a formula in the DIMACS CNF format,
// [Write] writes one. It also has cubes, models in the format of the SAT competition, and proofs, DRAT or LRAT, text or
// binary.
//
// # A worked example
//
// A CNF file is text: comments, one header, then the clauses, each a list of non-zero integers
// ended by 0.
//
//	c (x1 or not x2) and (x2 or x3)
//	p cnf 3 2
//	1 -2 0
//	2 3 0
//
// [ReadFile] reads it:
//
//	f, err := dimacs.ReadFile("example.cnf", dimacs.Options{})
//
// # What is accepted
//
// Files in circulation bend the format, and [Read] accepts that: comments between clauses and between the literals of a
// clause, clauses that span lines or share one, empty clauses, tabs, CR LF line ends, a last line without an end, and
// the trailer "%" of SATLIB. A fault that could change the meaning of the formula is an error, with its line and
// column:
//
//	uf20.cnf:17:9: literal 93 is out of range: the header (line 8) declares 91 variables
//
// All readers recognise gzip, bzip2, xz and zstd by the first bytes, not by the name of the file, and skip a byte order
// mark (UTF-8) before the text. They read UTF-16 after its mark, too.
//
// Comments may list the variables that distinguish models, "c ind 1 2 0" or "c p show 1 2 0"; [Options].Projection gets
// them.
//
// A file may have cubes, for a solver that works under assumptions. It is an iCNF file, with the header "p inccnf" and
// a line "a 1 -2 0" for every cube, or has the lines of the cubes alone. [ReadFileCubes] reads formulas with and
// without cubes, [ReadCubeList] reads cubes alone, and [CubeWriter] writes them; see icnf.go.
//
// A model is the output of a solver (lines "v 1 -2 3 0") or a list of literals. A proof is a list of clauses that are
// added or deleted, in LRAT with the clauses that each follows from, as [ProofFormat] shows. [Detect] tells models and
// proofs apart.
//
// # Where to start
//
// [ReadFile] and [Read] return a formula, [Write] and [WriteModel] write it and its answer. [ReadModel] and its
// [Assignment] check an answer. [ProofReader] reads a proof step by step, [DRATWriter] writes one, and [LRATWriter]
// one with hints (LRAT). In the source, parser.go has the grammar of formulas, proof_text.go, proof_binary.go and
// proof_lrat.go those of proofs, literals.go the loop that takes most of the time, and text.go and scanner.go the
// buffer of all readers.
//
// # Left out
//
// Weighted formulas (wcnf), quantifiers (qdimacs) and others in other_formats.go are rejected by name, and so are
// clauses after cubes in iCNF. Other comments are skipped. Proofs in other formats than [ProofFormats] (FRAT, for one)
// are not recognised, and mostly end in an error.
package dimacs
