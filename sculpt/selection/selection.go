// Package selection finds the operations that the author of a manifest wants as tools: those of a document that the key select of its
// upstream is for.
//
//	select: {tags: [orders], methods: [GET], operations: [ping], except: [GET /orders/export]}
package selection

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/browse"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Missing is an operation or a tag that a selection names, and the document does not have.
type Missing struct {
	manifest.Value[string]
	Message string // with the nearest that it has
}

// Of returns the operations of an upstream that a selection is for, in the order of the list, and what of the selection the list does
// not have.
func Of(s manifest.Select, list []*browse.Operation) (chosen []*browse.Operation, missing []Missing) {
	f := &finder{list: list}
	wanted := f.named(s.Operations)
	for _, op := range f.tagged(s) {
		wanted[op] = true
	}
	for op := range f.named(s.Except) {
		wanted[op] = false
	}
	chosen = slices.DeleteFunc(slices.Clone(list), func(op *browse.Operation) bool { return !wanted[op] })
	return chosen, f.missing
}

type finder struct {
	list    []*browse.Operation
	missing []Missing
}

// named are the operations of the given names.
func (f *finder) named(names []manifest.Value[string]) map[*browse.Operation]bool {
	named := map[*browse.Operation]bool{}
	for _, name := range names {
		if op, message := browse.Find(f.list, name.V); op != nil {
			named[op] = true
		} else {
			f.missing = append(f.missing, Missing{name, message})
		}
	}
	return named
}

// tagged are the operations that all and tags are for, narrowed by methods.
func (f *finder) tagged(s manifest.Select) []*browse.Operation {
	if !s.All.V && len(s.Tags) == 0 {
		return nil
	}
	tags := texts(s.Tags)
	for i, tag := range s.Tags {
		if len((browse.Query{Tags: tags[i : i+1]}).Of(f.list)) == 0 {
			f.missing = append(f.missing, Missing{tag, "no operation has the tag " + tag.V + diag.DidYouMean(tag.V, browse.Tags(f.list))})
		}
	}
	return browse.Query{Tags: tags, Methods: texts(s.Methods)}.Of(f.list)
}

func texts(values []manifest.Value[string]) []string {
	var list []string
	for _, v := range values {
		list = append(list, v.V)
	}
	return list
}
