// Package plandiff says what the tools of one plan do differently from those of another, for whoever reviews the change: which
// hosts are called and with what, where secrets go, what is read and what is answered. What callers see of a tool, its
// signature, is the business of package versions/sigdiff.
package plandiff
