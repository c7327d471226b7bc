// Package drat checks proofs of unsatisfiability, whichever solver wrote them: [Check] those in the DRAT format,
// [Hinted] those with hints (LRAT). It shares no code with the search.
//
// # The format
//
// A proof is a list of steps. A step adds a clause, then called a lemma, or deletes one. A lemma
// follows by reverse unit propagation (RUP) if making all its literals false and applying the unit
// clause rule falsifies some clause; it is then implied. A lemma has the RAT property (resolution
// asymmetric tautology) upon its first literal p, the pivot, if its resolvents upon p with all clauses
// that contain the complement of p follow by RUP. Such a lemma need not be implied, but a formula that has
// a model has one that satisfies the lemma too: if the lemma is false, turning p round mends it and
// breaks no clause. So the formula is unsatisfiable if lemmas of either kind lead to the empty
// clause, or, what is the same, to clauses that unit propagation alone refutes.
//
// # A worked example
//
// The formula (1 2) (1 -2) (-1 2) (-1 -2) with the proof
//
//	(1)    -1 makes 2 true by (1 2) and false by (1 -2): the lemma follows
//	()     1 makes 2 true by (-1 2) and false by (-1 -2): nothing more is to be shown
//
// # The algorithm
//
// Going forward, Check carries out the steps without checking them, until unit propagation refutes the present clauses;
// the rest of the proof does not matter. Going backward, it takes the steps back: deleted clauses come back, and it
// checks only core lemmas, those that the conflict at the end or the check of a later core lemma needs. Propagation
// visits core clauses first, so that few others become core.
//
// Consecutive lemmas of a proof written by a tree search begin with the same literals, those of the path. To start each
// check from nothing would repeat the propagation of the whole path. So Check assumes the complements of a lemma's
// literals one after the other, as a search decides, and keeps the trail for the next lemma as far as the two agree. If
// a clause that is taken back is the reason of a literal on the trail, or one that comes back would have propagated
// there, it corrects the trail and the progress of propagation: see the comments at back and settle. So it takes about
// as many propagations as the search did. Where lemmas share nothing, as with learned clauses, it assumes all literals
// at once, and loses nothing.
//
// With [Options].Forward it checks every lemma when it is added. That needs memory only for the present clauses, and
// names the first wrong lemma.
//
// # Hints
//
// With [Options].Hints it writes the core lemmas with the clauses that each follows from (LRAT), for checkers that do
// not search, such as [Hinted] or verified ones: see trace.go.
//
// # Deletions
//
// Deletions make checking faster, and they have a meaning: with a clause less, a RUP check can only fail, but a RAT
// check can succeed, since there are fewer resolvents. To ignore a deletion is sound, since all later checks then
// include the clause that stayed. Check ignores two kinds, and counts them in the [Report]:
//   - Deletions of a clause that is not there. A clause is found by its set of literals, whatever their order; if several
//     clauses have the same set, one of them is deleted.
//   - Deletions of a clause that is a unit clause without assumptions: one literal is true, all others are false. Solvers
//     delete such clauses as satisfied, but mean the literal to stay true. Most proofs in circulation have been written
//     and checked with this meaning.
//
// # Where drat-trim says something else
//
// In its usual mode, backward, drat-trim accepts some proofs that do not meet the definition above, and that [Check]
// refuses:
//   - In a RAT check it passes over clauses that the refutation does not need. That is sound: the
//     lemma and the refutation belong to a part of the formula. By the definition all clauses count.
//   - If a lemma does not have the RAT property upon its first literal, it tries the others.
//   - It does not read a last step that is cut short. To the reader in [transat/dimacs] that is an
//     error, even if the steps before it are a refutation.
//
// It misreads a proof that deletes the empty clause. Here such a deletion is ignored like that of any
// clause that is not there.
//
// Checking backward, both pass over a wrong lemma that the refutation does not need. Which lemmas it
// needs depends on the order of propagation, so each may refuse a proof with a wrong lemma that the
// other accepts; Options.Forward refuses all of them. Both ignore the deletion of unit clauses: neither
// checks what the strict meaning of such proofs would be.
//
// # Sources
//
//   - E. Goldberg, Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE
//     2003: checking by unit propagation, backward, and only what is needed.
//   - M. Heule, W. Hunt, N. Wetzler, "Trimming while checking clausal proofs", FMCAD 2013: deletions,
//     and core clauses first.
//   - N. Wetzler, M. Heule, W. Hunt, "DRAT-trim: efficient checking and trimming using expressive
//     clausal proofs", SAT 2014: the format.
//   - L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient certified RAT verification", CADE 2017: hints.
//   - A. Rebola-Pardo, L. Cruz-Filipe, "Complete and efficient DRAT proof checking", FMCAD 2018: what
//     deletions of unit clauses mean.
//
// # Where to start reading
//
// proof.go has the [Proof] in memory, check.go the function to call, [Check]; run.go carries out the steps, forward and
// backward. lemma.go checks one lemma, on the trail of checker.go, with propagate.go and attach.go. trace.go writes
// hints, and hinted.go checks them. The other files are core.go for core clauses, store.go, lists.go, finder.go and
// index.go for their places in memory, and compact.go for sparse variables.
//
// # What is left out
//
// Package [transat/dimacs] reads and writes proofs.
package drat
