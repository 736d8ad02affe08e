package docdiff

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/spec"
)

// byPath reports whether a call names its operation by method and path.
func byPath(call string) bool { return strings.Contains(call, " ") }

// lookUp returns the first operation that satisfies a predicate.
func lookUp(d *spec.Document, wanted func(spec.Entry) bool) (spec.Entry, bool) {
	for _, e := range d.Operations() {
		if wanted(e) {
			return e, true
		}
	}
	return spec.Entry{}, false
}

// called returns the value with which a step calls an operation.
func called(upstream string, e spec.Entry) string {
	if e.ID == "" {
		return upstream + " " + e.Method + " " + e.Path
	}
	return upstream + "." + e.ID
}

// moved returns the advice for an operation whose method or path has changed.
func moved(calledByPath bool, to spec.Entry) string {
	if calledByPath {
		return "call " + to.Method + " " + to.Path + " instead"
	}
	return "generate anew: the service that runs still calls the old one"
}

// similar returns a hint at the operation of a document whose name is most like that of a lost one, or "".
func similar(d *spec.Document, lost spec.Entry) string {
	var names []string
	want := lost.ID
	for _, e := range d.Operations() {
		names = append(names, e.ID)
	}
	if want == "" {
		want, names = lost.Method+" "+lost.Path, nil
		for _, e := range d.Operations() {
			names = append(names, e.Method+" "+e.Path)
		}
	}
	if name := diag.Suggest(want, names); name != "" {
		return "; " + name + " looks like it"
	}
	return ""
}
