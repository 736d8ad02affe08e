package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/spec"
)

// role is what a parameter or a member of a body is for. Only what is semantic is asked of an agent, and what nothing else provides.
type role int

const (
	semantic role = iota
	identifier
	location
	secret
	page
	pageSize
	tracing
	retryKey
	formatFlag
	answerParts
	apiVersion
	condition
	language
	clock
	mechanics
	otherHeader
)

// reasons say why what has a role is not asked for.
var reasons = map[role]string{
	identifier:  "an id, which a user does not know",
	location:    "a URL, which programs exchange",
	secret:      "a secret, which no agent handles",
	page:        "asks for a page; the step collects all",
	pageSize:    "how many a page has is no matter of the task",
	tracing:     "an id of the request, for logs",
	retryKey:    "a key of the request",
	formatFlag:  "the form of the answer, which the tool reads",
	answerParts: "which parts the answer has, which the tool reads",
	apiVersion:  "the version of the API, which is fixed with the document",
	condition:   "a condition on a cached copy",
	language:    "the language of texts",
	clock:       "a time of the machine",
	mechanics:   "how the API does its work",
	otherHeader: "a header, in which users say nothing",
}

// sign is what gives a role away: one of these of a name, of its words, or of a schema, where it stands in a certain place.
type sign struct {
	as       role
	in       []spec.Location // nil: anywhere, members of bodies included
	names    []string        // the whole name
	words    []string        // a word of it,
	with     []string        // beside one of these; nil: alone
	first    []string        // its first word
	last     []string        // its last word
	suffixes []string
	formats  []string // of the schema
	text     bool     // the schema is that of text, or says nothing
}

// Where parameters stand.
var (
	everywhere = []spec.Location{spec.InPath, spec.InQuery, spec.InHeader, spec.InCookie}
	inQuery    = []spec.Location{spec.InQuery}
	inHeader   = []spec.Location{spec.InHeader}
)

// The words that answers are looked at for, too.
var (
	idWords  = words("id ids uuid uuids guid guids sid oid")
	urlWords = words("url urls uri uris href webhook callback")
)

// signs are looked for one after the other. They are the words of HTTP and of other standards, of how secrets are called, which no agent may be asked
// for, and those by which the published documents of the tests are drafted otherwise.
var signs = []sign{
	{as: retryKey, words: words("idempotency")},
	{as: tracing, words: words("traceparent tracestate correlation")},
	{as: tracing, in: []spec.Location{spec.InHeader, spec.InQuery}, words: words("trace b3"), suffixes: words("request_id")},
	{as: apiVersion, in: everywhere, names: words("version api_version v")},
	{as: apiVersion, in: inHeader, words: words("version")},
	{as: condition, names: words("if_match if_none_match if_modified_since if_unmodified_since if_range range etag prefer cache_control resource_version")},
	{as: language, names: words("accept_language content_language lang locale language_code")},
	{as: formatFlag, in: everywhere, names: words("format alt pretty callback indent output")},
	{as: answerParts, in: inQuery, first: words("fields expand include"), names: words("embed exclude projection select view")},
	{as: pageSize, in: inQuery, suffixes: words("per_page"), names: words("count size take top")},
	{as: page, in: inQuery, words: words("cursor page offset skip marker continuation"), names: words("starting_after ending_before next_token start_index after before continue")},
	{as: secret, text: true, formats: words("password"), last: words("password passwd secret token apikey credential credentials passphrase pin otp authorization auth"), suffixes: words("api_key private_key access_key")},
	{as: clock, formats: words("unix-time unixtime"), names: words("timestamp nonce epoch signature")},
	{as: mechanics, names: words(`dry_run debug verbose async wait timeout timeout_seconds user_agent field_manager field_validation propagation_policy
		orphan_dependents grace_period_seconds send_initial_events allow_watch_bookmarks watch`)}, // the second half is what Kubernetes has
	{as: mechanics, in: everywhere, names: words("client source app")}, // who calls; in bodies they are about the task
	{as: identifier, formats: words("uuid"), last: idWords},
	{as: location, formats: words("uri url"), words: urlWords},
}

func words(list string) []string { return strings.Fields(list) }

// subject is what is looked at to find its role.
type subject struct {
	words  []string
	schema *spec.Schema
	in     spec.Location // empty: a member of a body
}

// role finds out what a parameter or member is for by its name and schema.
func (s subject) role() role {
	name := strings.Join(s.words, "_")
	if s.in == spec.InQuery && paging.IsSize(name) {
		return pageSize
	}
	for i := range signs {
		if signs[i].of(s, name) {
			return signs[i].as
		}
	}
	if s.in == spec.InHeader || s.in == spec.InCookie {
		return otherHeader
	}
	return semantic
}

// of reports whether a subject with a name bears the sign.
func (g *sign) of(s subject, name string) bool {
	if g.in != nil && !slices.Contains(g.in, s.in) || g.text && s.schema.Kind != spec.String && s.schema.Kind != spec.Any {
		return false
	}
	if slices.Contains(g.names, name) || slices.Contains(g.formats, s.schema.Format) || has(s.words, g.words...) && (g.with == nil || has(s.words, g.with...)) {
		return true
	}
	return slices.Contains(g.first, s.words[0]) || slices.Contains(g.last, last(s.words)) || slices.ContainsFunc(g.suffixes, func(end string) bool { return strings.HasSuffix(name, end) })
}

// tenants are what an account of the vendor is called: whoever runs the service knows its id, and it is the same for all calls.
var tenants = words("account accounts organization organisation org workspace tenant subscription company realm enterprise site store shop business team zone installation")

// isTenant reports whether a parameter of the path says on whose behalf the API is called: by its name, and since most paths have it.
func (op *Operation) isTenant(words []string, name string) bool {
	if !has(words, tenants...) || !strings.Contains(op.Target.Path, "{"+name+"}") {
		return false
	}
	return op.Upstream.share(name) > 0.5
}

// listed are the operations of the document.
func (u *Upstream) listed() []spec.Entry {
	if u.entries == nil {
		u.entries = u.Document.Operations()
	}
	return u.entries
}

// share is the part of a document's operations that have a parameter in their path.
func (u *Upstream) share(name string) float64 {
	if u.parameters == nil {
		u.parameters = map[string]int{}
		for _, e := range u.listed() {
			for _, segment := range strings.Split(e.Path, "{")[1:] {
				inside, _, _ := strings.Cut(segment, "}")
				u.parameters[inside]++
			}
		}
	}
	return float64(u.parameters[name]) / float64(max(len(u.listed()), 3))
}
