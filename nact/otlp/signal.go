package otlp

import (
	"context"
	"strconv"
	"strings"
)

// Signal is one kind of what a program tells: its metrics, or its traces. It is for one goroutine at a time.
type Signal interface {
	// Kind says which one it is.
	Kind() Kind

	// Open has it begin. It is not called if the operator wants none.
	Open(Opened) error

	// End sends what waits to be sent, until ctx is done. It is called only if Open was.
	End(ctx context.Context)
}

// Kind is what there is to know of a signal before it is opened.
type Kind struct {
	Name      string     // of its path at a collector; that of its variables in capitals: traces
	Items     string     // what it consists of, for the log: spans
	None      string     // what becomes of it where the operator sends it nowhere, for help
	Variables []Variable // that only it has

	// Check returns what is wrong with values of these that are right by themselves; nil: nothing can be.
	Check func(Values) error
}

// exporters begins the names of the variables by which the collector of this signal alone is found.
func (k Kind) exporters() string { return exporters + strings.ToUpper(k.Name) + "_" }

// to names the variable that says whether it is sent.
func (k Kind) to() string { return prefix + strings.ToUpper(k.Name) + "_EXPORTER" }

// Opened is what a signal begins with.
type Opened struct {
	Exporter *Exporter // nil: it is sent nowhere. It is the signal's to close
	Resource []Attribute
	Values   Values
}

// Values are those of variables, by their names, which have been checked.
type Values map[string]string

// Number returns the number that a value is; 0 if there is none.
func (v Values) Number(name string) int {
	n, _ := strconv.Atoi(v[name])
	return n
}

// Attribute says something of a program.
type Attribute struct{ Name, Value string }
