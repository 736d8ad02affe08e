// Package upstream calls the HTTP APIs that tools are made of.
//
// A [Client] stands for one API: its base address, its credentials, how long
// it may take and how often a call is tried. A [Call] is one request, built
// from values that cannot change which operation is called: whatever a value
// holds, it stays inside its path segment, its query parameter, its header or
// its cookie. A [Decoder] reads of the answer what the caller wants and
// checks that the rest is JSON.
//
// What goes wrong is a *[nact.Fault]. No error and no log line of this package
// holds a credential, the value of a parameter, a URL's query or the text of an answer.
package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
)

// Config is what a [Client] is made of.
type Config struct {
	// Name is what logs call the upstream.
	Name string

	// BaseURL is an absolute http or https URL without user, query and fragment.
	// Its path is kept: the paths of calls are appended to it.
	BaseURL string

	// Header is sent with every call, unless the call sets a header of the same name.
	Header http.Header

	// Query is sent with every call, before the parameters of the call. Calls that follow a link of the upstream's have the query of the link.
	// The values may show in logs and errors.
	Query []Pair

	// Timeout is for one attempt of a call. 0 is 30 seconds.
	Timeout time.Duration

	// Retry says how often and when a call is tried again.
	Retry Retry

	// Budget bounds retries, and hedged attempts. nil bounds neither.
	Budget Budget

	// Breaker keeps calls from hosts that fail, Rate those that come too often, and Concurrency those that are too many at one time. nil lets all
	// through. Client.pass has their order.
	Breaker           Breaker
	Rate, Concurrency Gate

	// Hedge makes second attempts beside those that take long. nil makes none.
	Hedge Hedge

	// Auth are the credentials. They are sent with every call, unless it says with its Auth which of those that have a name.
	Auth []Credential

	// Forward adds to the header of a call what the caller of the service has sent; nil: nothing is handed on. [Forward] is the one that there is.
	Forward func(ctx context.Context, header http.Header)

	// Redirects are the origins (https://files.example.com, with a port if it is not the usual one) to which a GET or HEAD
	// may be redirected, beside that of BaseURL. They get no credentials, and of the headers only Accept and User-Agent.
	Redirects []string

	// MaxResponse is the largest answer, in bytes after decompression. 0 is 8 MiB.
	MaxResponse int64

	// Cache keeps answers, as their Caching says. nil keeps none. Each client has a cache of its own.
	Cache Cache

	// Caching is that of the calls that have none of their own. nil is [KeepNothing].
	Caching Caching

	// Journal notes what calls change; nil: the tools that use the client only read.
	Journal Journal

	// Transport sends the requests. nil is one of the client's own, from [NewTransport].
	Transport http.RoundTripper

	// Observer is told of requests, their attempts, and what else happens to them. nil: nobody is.
	Observer nact.Observer

	// HandOn returns the header of an attempt with what the Observer knows of its trace; nil: nothing is handed on. [HandOnTrace] is the one that there is.
	HandOn func(ctx context.Context, header http.Header) http.Header

	// Logger gets one debug line for each attempt, also for one that a cache answers. nil logs nothing.
	Logger *slog.Logger
}

// Client calls one upstream. It may be used by several goroutines at the same time.
type Client struct {
	name        string
	base        *url.URL
	basePath    string // escaped, without a slash at its end
	header      http.Header
	query       string                             // encoded, for every call
	credentials credentials                        // nil: none. Of a call those of its request count
	forward     func(context.Context, http.Header) // nil: nothing is handed on
	redirects   []string                           // origins
	timeout     time.Duration
	retry       Retry
	maxResponse int64
	cache       Cache // nil: none
	caching     Caching
	journal     Journal // nil: none
	budget      Budget  // nil: none
	breaker     Breaker // nil: none
	gates       []Gate  // that attempts pass, in this order
	hedge       Hedge   // nil: none
	transport   http.RoundTripper
	observer    nact.Observer                                  // nil: none
	handOn      func(context.Context, http.Header) http.Header // nil: the upstream is not told of the trace
	log         *slog.Logger
	bodies      sync.Pool // of *received
}

// Credential is what a client proves with that it may call its upstream. It
// prints as what it is, never with the secret. Make one with [Bearer],
// [Basic], [APIKeyHeader], [APIKeyQuery], [APIKeyCookie], [ClientCredentials],
// [CallerToken], [TokenExchange], [SecretHeader] or [Signed].
type Credential struct {
	place string // header, query, cookie or signature
	name  string
	id    string // by which calls name it; empty: it goes with all of them
	err   error  // why it cannot be used

	// text returns what a client sends with a call whose context is given. It may be called by several goroutines at the same time. An error
	// that is a *[nact.Fault] becomes that of the call, and what it says goes to the caller; what any other says is for the log alone.
	text func(ctx context.Context, client *Client) (string, error)
	// renew has text return another one after the upstream has refused a call with the one that was sent, and reports whether there is another one; nil:
	// it stays for as long as the client lives.
	renew func(ctx context.Context, sent string) (bool, error)
	// sign signs a request; nil: text is what is sent.
	sign signFunc
	// yields reports that it is a header in whose place a call can send one of its own.
	yields bool
	// bind returns the credential as one client has it, or why that cannot use it; nil: it is the same for all.
	bind func(client *Client) (Credential, error)
	// refused is the kind of the fault that an answer with a status is; nil: all are [nact.BadAnswer].
	refused func(status int) nact.FaultKind
	// prepare checks all credentials of a client. As a field it lets services without credentials do without what handles them.
	prepare func(all []Credential, client *Client) (credentials, error)
}

// As returns the credential under a name, by which calls say that it is sent with them: see Auth of [Call].
func (c Credential) As(name string) Credential {
	c.id = name
	return c
}

