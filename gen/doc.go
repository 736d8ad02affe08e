// Package gen prints a plan, its expressions analyzed ([plan.Analyzed]), as the files of a Go service. It decides nothing
// that the plan could decide and reports no mistake of the manifest's author: an error is a file that could not be read, or
// a mistake of this package.
//
// There is a printer for each kind of output: the service with its configuration, a tool and its older versions, an
// upstream's client, an operation and what is read of its answer, a table, the tests that examples are. What they share is
// below them: package goexpr prints expressions, which come as package analysis left them, naming gives the identifiers,
// gotype the types, gocode comments, literals and files.
//
// Names and texts of a plan come from documents that nobody checked. So every identifier is made by naming, every text is
// a literal or a comment of gocode that it cannot leave, and every file is parsed before it is returned.
package gen
