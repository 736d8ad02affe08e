// Package golden holds the project's cases: each is one behaviour of nactgen from the manifest to the wire, in one file.
//
// A file in testdata/cases has a manifest with its documents, the Go that must come of it (want/), and calls: what an
// agent asks of a tool, what the upstreams are asked and answer, and what the agent gets. The tests generate all cases
// into one temporary module, compile and vet it, run the generated tests and make the calls over HTTP.
//
// A file in testdata/findings has a manifest with mistakes, and what is said of them to the letter.
//
// A file in testdata/edits has small edits of a manifest, and what each changes in the generated package: a change shows
// only itself.
//
// With -update the tests rewrite what the files want, after everything compiled and ran.
package golden
