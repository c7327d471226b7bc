// Package network leads and joins runs on many computers: [Open] begins a run, which its Lead leads, [Work] is a worker that joins
// one, and [States] asks how runs stand. What they are told and answer is in package cluster.
package network
