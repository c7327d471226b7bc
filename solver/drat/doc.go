// Package drat checks proofs of unsatisfiability in the DRAT format.
package drat
