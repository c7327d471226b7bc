// Package cli has the parts of a command line that the subcommands of transat share; parts of a single command lie with that command.
//
// An [App] has the streams through which a command speaks, and the policies that it knows (app.go). Beside it lie
//
//	names        formulas (formulas.go), policies (policies.go), folders of trees (cache.go), literals and variables (literals.go)
//	registries   the names that transat list shows (registry.go, machines.go), and their completion (complete.go)
//	flags        shared by several commands: flags.go, rule.go, access.go, formats.go
//	texts        numbers (text.go), the command line that makes the same again (line.go), errors (errors.go)
//	exit codes   exit.go
//
// Commands return ordinary errors; [Of] turns an error into the exit code of the process at one place, the end of main. Scripts may rely
// on the codes: 10 and 20 are the answers of a solver as the SAT competitions have them, 1 is a failure, 3 a fault in the program, and 64
// wrong usage, for which trying again with the same words does not help. No ending has code 2: Go uses it for a program that dies, of a
// lack of memory, say.
package cli
