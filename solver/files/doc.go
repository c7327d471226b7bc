// Package files opens and replaces files: [Create] and [Place] write one, [ReadFile] reads one.
//
// A file is written under another name in the same folder, and then renamed, so it appears complete or not at all:
//
//	target, err := files.Target("proof.drat") // follows symbolic links, so that their target is replaced
//	file, err := files.Create(target)         // .proof.drat.k3v5tbq2xw
//	… write …
//	err = files.Place(file, target)
//
// A new file gets its mode from the umask of the process. One that replaces another gets the mode of that, and its
// owner if the system allows it. Only files in folders are replaced: [Descriptor] recognises names of open descriptors,
// such as /dev/stdout; the caller recognises devices and pipes by their mode.
//
// [ReadFile] and [Open] read files of a cache, a checkpoint or a run. Another user may have put something else in their
// place: a pipe that never ends, a link to a device, a file larger than the memory. They refuse all these with a
// *[KindError]:
//
//	data, err := files.ReadFile(name, 1<<20)
//
// Input that a user names may be a pipe, so this package does not open it.
package files
