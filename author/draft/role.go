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

// The words of names, by the role that they give away.
var (
	idWords        = []string{"id", "ids", "uuid", "uuids", "guid", "guids", "gid", "sid", "oid", "urn", "arn", "sids"}
	urlWords       = []string{"url", "urls", "uri", "uris", "href", "webhook", "callback"}
	secretWords    = []string{"password", "passwd", "secret", "token", "apikey", "credential", "credentials", "passphrase", "pin", "otp", "authorization", "auth"}
	pageWords      = []string{"cursor", "page", "offset", "skip", "marker", "continuation", "pagination", "bookmark"}
	sizeWords      = []string{"limit", "take", "top", "count", "size", "rows", "pagesize", "maxresults", "perpage"}
	traceWords     = []string{"trace", "traceparent", "tracestate", "span", "correlation", "b3", "requestid"}
	formatNames    = []string{"format", "alt", "pretty", "prettyprint", "envelope", "callback", "indent", "jsonp", "wt", "output", "output_format", "media_type", "compact", "minify", "encoding", "f", "human_readable"}
	partNames      = []string{"fields", "field", "expand", "expands", "expansions", "include", "includes", "embed", "embeds", "select", "selects", "projection", "exclude", "excludes", "omit", "populate", "view", "attributes", "columns", "extend", "extra", "q_fields", "include_fields", "exclude_fields", "fieldset", "mask"}
	versionNames   = []string{"version", "api_version", "apiversion", "x_api_version", "api_v", "v"}
	conditionNames = []string{"if_match", "if_none_match", "if_modified_since", "if_unmodified_since", "if_range", "range", "etag", "prefer", "cache_control", "if_version", "resource_version", "resourceversion"}
	languageNames  = []string{"accept_language", "lang", "locale", "hl", "content_language", "language_code", "x_language", "culture"}
	clockNames     = []string{"timestamp", "ts", "nonce", "epoch", "client_time", "request_time", "date_header", "cb", "cache_buster", "signature"}
	mechanicNames  = []string{"dry_run", "debug", "verbose", "quiet", "async", "wait", "validate_only", "pretty_print", "timeout", "timeout_seconds", "field_manager", "field_validation", "propagation_policy", "orphan_dependents", "grace_period_seconds",
		"send_initial_events", "allow_watch_bookmarks", "watch", "zap_trace_span", "use_cache", "no_cache", "force_refresh", "cache", "user_agent"}
	callerNames = []string{"client", "source", "app", "application", "context"} // who calls, in parameters; in bodies they are about the task
)

// subject is what is looked at to find its role.
type subject struct {
	words  []string
	schema *spec.Schema
	in     spec.Location // empty: a member of a body
}

// role finds out what a parameter or member is for by its name and schema.
func (s subject) role() role {
	name := strings.Join(s.words, "_")
	is := func(names []string) bool { return slices.Contains(names, name) }
	inQuery := s.in == spec.InQuery
	switch {
	case has(s.words, "idempotency"):
		return retryKey
	case s.in == spec.InHeader && isTracing(s.words, name), has(s.words, "traceparent", "correlation", "tracestate"), inQuery && isTracing(s.words, name):
		return tracing
	case s.in != "" && (is(versionNames) || has(s.words, "version") && s.in == spec.InHeader):
		return apiVersion
	case is(conditionNames):
		return condition
	case is(languageNames):
		return language
	case s.in != "" && is(formatNames):
		return formatFlag
	case inQuery && (is(partNames) || s.words[0] == "include" && len(s.words) > 1 || s.words[0] == "fields" || s.words[0] == "expand"):
		return answerParts
	case inQuery && isPage(s.words, name):
		return page
	case inQuery && isSize(s.words, name):
		return pageSize
	case s.isSecret():
		return secret
	case is(clockNames), s.schema.Format == "unix-time", s.schema.Format == "unixtime":
		return clock
	case is(mechanicNames), s.in != "" && is(callerNames):
		return mechanics
	case slices.Contains(idWords, last(s.words)), s.schema.Format == "uuid", slices.Contains(idWords, s.words[0]) && len(s.words) == 1:
		return identifier
	case s.schema.Format == "uri", s.schema.Format == "url", has(s.words, urlWords...):
		return location
	case s.in == spec.InHeader, s.in == spec.InCookie:
		return otherHeader
	}
	return semantic
}

func isTracing(words []string, name string) bool {
	return has(words, traceWords...) || strings.HasSuffix(name, "request_id") || strings.HasSuffix(name, "client_request")
}

func isPage(words []string, name string) bool {
	switch name {
	case "starting_after", "ending_before", "starting_before", "next_token", "page_token", "start_index", "start_at", "after", "before", "next", "previous", "continue":
		return true
	}
	return has(words, pageWords...) && !isSize(words, name)
}

func isSize(words []string, name string) bool {
	return paging.IsSize(name) || slices.Contains([]string{"per_page", "page_size", "max_results", "page_limit", "items_per_page", "page_count", "results_per_page"}, name) ||
		len(words) == 1 && slices.Contains(sizeWords, name) || has(words, "page", "per") && has(words, sizeWords...)
}

func (s subject) isSecret() bool {
	if s.schema.Kind != spec.String && s.schema.Kind != spec.Any {
		return false
	}
	return s.schema.Format == "password" || slices.Contains(secretWords, last(s.words)) || strings.HasSuffix(strings.Join(s.words, "_"), "api_key") ||
		strings.HasSuffix(strings.Join(s.words, "_"), "private_key") || strings.HasSuffix(strings.Join(s.words, "_"), "access_key")
}

// tenants are what an account of the vendor is called: whoever runs the service knows its id, and it is the same for all calls.
var tenants = []string{"account", "accounts", "organization", "organisation", "org", "workspace", "tenant", "subscription", "company", "realm", "enterprise", "site", "store", "shop", "business", "team", "zone", "installation"}

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
