// Package dimacs reads and writes what goes into SAT solvers and comes out of them: formulas in the
// DIMACS CNF format, cubes, models as the SAT competition wants them, and proofs, DRAT or LRAT, text or binary.
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
// [ReadFile] makes a formula of it:
//
//	f, err := dimacs.ReadFile("example.cnf", dimacs.Options{})
//
// # What is accepted
//
// Files in circulation bend the format, and [Read] takes them as they are: comments
// between clauses and between the literals of a clause, clauses that span lines or share one,
// empty clauses, tabs, CR LF line ends, a last line without an end, and the trailer "%" of SATLIB.
// What would change the meaning of the formula is an error, with its line and column:
//
//	uf20.cnf:17:9: literal 93 is out of range: the header (line 8) declares 91 variables
//
// All readers recognise gzip, bzip2, xz and zstd by the first bytes, not by the name of the file, and
// skip a byte order mark (UTF-8) before the text. With its own mark, UTF-16 is read as well.
//
// Comments name the variables that make models different, "c ind 1 2 0" or "c p show 1 2 0";
// [Options].Projection gets them.
//
// A file may also have cubes, for a solver that works under assumptions. Either it is an iCNF file, with
// the header "p inccnf" and a line "a 1 -2 0" for every cube, or it holds the lines of the cubes alone.
// [ReadFileCubes] takes formulas with and without cubes, [ReadCubeList] cubes alone, and [CubeWriter]
// writes them; see icnf.go.
//
// A model is what a solver prints (lines "v 1 -2 3 0") or a bare list of literals. A proof is a list of
// clauses that are added or deleted, in LRAT with the clauses that each follows from, as [ProofFormat] shows. [Detect] tells the two apart.
//
// # Where to start
//
// [ReadFile] and [Read] give a formula, [Write] and [WriteModel] write it and its answer. [ReadModel] and
// its [Assignment] check an answer. [ProofWriter] and [ProofReader] take a proof to a checker, step by
// step, and [HintWriter] writes one with hints (LRAT). In the source, parser.go holds the grammar of formulas, proof_text.go, proof_binary.go and
// proof_lrat.go those of proofs, literals.go the loop that takes most of the time, and text.go and scanner.go the buffer below
// them all.
//
// # Left out
//
// Weighted formulas (wcnf), quantifiers (qdimacs) and others in other_formats.go are rejected by name. So are clauses behind
// cubes in iCNF, by which a formula could grow between them. Other comments are not kept. Proofs in other
// formats than those of [ProofFormats] (FRAT, for one) are not known, and mostly end in an error.
package dimacs
