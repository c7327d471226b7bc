// Package files opens and replaces the program's own files, and puts files in their places as the user of a command expects them there.
//
// A file is written under another name in the same folder, and then renamed, so it is there whole or not at all:
//
//	target, err := files.Target("proof.drat") // through symbolic links: it is their target that is replaced
//	file, err := files.Create(target)         // .proof.drat.k3v5tbq2xw
//	… write …
//	err = files.Place(file, target)
//
// A new file has the mode that the umask of the process leaves it. One that replaces another has the mode of that, and its owner if the
// system allows it. What is no file of a folder is not replaced: [Descriptor] tells names of open descriptors, such as /dev/stdout; that a
// name is a device or a pipe the caller sees from its mode.
//
// Files of a cache, a checkpoint or a run are read with [ReadFile] or [Open]. Someone else may have put something in their place: a pipe
// that never ends, a link to a device, a file that is larger than the memory. None of these is read; the error is a *[KindError]:
//
//	data, err := files.ReadFile(name, 1<<20)
//
// Files that a user names for input may be pipes, and are none of this package's business.
package files
