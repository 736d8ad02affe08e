// Package gen prints a [plan.Plan] as the files of a Go service. It decides nothing that the plan could decide and reports
// no mistake of the manifest's author: an error is a file that could not be read, or a mistake of this package.
//
// Names and texts of a plan come from documents that nobody checked. So every identifier is made by this package
// (names.go), every text is a quoted literal (literal.go) or a comment that it cannot leave (comment.go), and every file
// is parsed before it is returned.
package gen
