package catalog

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Missing is an operation or a tag that a selection names, and the document does not have.
type Missing struct {
	manifest.Value[string]
	Message string // says what is missing, with the nearest name that the document has
}

// Selected returns the operations of an upstream that a selection is for, in the order of the list, and what of the selection the list does
// not have:
//
//	select: {tags: [orders], methods: [GET], operations: [ping], except: [GET /orders/export]}
func Selected(s manifest.Select, list []*Operation) (chosen []*Operation, missing []Missing) {
	f := &finder{list: list}
	wanted := f.named(s.Operations)
	for _, op := range f.tagged(s) {
		wanted[op] = true
	}
	for op := range f.named(s.Except) {
		wanted[op] = false
	}
	chosen = slices.DeleteFunc(slices.Clone(list), func(op *Operation) bool { return !wanted[op] })
	return chosen, f.missing
}

type finder struct {
	list    []*Operation
	missing []Missing
}

// named are the operations of the given names.
func (f *finder) named(names []manifest.Value[string]) map[*Operation]bool {
	named := map[*Operation]bool{}
	for _, name := range names {
		if op, message := Find(f.list, name.V); op != nil {
			named[op] = true
		} else {
			f.missing = append(f.missing, Missing{name, message})
		}
	}
	return named
}

// tagged are the operations that all and tags are for, narrowed by methods.
func (f *finder) tagged(s manifest.Select) []*Operation {
	if !s.All.V && len(s.Tags) == 0 {
		return nil
	}
	tags := manifest.Texts(s.Tags)
	for i, tag := range s.Tags {
		if len((Query{Tags: tags[i : i+1]}).Of(f.list)) == 0 {
			f.missing = append(f.missing, Missing{tag, "no operation has the tag " + tag.V + diag.DidYouMean(tag.V, Tags(f.list))})
		}
	}
	return Query{Tags: tags, Methods: manifest.Texts(s.Methods)}.Of(f.list)
}
