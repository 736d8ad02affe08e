// Package gocode makes pieces of Go for the files of a generated package: comments, literals, references to the run-time
// library, and the files themselves. It knows jennifer and nothing of what the code is about.
//
//	files := gocode.Package{Manifest: "nact.yaml", Name: "nwstools", ImportPath: "example.com/nwstools", Runtime: rt}
//	f := files.New()
//	gocode.Add(f, gocode.Doc("limit is the limit.").Line().Var().Id("limit").Op("=").Add(gocode.Duration(5*time.Second)))
//	content, syntax, err := files.Render(f)
//
// is a file with
//
//	// limit is the limit.
//	var limit = 5 * time.Second
//
// Texts come from manifests and documents that nobody checked: a comment or a literal of this package cannot be left by
// what stands in it.
package gocode
