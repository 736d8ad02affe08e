// Package paging finds out how an operation answers a list in pages, by the names that vendors give what is passed and answered.
package paging

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// The names that vendors give what pages are asked for by, and what they say of the next one.
var (
	cursorParams = []string{"cursor", "starting_after", "page_token", "pageToken", "next_token", "nextToken", "marker", "after", "after_id", "page_after", "page[cursor]", "page[after]", "continuation_token",
		"continuationToken", "start_cursor"}
	cursorFields = []string{"next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken", "next_marker", "nextMarker",
		"end_cursor", "endCursor", "continuation_token", "continuationToken", "cursor", "next"}
	numberParams = []string{"page", "page_number", "pageNumber", "page_num", "page[number]"}
	offsetParams = []string{"offset", "skip", "$skip", "startAt", "start_index", "startIndex", "page[offset]"}
	sizeParams   = []string{"per_page", "perPage", "page_size", "pageSize", "limit", "take", "count", "max_results", "maxResults", "size", "$top", "page[size]", "page[limit]"}
	moreFields   = []string{"has_more", "hasMore", "has_next_page", "hasNextPage"}
	listFields   = []string{"data", "items", "results", "entries", "values", "value", "records"}
)

// Where bodies have what leads on: the paths of URLs of the next page, the objects in which a cursor has the name of its parameter, and those that hold URLs alone.
var (
	nextURLs = [][]string{{"@odata.nextLink"}, {"nextLink"}, {"links", "next"}, {"_links", "next"}, {"_links", "next", "href"}, {"links", "next", "href"},
		{"paging", "next"}, {"pagination", "next"}, {"next"}, {"next_url"}, {"next_page_url"}, {"next_page_uri"}, {"pagination", "next_url"}, {"meta", "next_page_url"}}
	aboutNext = []string{"next", "next_page", "nextPage", "list_metadata", "cursors"}
	ofLinks   = []string{"links", "_links"}
)

// inLinkHeader matches prose that says that the next page is found by the Link header.
var inLinkHeader = regexp.MustCompile("(?i)\\blink`?\\s+(response\\s+)?header|header\\s+`?link\\b")

// Scheme is how the pages of a list are collected, as paginate of a step says it. Of Link, URL and Param one is set.
type Scheme struct {
	Items  string // expression of the items of a page
	Member string // the member of the body that holds the items; empty: the body is the list
	Link   string // the relation of the Link header that leads to the next page
	URL    string // expression of the URL of the next page
	Param  string // the query parameter that asks for the next page
	From   string // expression of what Param is passed; empty: it is counted
	Start  int64  // what the first page is asked for with, where Param counts
	By     string // items: Param counts those before; empty: it counts pages
	While  string // expression of whether there is a next page; empty: the answer does not say
}

// String is the scheme as the value of paginate, in one line.
func (s *Scheme) String() string {
	text := "{items: " + inFlow(s.Items) + ", next: {" + s.next() + "}"
	if s.While != "" {
		text += ", while: " + inFlow(s.While)
	}
	return text + "}"
}

func (s *Scheme) next() string {
	switch {
	case s.Link != "":
		return "link: " + s.Link
	case s.URL != "":
		return fmt.Sprintf("url: %q", s.URL)
	case s.From != "":
		return fmt.Sprintf("param: %s, from: %q", inFlow(s.Param), s.From)
	case s.By == "":
		return fmt.Sprintf("param: %s, start: %d", inFlow(s.Param), s.Start)
	case s.Start != 0:
		return fmt.Sprintf("param: %s, by: %s, start: %d", inFlow(s.Param), s.By, s.Start)
	}
	return fmt.Sprintf("param: %s, by: %s", inFlow(s.Param), s.By)
}

// inFlow is an expression as a scalar inside of braces.
func inFlow(expression string) string {
	if strings.ContainsAny(expression, "?[]{},`") {
		return strconv.Quote(expression)
	}
	return expression
}

// Asks reports whether a parameter of that name asks for a page, or says how many items one has.
func Asks(name string) bool { return IsSize(name) || turns(name) }

// IsSize reports whether a parameter of that name says how many items a page has.
func IsSize(name string) bool { return slices.Contains(sizeParams, name) }

// turns reports whether a parameter of that name asks for a page.
func turns(name string) bool {
	return slices.ContainsFunc([][]string{cursorParams, numberParams, offsetParams}, func(names []string) bool { return slices.Contains(names, name) })
}

// Of returns the scheme that collects the list that an operation answers in pages, or nil if the document does not show how.
func Of(op *spec.Operation) *Scheme {
	p := &pager{op: op}
	for _, r := range operation.Successes(op) {
		if media := operation.JSONMedia(r.Content); media != nil {
			p.answer, p.schema = r, media.Schema
			break
		}
	}
	if p.schema == nil || !p.items() {
		return nil
	}
	for _, next := range []func() bool{p.link, p.cursor, p.last, p.url, p.number, p.offset} {
		if next() {
			return &p.scheme
		}
	}
	return nil
}

// pager finds out how an operation answers a list in pages.
type pager struct {
	op     *spec.Operation
	answer *spec.Response
	schema *spec.Schema
	item   *spec.Schema // an item of the list
	scheme Scheme
}

