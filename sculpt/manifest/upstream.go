package manifest

import (
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Upstream is one upstream API.
type Upstream struct {
	Name        Value[string]
	OpenAPI     Value[string]   // path relative to the manifest
	Overlays    []Value[string] // paths relative to the manifest, in the order in which they change the document
	SHA256      Value[string]   // the fingerprint that the document must have: 64 lower-case hexadecimal digits
	Server      Value[string]   // as written; default: the document's first server
	Headers     []*Entry        // scalars, or wrong; names as written, each once whatever its case
	Query       []*Entry        // scalars, or wrong; each name once
	Timeout     Value[time.Duration]
	Retry       *Retry // nil if not written
	Concurrency Concurrency
	Rate        Rate
	Breaker     *Breaker // nil if not written
	Hedge       Value[time.Duration]
	Redirects   []Value[string] // origins, as written
	MaxResponse Value[int64]    // bytes
	Cache       Cache
	Auth        []*Auth
	Forward     []Value[string] // names of headers, as written
	HandOnTrace Value[bool]     // default: false
	Select      Select
	Accepted    Accepts
}

func newUpstream(r *reader, name Value[string], what string, n *yaml.Node) *Upstream {
	u := &Upstream{Name: name}
	r.mapping(n, what, name.place(), u.fields()...)
	u.Accepted.reach(r, name.place(), n)
	return u
}

func upstreamForm(b *book) *Form { return b.keys("upstreams", new(Upstream).fields()) }

func (u *Upstream) fields() []field {
	return []field{
		required("openapi", value(&u.OpenAPI, text(documentPath))),
		optional("overlay", oneOrMore("name a file, or leave it out", appendText(&u.Overlays, text(documentPath)))),
		optional("sha256", value(&u.SHA256, text(digest))),
		optional("server", value(&u.Server, text(oneLine))),
		optional("headers", headers(&u.Headers)),
		optional("query", mappingOf(&u.Query, nodeReader{flat: true})),
		optional("timeout", value(&u.Timeout, duration)),
		optional("retry", retry(&u.Retry)),
		optional("concurrency", concurrency(&u.Concurrency)),
		optional("rate", rate(&u.Rate)),
		optional("breaker", breaker(&u.Breaker)),
		optional("hedge", value(&u.Hedge, duration)),
		optional("redirects", texts(&u.Redirects, text(oneLine))),
		optional("max_response", value(&u.MaxResponse, size)),
		optional("cache", cache(&u.Cache)),
		optional("auth", auths(&u.Auth)),
		optional("select", selection(&u.Select)),
		optional("forward", texts(&u.Forward, text(oneLine))),
		optional("trace_context", value(&u.HandOnTrace, boolean)),
		optional("accept", u.Accepted.target()),
	}
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// digest is a SHA-256 as sha256sum prints it.
var digest = check{Form{Is: "SHA-256", Patterns: []string{unanchored(hexDigest)}}, func(s string) *problem {
	if hexDigest.MatchString(s) {
		return nil
	}
	return problemf("bad-value", "must be a SHA-256, 64 lower-case hexadecimal digits, not %s; nactgen generate --pin writes it", diag.Quote(s))
}}

// headers is the target of a mapping from header names to single values.
func headers(dst *[]*Entry) target {
	return target{form: anyNames(leaf(Form{Kind: SingleOrNull, Is: "value"})), read: func(r *reader, what string, n *yaml.Node) {
		first := map[string]*Entry{}
		for _, e := range (nodeReader{reader: r, flat: true}).entries(what, n) {
			folded := strings.ToLower(e.Key.V)
			if other := first[folded]; other != nil {
				r.errorf(e.Key.place(), "duplicate-key", "the header %q is given twice in %s; it stands at %d:%d already",
					diag.Clip(e.Key.V), what, other.Key.Pos.Line, other.Key.Pos.Column)
				continue
			}
			first[folded] = e
			if e.Value.Kind == Scalar {
				checkHeader(r, e)
			}
			*dst = append(*dst, e)
		}
	}}
}

// checkHeader refuses literal text that would end the header.
func checkHeader(r *reader, e *Entry) {
	for _, part := range e.Value.Scalar.Parts {
		if part.Expr == nil && strings.ContainsFunc(part.Text, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7F }) {
			r.errorf(place{e.Value.Pos, e.Value.Length}, "bad-character", "the value of header %s holds a line break or another control character", diag.Quote(e.Key.V))
			return
		}
	}
}

// Select says which operations of an upstream's document its author wants as tools. It drafts; it generates nothing.
type Select struct {
	Pos        diag.Position // of the value; of the upstream if the key is not written
	Set        bool
	All        Value[bool] // default: false
	Tags       []Value[string]
	Methods    []Value[string] // narrow All and Tags to operations of these methods; none: any
	Operations []Value[string] // by operationId, or "METHOD /path"
	Except     []Value[string] // not these, whatever else chooses them; named as Operations are
}

// selection is the target of the key select of an upstream.
func selection(dst *Select) target {
	names := text(oneLine)
	fields := []field{
		optional("all", value(&dst.All, boolean)),
		optional("tags", texts(&dst.Tags, names)),
		optional("methods", texts(&dst.Methods, text(httpMethod))),
		optional("operations", texts(&dst.Operations, names)),
		optional("except", texts(&dst.Except, names)),
	}
	return target{
		form: func(b *book) *Form {
			return b.keys("select", fields, rule{FormRule: FormRule{Needs: []string{"all", "tags", "operations"}}})
		},
		unset: func(pos diag.Position) { dst.Pos, dst.All.Pos = pos, pos },
		read: func(r *reader, what string, n *yaml.Node) {
			at, before := r.place(n), r.all
			dst.Pos = at.pos
			r.mapping(n, what, at, fields...)
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
