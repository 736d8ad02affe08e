package spec

import "slices"

// Operation is one operation of an OpenAPI document, with everything it
// refers to resolved. It is plain data: nothing in it refers to the parser,
// and it is never changed after [Document.Resolve] returned it.
type Operation struct {
	ID          string // operationId; empty where the document gives none
	Method      string // upper case: GET, POST, ...
	Path        string // the template as the document has it: /points/{latitude},{longitude}
	Target      Target // of Path
	Summary     string // plain text of one line, or empty
	Description string // as the document has it, any number of lines
	Deprecated  bool
	Reads       bool // the document says that it changes nothing, which its method need not

	Parameters []*Parameter  // path-level and operation-level ones merged, in the document's order
	Body       *Body         // nil if the operation takes none
	Responses  []*Response   // sorted: exact statuses ascending, then ranges, then default
	Security   []Requirement // the operation's, else the document's; nil: neither says anything. Without an element, or with an empty one alone, the operation says that it takes no credentials

	// Authorization is the header of that name, if the document declares it as a parameter, and otherwise nil. OpenAPI tells clients to ignore it, since
	// credentials are described by Security.
	Authorization *Parameter

	Servers []Server // the operation's, else its path's, else the document's

	Pos    Position // where the operation stands in its document
	Faults []Fault  // what is wrong with it, apart from its parameters, body and answers; with parameters that are not among those, for they have no name
}

// Location is the part of a request that contains a parameter.
type Location string

// The locations of OpenAPI.
const (
	InPath   Location = "path"
	InQuery  Location = "query"
	InHeader Location = "header"
	InCookie Location = "cookie"
)

// Parameter is one parameter of an operation. Style and Explode are always
// set: the defaults of OpenAPI are filled in.
type Parameter struct {
	Name          string
	In            Location
	Description   string
	Required      bool // always true in a path
	Deprecated    bool
	AllowReserved bool
	Style         string // simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
	Explode       bool
	ContentType   string  // set if the document gives content instead of schema: the value is serialized in that media type
	Schema        *Schema // never nil: a parameter without a schema has the empty schema
	Example       string  // JSON of the parameter's own first example, as that of a schema
	Pos           Position
	Faults        []Fault // what is wrong with it, apart from its schema
}

// Body is a request body.
type Body struct {
	Description string
	Required    bool
	Content     []*Media // in the document's order; what is unreadable can be of any media type
	Pos         Position
	Faults      []Fault // what is wrong with it, apart from its content
}

// ParameterKey returns the name of a parameter, with its location in front (query.id) if another parameter of the operation has the same name.
func (op *Operation) ParameterKey(p *Parameter) string {
	if slices.ContainsFunc(op.Parameters, func(other *Parameter) bool { return other != p && other.Name == p.Name }) {
		return string(p.In) + "." + p.Name
	}
	return p.Name
}

// Media is one media type of a body or an answer.
type Media struct {
	Type     string      // as written: application/geo+json
	Schema   *Schema     // never nil
	Item     *Schema     // itemSchema: of each value, where an answer holds one behind the other; nil: the document says nothing of them
	Encoding []*Encoding // of a body: what the document says of how members are written, in its order
}

// EncodingOf returns the encoding of a member, or nil.
func (m *Media) EncodingOf(member string) *Encoding {
	for _, e := range m.Encoding {
		if e.Member == member {
			return e
		}
	}
	return nil
}

// Encoding says how a member of a form or a multipart body is written.
type Encoding struct {
	Member        string
	ContentType   string // one media type, or several with commas between them; empty: that of the member's schema
	Style         string // form, spaceDelimited, pipeDelimited, deepObject
	Explode       bool
	AllowReserved bool
	Styled        bool          // the document states one of Style, Explode and AllowReserved; the others have OpenAPI's defaults
	Headers       []*PartHeader // of a part, in the document's order, without Content-Type
}

// PartHeader is a header of a part of a multipart body.
type PartHeader struct {
	Name     string
	Required bool
	Schema   *Schema // never nil
}

// Response is one declared answer of an operation.
type Response struct {
	Status      string // "200", "2XX" (upper case) or "default"
	Description string
	Content     []*Media // in the document's order; empty if the answer has no body; what is unreadable can be of any media type
	Headers     []string // names, in the document's order
	Pos         Position
}

// Server is a base URL of an upstream, its variables replaced by their
// defaults. A relative URL stays relative: it is the author's to complete.
type Server struct {
	URL         string
	Description string
	Pos         Position
}

// SecurityScheme is one of the document's security schemes.
type SecurityScheme struct {
	Name   string // its key in components.securitySchemes
	Type   string // apiKey, http, oauth2, openIdConnect, mutualTLS
	In     string // apiKey: query, header or cookie
	Param  string // apiKey: the name of the header, query parameter or cookie
	Scheme string // http: basic, bearer, ... in lower case
	Flows  []OAuthFlow
	Pos    Position
}

// OAuthFlow is one flow of an oauth2 scheme.
type OAuthFlow struct {
	Kind     string // clientCredentials, authorizationCode, implicit, password, deviceAuthorization
	TokenURL string
	Scopes   []string // sorted
}

// Requirement is one alternative of a security requirement: all of its
// schemes together. An empty Requirement means that none is needed.
type Requirement []SchemeUse

// SchemeUse names a scheme and the scopes asked of it.
type SchemeUse struct {
	Scheme string
	Scopes []string
}

// Position is a place in a file. The zero Position is unknown.
type Position struct {
	File   string // as it was opened, relative paths kept relative
	Line   int    // from 1
	Column int    // from 1, in bytes
}
