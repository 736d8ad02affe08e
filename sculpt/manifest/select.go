package manifest

import (
	"regexp"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Select says which operations of an upstream's document its author wants as tools. It drafts; it generates nothing.
type Select struct {
	Pos        diag.Position // of the key
	Set        bool
	All        Value[bool] // default: false
	Tags       []Value[string]
	Methods    []Value[string] // of All and Tags only those; none: any
	Operations []Value[string] // by operationId, or "METHOD /path"
	Except     []Value[string] // likewise; these not, whatever else says so
}

// selection is the target of the key select of an upstream.
func selection(dst *Select) target {
	return target{
		unset: func(pos diag.Position) { dst.Pos, dst.All.Pos = pos, pos },
		read: func(r *reader, what string, n *yaml.Node) {
			at, before := r.place(n), r.all
			dst.Pos = at.pos
			names := text(oneLine)
			r.mapping(n, what, at,
				optional("all", value(&dst.All, boolean)),
				optional("tags", texts(&dst.Tags, names)),
				optional("methods", texts(&dst.Methods, text(httpMethod))),
				optional("operations", texts(&dst.Operations, names)),
				optional("except", texts(&dst.Except, names)),
			)
			dst.Set = r.all == before
			switch {
			case !dst.Set:
			case !dst.All.V && len(dst.Tags) == 0 && len(dst.Operations) == 0:
				r.errorf(at, "empty", "%s chooses no operation; say all: true, tags or operations, as in select: {tags: [orders]}", what)
			case dst.All.V && len(dst.Tags) > 0:
				r.errorf(dst.Tags[0].place(), "select", "all operations are chosen, with tags or without; leave out \"all\" or \"tags\"")
			case len(dst.Methods) > 0 && !dst.All.V && len(dst.Tags) == 0:
				r.errorf(dst.Methods[0].place(), "select", "\"methods\" narrows \"all\" and \"tags\", and neither is there; leave it out, since an operation that is named is taken as it is")
			}
		},
	}
}

// httpMethod is the name of a method, in upper or lower case.
var httpMethod = matching(regexp.MustCompile(`^[A-Za-z]*$`), "bad-value", "a method such as GET")
