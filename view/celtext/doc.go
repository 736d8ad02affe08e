// Package celtext is the text of a plan's expressions, in CEL, for those who read about a tool: what it does differently, and what
// it does in which order. Nothing is computed from it.
package celtext