// String says where the credential is sent and under which name.
func (c Credential) String() string {
	return strings.TrimSpace("credential in " + c.place + " " + c.name)
}

// GoString is String.
func (c Credential) GoString() string { return c.String() }

// LogValue is String.
func (c Credential) LogValue() slog.Value { return slog.StringValue(c.String()) }

// credentials are those of a client, or of a call, ready to be sent.
type credentials interface {
	// only returns those that have a name of these, or none; nil: all.
	only(names []string) credentials
	// secrets returns what the client sends with a call whose context is given.
	secrets(ctx context.Context, c *Client) (secrets, error)
	// replaceKeys removes the API keys from a query, and what might be one, and appends keys. If no credential is in the query, it
	// returns query.
	replaceKeys(query, keys string) string
	// hide puts [nact.Hidden] in the place of credentials in a header, of all its cookies if one is in them, and returns a query with it in the
	// place of API keys.
	hide(header http.Header, query string) string
}

// signFunc returns a hop of a request with its signature.
type signFunc func(ctx context.Context, r *request, h hop) (hop, error)

// secrets are the credentials of a client in the form in which they are sent with one call.
type secrets struct {
	yielding []Pair // headers in whose place the call can send its own
	header   []Pair
	query    Query
	cookie   string
	sign     signFunc                        // nil: the request is not signed
	renew    renewal                         // nil: there is nothing to renew
	refused  func(status int) nact.FaultKind // see [Credential]
}

// renewal gives a request that was answered with 401 another credential. Not ok: there is no better one.
type renewal func(ctx context.Context, r *request) (ok bool, err error)

// NewClient returns a client, or an error that says what is wrong with config
// without showing a value that could be secret.
func NewClient(config Config) (*Client, error) {
	fail := func(err error) (*Client, error) { return nil, fmt.Errorf("upstream %s: %w", config.Name, err) }
	base, err := parseBase(config.BaseURL)
	if err != nil {
		return fail(err)
	}
	header, err := checkHeader(config.Header)
	if err != nil {
		return fail(err)
	}
	if slices.ContainsFunc(config.Auth, func(c Credential) bool { return c.prepare == nil }) {
		return fail(errors.New("a credential is the zero Credential; make it with a function of this package"))
	}
	redirects, err := parseOrigins(config.Redirects)
	if err != nil {
		return fail(err)
	}
	if config.Timeout < 0 || config.MaxResponse < 0 {
		return fail(errors.New("a limit is negative"))
	}
	var query Query
	for _, q := range config.Query {
		query.Add(q.Name, q.Value)
	}
	c := &Client{
		name: config.Name, base: base, basePath: strings.TrimRight(base.EscapedPath(), "/"), header: header, query: query.String(), forward: config.Forward, redirects: redirects,
		timeout: cmp.Or(config.Timeout, 30*time.Second), retry: config.Retry, maxResponse: min(cmp.Or(config.MaxResponse, 8<<20), math.MaxInt64-1),
		cache: config.Cache, caching: config.Caching, journal: config.Journal, transport: config.Transport, observer: config.Observer, handOn: config.HandOn, log: slog.New(slog.DiscardHandler),
		budget: config.Budget, breaker: config.Breaker, gates: gatesOf(config), hedge: config.Hedge,
	}
	if c.transport == nil {
		c.transport = NewTransport()
	}
	if config.Logger != nil {
		c.log = config.Logger.With("upstream", config.Name)
	}
	if c.breaker != nil {
		c.transport = c.breaker.around(c)
	}
	if len(config.Auth) > 0 {
		if c.credentials, err = config.Auth[0].prepare(config.Auth, c); err != nil {
			return fail(err)
		}
	}
	return c, nil
}

// parseBase parses a base URL. Its errors do not quote it: a user part is a secret.
func parseBase(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("the base URL is not a URL")
	case base.Scheme != "http" && base.Scheme != "https":
		return nil, errors.New("the base URL does not begin with http:// or https://")
	case base.Hostname() == "":
		return nil, errors.New("the base URL has no host")
	case base.User != nil:
		return nil, errors.New("the base URL holds a user: give credentials apart from it")
	case strings.ContainsAny(text, "?#"):
		return nil, errors.New("the base URL has a query or a fragment")
	}
	return base, nil
}

// checkHeader returns a copy of header with its names in canonical form. To append to its values copies them.
func checkHeader(header http.Header) (http.Header, error) {
	checked := make(http.Header, len(header))
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			if why := headerProblem(name, value); why != "" {
				return nil, fmt.Errorf("header %q: %s", name, why)
			}
			checked.Add(name, value)
		}
	}
	for name, values := range checked {
		checked[name] = slices.Clip(values)
	}
	return checked, nil
}

// headerProblem returns why a header cannot be sent, or an empty string.
func headerProblem(name, value string) string {
	switch {
	case !isToken(name):
		return "it is not the name of a header"
	case managed(name):
		return "this header is the client's own"
	}
	return plainText(value)
}

// managed reports whether a header belongs to the connection, so that only the
// transport may set it. Accept-Encoding is one: whoever sets it has to unpack the answer.
func managed(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade",
		"Expect", "Accept-Encoding", "Proxy-Connection", "Proxy-Authorization":
		return true
	}
	return false
}

// isToken reports whether name is a token of RFC 9110, as the names of headers and cookies are.
func isToken(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !unreserved(c) && strings.IndexByte("!#$%&'*+^`|", c) < 0 {
			return false
		}
	}
	return name != ""
}

// plainText returns why text cannot stand where only text without control
// characters may, or an empty string.
func plainText(text string) string {
	switch {
	case !utf8.ValidString(text):
		return "its value is not UTF-8"
	case strings.ContainsFunc(text, unicode.IsControl):
		return "its value holds a control character"
	}
	return ""
}