// items notes the expression of the list, and reports whether there is one.
func (p *pager) items() bool {
	if p.schema.Kind == spec.Array {
		p.item, p.scheme.Items = p.schema.Items, "this.body"
		return true
	}
	arrays := slices.DeleteFunc(slices.Clone(p.schema.Properties), func(p *spec.Property) bool { return p.Schema.Kind != spec.Array })
	list := lists.Find(arrays, func(l *spec.Property) bool { return len(arrays) == 1 || slices.Contains(listFields, l.Name) })
	if list == nil || list.Schema.Nullable {
		return false
	}
	p.item, p.scheme.Member = list.Schema.Items, list.Name
	p.scheme.Items = "this.body." + source.FieldSource(list.Name)
	if !list.Required {
		p.scheme.Items = "this.body.?" + source.FieldSource(list.Name) + ".orValue([])"
	}
	return true
}

// parameter returns the query parameter that has one of the names and is of that kind.
func (p *pager) parameter(names []string, kinds ...spec.Kind) *spec.Parameter {
	return lists.Find(p.op.Parameters, func(param *spec.Parameter) bool {
		return param.In == "query" && param.ContentType == "" && slices.Contains(names, param.Name) && slices.Contains(kinds, param.Schema.Kind)
	})
}

// Each of the following tries one way to ask for the next page: it completes the scheme and reports true if the document shows that way.

// link is for an answer with a Link header, by which the next page is found. Many documents say so in prose alone.
func (p *pager) link() bool {
	param := p.parameter(cursorParams, spec.String)
	if !slices.ContainsFunc(p.answer.Headers, func(name string) bool { return strings.EqualFold(name, "Link") }) &&
		(param == nil || param.Required || !inLinkHeader.MatchString(param.Description)) {
		return false
	}
	p.scheme.Link = "next"
	return true
}

// cursor is for a body that has what the next page is asked for with.
func (p *pager) cursor() bool {
	param := p.parameter(append([]string{"offset"}, cursorParams...), spec.String, spec.Integer)
	if param == nil || param.Required {
		return false
	}
	path := p.field(p.schema, cursorFields, param, 3)
	if path == "" && p.schema.Kind == spec.Object && p.parameter(cursorParams, spec.String) == param && p.says() {
		path = p.field(p.schema, []string{"last_id", "lastId"}, param, 1)
	}
	if path == "" {
		return false
	}
	p.scheme.Param, p.scheme.From = param.Name, "this.body"+path
	return true
}

// field is the path in an object of a field that has one of the names, and is what a parameter takes, with so many objects around it at most.
func (p *pager) field(s *spec.Schema, names []string, param *spec.Parameter, depth int) string {
	for _, name := range names {
		if f := s.Property(name); f != nil && f.Schema.Kind == param.Schema.Kind && f.Schema.Format != "uri" {
			return ".?" + source.FieldSource(name)
		}
	}
	for _, f := range s.Properties {
		if f.Schema.Kind != spec.Object || depth == 1 || slices.Contains(ofLinks, f.Name) {
			continue
		}
		inside := names
		if slices.Contains(aboutNext, f.Name) {
			inside = append([]string{param.Name}, names...)
		}
		if path := p.field(f.Schema, inside, param, depth-1); path != "" {
			return ".?" + source.FieldSource(f.Name) + path
		}
	}
	return ""
}

// last is for a next page that is asked for with the id of the last item, where the body says whether there is one.
func (p *pager) last() bool {
	param := p.parameter([]string{"starting_after", "after", "after_id"}, spec.String)
	id := p.item.Property("id")
	if param == nil || param.Required || id == nil || id.Schema.Kind != spec.String || !p.says() {
		return false
	}
	p.scheme.Param, p.scheme.From = param.Name, p.scheme.Items+".last().?id"
	return true
}

// url is for a body that has the URL of the next page. What an object "pagination" has is there for every operation of some vendors, also where all
// is answered at once: it counts where a parameter asks for a page.
func (p *pager) url() bool {
	asked := slices.ContainsFunc(p.op.Parameters, func(p *spec.Parameter) bool { return turns(p.Name) })
	for _, path := range nextURLs {
		if path[0] == "pagination" && !asked {
			continue
		}
		expression, s := "this.body", p.schema
		for _, name := range path {
			f := s.Property(name)
			if f == nil {
				s = nil
				break
			}
			expression, s = expression+".?"+source.FieldSource(name), f.Schema
		}
		isURL := s != nil && s.Kind == spec.String && (s.Format == "uri" || path[0] != "next" && path[0] != "paging" && path[0] != "pagination")
		if isURL {
			p.scheme.URL = expression
			return true
		}
	}
	return false
}

// number is for pages that have numbers.
func (p *pager) number() bool { return p.counted(numberParams, "", 1) }

// offset is for a page that is asked for with how many items there were before.
func (p *pager) offset() bool { return p.counted(offsetParams, "items", 0) }

// counted is for a parameter with one of the names that counts pages or items, from the usual start unless the document has another default.
func (p *pager) counted(names []string, by string, usual int64) bool {
	param := p.parameter(names, spec.Integer, spec.Number)
	if param == nil {
		return false
	}
	p.says()
	p.scheme.Param, p.scheme.By, p.scheme.Start = param.Name, by, first(param, usual)
	return true
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
			p.scheme.While = "this.body." + name
			if !f.Required {
				p.scheme.While = "this.body.?" + name + ".orValue(false)"
			}
			return true
		}
	}
	return false
}
