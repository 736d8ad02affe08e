package draft

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// part is a parameter, or a member of a body, that a call may pass.
type part struct {
	key         string        // in the manifest, under with or in the object around it
	element     bool          // it is an element of a list, and has no key
	words       []string      // of its name
	around      []string      // words of the name of the object or list around it
	in          spec.Location // empty for members of a body
	schema      *spec.Schema
	description string
	example     string
	required    bool
	deprecated  bool
	media       string       // the media type in which a parameter is encoded; empty for most
	faults      []spec.Fault // of the document, apart from those of the schema

	lister *Operation // the operation with a tool in the draft that lists the ids of which the part is one; nil if there is none

	use      use
	members  []*part // of an object
	elements []*part // of a list: the one element that is sent
	fixed    value   // the value that is always passed
	note     string  // why that is passed, or what to know of it
	input    *input
	json     bool // the input is text that is parsed as JSON
}

// use says what a call passes for a part.
type use int

const (
	left    use = iota // nothing
	fixed              // always the same value
	asked              // an input
	object             // an object of its members
	single             // a list of one element
	keyed              // an idempotency key, which the step sets
	unasked            // an input, if others do not matter more
)

// unreadable returns the fault of the document due to which nothing is known of the part, or nil.
func (p *part) unreadable() *spec.Fault {
	if i := slices.IndexFunc(p.faults, func(f spec.Fault) bool { return f.Unreadable }); i >= 0 {
		return &p.faults[i]
	}
	return p.schema.Unreadable()
}

// unwritable says why the name of a part cannot be a key of a manifest, or returns "".
func (p *part) unwritable() string {
	switch {
	case p.element:
		return ""
	case p.key == "":
		return "it has no name"
	case p.key != visible(p.key):
		return "its name has a character that nobody sees"
	case utf8.RuneCountInString(p.key) > longestKey:
		return "its name is longer than a key can be"
	}
	return ""
}

// stated returns the only value that the document allows for a part, or else its default. It reports false if there is neither.
func (p *part) stated() (value, bool) {
	s := p.schema
	v := s.Default
	if len(s.Enum) == 1 {
		v = s.Enum[0]
	}
	if v == nil || operation.IsFile(s) || s.Kind == spec.Array || s.Kind == spec.Object || !fits(s, v) || !p.carries(v) {
		return nil, false
	}
	return constant(v), true
}

// carries reports whether a value can be sent where a part stands: a header takes no invisible text, and a path
// neither that nor parts that are empty, . or .. .
func (p *part) carries(v any) bool {
	text, isText := v.(string)
	if !isText || p.in == "" || p.in == spec.InQuery {
		return true
	}
	isPart := func(part string) bool { return part == "" || part == "." || part == ".." }
	return text == visible(text) && !strings.ContainsAny(text, "\n\t") && (p.in != spec.InPath || !slices.ContainsFunc(strings.Split(text, "/"), isPart))
}

// exampleText returns the example of a part, if it is a text that the document allows, and otherwise "".
func (p *part) exampleText() string {
	var text string
	if json.Unmarshal([]byte(p.example), &text) != nil || !fits(p.schema, text) {
		return ""
	}
	return text
}

// unaskable says why an optional part cannot be an input, or returns "".
func (p *part) unaskable() string {
	s := p.schema
	switch {
	case s.Kind == spec.Any && p.in == "":
		return "the document does not say what it is"
	case s.Format == "binary" || s.Format == "byte" || operation.IsFile(s):
		return "a file"
	case s.Kind == spec.Array && s.Items.Kind == spec.Any && p.in == "":
		return "a list of anything"
	case s.Kind == spec.Array && (s.Items.Format == "binary" || operation.IsFile(s.Items)):
		return "files"
	}
	return ""
}

// kind returns what a part is called.
func (p *part) kind() string {
	if p.in == "" {
		return "member"
	}
	return "parameter"
}

// path returns the name of a part for people.
func (p *part) path() string {
	name := oneLine(p.key, 60)
	if len(p.around) > 0 && !slices.Equal(p.around, []string{"content"}) {
		return strings.Join(p.around, "_") + "." + name
	}
	return name
}

// weighty are words in the names of what users are likely to state, the likeliest first.
var weighty = [][]string{
	{"q", "query", "search", "keyword", "keywords", "name", "title", "text", "term", "subject", "message", "content", "body", "summary", "description", "email", "username", "login"},
	{"status", "state", "type", "category", "kind", "amount", "quantity", "price", "city", "country", "location", "date", "start", "end", "from", "to", "since", "until", "due", "priority", "currency", "address", "phone", "latitude", "longitude", "note", "comment", "reason"},
	{"tags", "tag", "labels", "label", "language", "assignee", "owner", "author", "color", "first", "last", "active", "archived", "private", "public", "enabled"},
}

// weight says how much it matters that an agent can set a part.
func (p *part) weight() int {
	switch {
	case p.lister != nil:
		return 25
	case has(p.words, idWords...):
		return 100
	}
	for i, words := range weighty {
		if has(p.words, words...) {
			return 40 - 10*i
		}
	}
	switch {
	case has(p.words, "sort", "order", "direction", "orderby", "sortby"):
		return 2
	case len(p.schema.Enum) > 0:
		return 8
	}
	return 5
}
