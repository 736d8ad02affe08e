package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/spec"
)

// role is the purpose of a parameter or a member of a body. An agent is asked for those that are semantic, and for others only if nothing else provides
// them.
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

// reasons say why parts with a role are not inputs.
var reasons = map[role]string{
	identifier:  "an id, which a user does not know",
	location:    "a URL, which programs exchange",
	secret:      "a secret, which no agent handles",
	page:        "which page of the answer",
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

// sign is a rule that finds the role of a part by its name, the format of its schema, and its location. One of the lists after in has to match.
type sign struct {
	as       role
	in       []spec.Location // where the rule applies; nil for everywhere, including members of bodies
	names    []string        // the whole name
	words    []string        // any word of the name
	first    []string        // the first word
	last     []string        // the last word
	suffixes []string        // the end of the name
	formats  []string        // the format of the schema
	text     bool            // the rule applies only to text, and to schemas without a type
}

// Locations of parameters.
var (
	everywhere = []spec.Location{spec.InPath, spec.InQuery, spec.InHeader, spec.InCookie}
	inQuery    = []spec.Location{spec.InQuery}
	inHeader   = []spec.Location{spec.InHeader}
)

// Words that are looked for in answers, too.
var (
	idWords  = words("id ids uuid uuids guid guids sid oid")
	urlWords = words("url urls uri uris href webhook callback")
)

// signs are tried in their order. Their words are those of HTTP and other standards, the usual names of secrets, which no agent may be asked for, and
// words without which some draft of a published document would be another one.
var signs = []sign{
	{as: retryKey, words: words("idempotency")},
	{as: tracing, words: words("traceparent tracestate correlation")},
	{as: tracing, in: []spec.Location{spec.InHeader, spec.InQuery}, words: words("trace b3"), suffixes: words("request_id")},
	{as: apiVersion, in: everywhere, names: words("version api_version v")},
	{as: apiVersion, in: inHeader, words: words("version")},
	{as: condition, names: words("if_match if_none_match if_modified_since if_unmodified_since if_range range etag prefer cache_control resource_version")},
	{as: language, names: words("accept_language content_language lang locale language_code")},
	{as: formatFlag, in: everywhere, names: words("format alt pretty opt_pretty callback indent output")},
	{as: answerParts, in: inQuery, first: words("fields expand include"), names: words("embed exclude projection select view")},
	{as: pageSize, in: inQuery, suffixes: words("per_page"), names: words("count size take top")},
	{as: page, in: inQuery, words: words("cursor page offset skip marker continuation"), names: words("starting_after ending_before next_token start_index after before after_id before_id continue")},
	{as: secret, text: true, formats: words("password"), last: words("password passwd secret token apikey credential credentials passphrase pin otp authorization auth"), suffixes: words("api_key private_key access_key")},
	{as: clock, formats: words("unix-time unixtime"), names: words("timestamp nonce epoch signature")},
	{as: mechanics, names: words(`dry_run debug verbose async wait timeout timeout_seconds user_agent field_manager field_validation propagation_policy
		orphan_dependents grace_period_seconds send_initial_events allow_watch_bookmarks watch`)}, // the second half is from Kubernetes
	{as: mechanics, in: everywhere, names: words("client source app")}, // they name the caller; in bodies they are part of the task
	{as: identifier, formats: words("uuid"), last: idWords},
	{as: location, formats: words("uri url"), words: urlWords},
}

func words(list string) []string { return strings.Fields(list) }

// subject is a parameter or member whose role is to be found.
type subject struct {
	words  []string
	schema *spec.Schema
	in     spec.Location // empty: a member of a body
}

// role returns the role of a parameter or member.
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

// role returns the role of a parameter or of a member of the body. The members of a search's body say what other operations have in the query.
func (op *Operation) role(words []string, s *spec.Schema, in spec.Location) role {
	if in == "" && op.searches() {
		in = spec.InQuery
	}
	return subject{words, s, in}.role()
}

// searches reports whether an operation looks something up, and has a body to say what.
func (op *Operation) searches() bool {
	if op.Method != "POST" || op.Body == nil {
		return false
	}
	verb, _ := toolName(op.name(true)).split()
	return slices.Contains([]string{"search", "find", "list", "look up"}, verb)
}

// of reports whether the sign applies to a subject, whose words the name joins.
func (g *sign) of(s subject, name string) bool {
	if g.in != nil && !slices.Contains(g.in, s.in) || g.text && s.schema.Kind != spec.String && s.schema.Kind != spec.Any {
		return false
	}
	if slices.Contains(g.names, name) || slices.Contains(g.formats, s.schema.Format) || has(s.words, g.words...) {
		return true
	}
	return slices.Contains(g.first, s.words[0]) || slices.Contains(g.last, last(s.words)) || slices.ContainsFunc(g.suffixes, func(end string) bool { return strings.HasSuffix(name, end) })
}

// tenants are names for the customer's account. Its id is the same for all calls, and known to whoever runs the service.
var tenants = words("account accounts organization organisation org workspace tenant subscription company realm enterprise site store shop business team zone installation")

// isTenant reports whether a parameter of the path is the id of the customer's account: it is named like one, and most paths have it.
func (op *Operation) isTenant(words []string, name string) bool {
	if !has(words, tenants...) || !strings.Contains(op.Target.Path, "{"+name+"}") {
		return false
	}
	return op.Upstream.share(name) > 0.5
}

// listed returns the operations of the document.
func (u *Upstream) listed() []spec.Entry {
	if u.entries == nil {
		u.entries = u.Document.Operations()
	}
	return u.entries
}

// share returns which part of a document's operations have a parameter in their path.
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
