package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// The names that vendors give what pages are asked for by, and what they say of the next one.
var (
	cursorParams = []string{"cursor", "starting_after", "page_token", "pageToken", "next_token", "nextToken", "marker", "after", "page_after", "continuation_token", "continuationToken"}
	cursorFields = []string{"next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken", "next_marker", "nextMarker",
		"end_cursor", "endCursor", "continuation_token", "continuationToken", "cursor", "next"}
	numberParams = []string{"page", "page_number", "pageNumber", "page_num"}
	offsetParams = []string{"offset", "skip", "startAt", "start_index", "startIndex"}
	sizeParams   = []string{"per_page", "perPage", "page_size", "pageSize", "limit", "take", "count", "max_results", "maxResults", "size"}
	moreFields   = []string{"has_more", "hasMore", "has_next_page", "hasNextPage"}
	listFields   = []string{"data", "items", "results", "entries", "values", "records"}
)

// pagesOf returns what a step has to say under paginate to have the whole list of which it calls for a page, or "" if nothing is known of
// pages. A step that passes a page, or how many items one has, knows of them.
func pagesOf(s *manifest.Step, op *operation.Operation) string {
	for _, names := range [][]string{cursorParams, numberParams, offsetParams, sizeParams} {
		for _, e := range s.With {
			if slices.Contains(names, strings.TrimPrefix(e.Key.V, "query.")) {
				return ""
			}
		}
	}
	if op.Method != "GET" || op.Answer == nil {
		return ""
	}
	return Scheme(op.Spec)
}

// Scheme returns the value of paginate that collects the list that an operation answers in pages, or "" if the document does not show
// how.
func Scheme(op *spec.Operation) string {
	p := &pager{op: op}
	for _, r := range operation.Successes(op) {
		if media := operation.JSONMedia(r.Content); media != nil {
			p.answer, p.schema = r, media.Schema
			break
		}
	}
	if p.schema == nil {
		return ""
	}
	items := p.items()
	if items == "" {
		return ""
	}
	for _, next := range []func() string{p.link, p.cursor, p.last, p.number, p.offset} {
		if found := next(); found != "" {
			return "paginate: {items: " + items + ", next: {" + found + "}" + p.while + "}"
		}
	}
	return ""
}

// pager finds out how an operation answers a list in pages.
type pager struct {
	op     *spec.Operation
	answer *spec.Response
	schema *spec.Schema
	item   *spec.Schema // an item of the list
	while  string
}

// items is the expression of the list.
func (p *pager) items() string {
	if p.schema.Kind == spec.Array {
		p.item = p.schema.Items
		return "this.body"
	}
	var lists []*spec.Property
	for _, property := range p.schema.Properties {
		if property.Schema.Kind == spec.Array {
			lists = append(lists, property)
		}
	}
	i := 0
	if len(lists) > 1 {
		i = slices.IndexFunc(lists, func(l *spec.Property) bool { return slices.Contains(listFields, l.Name) })
	}
	if i < 0 || len(lists) == 0 || lists[i].Schema.Nullable {
		return ""
	}
	p.item = lists[i].Schema.Items
	if lists[i].Required {
		return "this.body." + source.FieldSource(lists[i].Name)
	}
	return "\"this.body.?" + source.FieldSource(lists[i].Name) + ".orValue([])\""
}

// parameter returns the query parameter that has one of the names and is of that kind.
func (p *pager) parameter(names []string, kinds ...spec.Kind) *spec.Parameter {
	for _, param := range p.op.Parameters {
		if param.In == "query" && param.ContentType == "" && slices.Contains(names, param.Name) && slices.Contains(kinds, param.Schema.Kind) {
			return param
		}
	}
	return nil
}

// link is that the answer has a Link header, by which the next page is found.
func (p *pager) link() string {
	if slices.ContainsFunc(p.answer.Headers, func(name string) bool { return strings.EqualFold(name, "Link") }) {
		return "link: next"
	}
	return ""
}

// cursor is that the body has what the next page is asked for with.
func (p *pager) cursor() string {
	param := p.parameter(cursorParams, spec.String, spec.Integer)
	if param == nil || param.Required {
		return ""
	}
	path := p.field(p.schema, param.Schema.Kind, 2)
	if path == "" {
		return ""
	}
	return fmt.Sprintf("param: %s, from: %q", param.Name, "this.body"+path)
}

// field is the path of a cursor of a kind in an object, with so many objects around it at most.
func (p *pager) field(s *spec.Schema, kind spec.Kind, depth int) string {
	for _, name := range cursorFields {
		if f := s.Property(name); f != nil && f.Schema.Kind == kind && f.Schema.Format != "uri" {
			return ".?" + source.FieldSource(name)
		}
	}
	for _, f := range s.Properties {
		if f.Schema.Kind == spec.Object && !f.Schema.Nullable && depth > 1 {
			if path := p.field(f.Schema, kind, depth-1); path != "" {
				return ".?" + source.FieldSource(f.Name) + path
			}
		}
	}
	return ""
}

// last is that the next page is asked for with the id of the last item, and that the body says whether there is one.
func (p *pager) last() string {
	param := p.parameter([]string{"starting_after"}, spec.String)
	id := p.item.Property("id")
	if param == nil || param.Required || id == nil || id.Schema.Kind != spec.String || !p.says() {
		return ""
	}
	list := strings.Trim(p.items(), "\"")
	return fmt.Sprintf("param: %s, from: %q", param.Name, list+".last().?id")
}

// number is that pages have numbers.
func (p *pager) number() string {
	param := p.parameter(numberParams, spec.Integer, spec.Number)
	if param == nil {
		return ""
	}
	p.says()
	return fmt.Sprintf("param: %s, start: %d", param.Name, first(param, 1))
}

// offset is that a page is asked for with how many items there were before.
func (p *pager) offset() string {
	param := p.parameter(offsetParams, spec.Integer, spec.Number)
	if param == nil {
		return ""
	}
	p.says()
	if start := first(param, 0); start != 0 {
		return fmt.Sprintf("param: %s, by: items, start: %d", param.Name, start)
	}
	return fmt.Sprintf("param: %s, by: items", param.Name)
}

// first is what the first page is asked for with.
func first(param *spec.Parameter, usual int64) int64 {
	if n, ok := param.Schema.Default.(int64); ok && n >= 0 {
		return n
	}
	return usual
}

// says notes that the body says whether there is a next page, and reports whether it does.
func (p *pager) says() bool {
	for _, name := range moreFields {
		if f := p.schema.Property(name); f != nil && f.Schema.Kind == spec.Boolean && !f.Schema.Nullable {
			p.while = ", while: this.body." + name
			if !f.Required {
				p.while = ", while: \"this.body.?" + name + ".orValue(false)\""
			}
			return true
		}
	}
	return false
}
