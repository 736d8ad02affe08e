// Package setting describes what an operator can set of a part of a program that only some programs have.
package setting

// Setting is a flag with its environment variable, or one of them.
type Setting struct {
	Flag     string // without dashes; empty: there is only the variable
	Takes    string // what help calls its value; empty: the flag takes none
	Variable string // begins with NACT_, unless it is one that others have named; empty: there is only the flag
	Default  string // empty: there is none
	About    string // for help
	List     bool   // may be repeated; in one text commas stand between
	Secret   bool   // nobody may see its value

	// Set takes what the operator says. The error says what is wrong with it, and repeats nothing that may be secret. It is not called where
	// nothing is said and there is no Default. An [Answer] ends the program.
	Set func(text string) error
}

// Answer is the error of a [Setting] that asks the program something: it says this on its standard output and ends.
type Answer struct{ Text string }

// Error returns the text.
func (a *Answer) Error() string { return a.Text }
