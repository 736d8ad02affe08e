package main

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/picker"
	"github.com/nactgen/nactgen/sculpt/catalog"
)

// record sets the selection of each upstream to what the command line asked for: all operations or those with the tags of the query, and those that
// were named.
func (p *project) record(query catalog.Query, all bool, named []*catalog.Operation) {
	methods := query.Methods
	if query.Reads {
		methods = readMethods(methods)
	}
	nothing := query.Reads && len(methods) == 0
	for i, u := range p.service.Upstreams {
		s := &draft.Select{All: all && !nothing, Methods: methods}
		own := catalog.List(p.sources[i])
		for _, tag := range query.Tags {
			if !nothing && len((catalog.Query{Tags: []string{tag}}).Of(own)) > 0 {
				s.Tags = append(s.Tags, tag)
			}
		}
		wanted := named
		if query.Reads && (all || len(query.Tags) > 0) { // by their documents, operations of other methods read, too
			covered := func(op *catalog.Operation) bool { return slices.Contains(methods, op.Method) }
			wanted = slices.Concat(named, slices.DeleteFunc(query.Of(own), covered))
		}
		for _, op := range wanted {
			if name := nameOf(op); op.Upstream == u.Name && !slices.Contains(s.Operations, name) {
				s.Operations = append(s.Operations, name)
			}
		}
		u.Select = s
	}
}

// readMethods returns those of the methods that cannot change anything. An empty list stands for all methods.
func readMethods(methods []string) []string {
	reads := []string{"GET", "HEAD", "OPTIONS", "QUERY"}
	if len(methods) == 0 {
		return reads
	}
	return slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return !slices.Contains(reads, strings.ToUpper(m)) })
}

// except sets the exceptions in the selections of upstreams to the operations that were left out.
func (p *project) except(left []draft.Refusal) {
	for _, u := range p.service.Upstreams {
		u.Select.Except = nil
	}
	for _, l := range left {
		op := cmp.Or(p.operations[l.Operation], p.listed[l.Call])
		i := slices.Index(p.names(), op.Upstream)
		s := p.service.Upstreams[i].Select
		s.Except = append(s.Except, draft.Exception{Operation: nameOf(op), Reason: l.Reason})
	}
}

// nameOf returns the name of an operation within its upstream.
func nameOf(op *catalog.Operation) string {
	return strings.TrimLeft(strings.TrimPrefix(op.Call, op.Upstream), ". ")
}

// pick lets the user choose on the terminal from the operations that match a query.
func (l *library) pick(c *cli.Context, query catalog.Query) ([]*catalog.Operation, error) {
	if !picker.CanShow(os.Stdin, os.Stdout) {
		return nil, usageErrorf("say which operations: --operation ID, --tag TAG or --all; nactgen ops --openapi %s lists what there is, and on a terminal "+
			"whose cursor moves, nactgen init asks", c.StringSlice("openapi")[0])
	}
	picked, err := picker.Pick(c.Context, os.Stdin, os.Stdout, l.name, query.Of(l.operations))
	if errors.Is(err, picker.ErrCancelled) {
		return nil, &exit{code: exitFindings, text: "nothing was chosen; nothing is written"}
	}
	return picked, err
}
