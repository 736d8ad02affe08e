package upstream

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Call is one request to an upstream, built by the caller and done once with
// [Client.Do]. Path, Query, Header and Cookie are builders; what they refuse is
// reported by Do.
type Call struct {
	Operation   string // what errors and logs call it: "weather.point"
	Method      string
	Path        Path // below the client's base URL
	Query       Query
	Header      Header
	Cookie      Cookie
	Accept      string   // the media type to ask for; empty asks for none
	ContentType string   // of Body
	Body        []byte   // sent as it is; it is not changed, and must not be until Do returns
	Notation    Notation // of the answer; nil is JSON
	Auth        []string // the names of the credentials that are sent beside those that have none; nil: all

	// Reads says that the call changes nothing, although its method could: it is what a search by POST is.
	Reads bool

	// MayLackBody says that the answer may have no body: an empty one is not decoded, and no error.
	MayLackBody bool
	Options

	repeatable bool // it changes nothing, whatever its method is: it may be sent again
}

// Notation is what an answer is written in that is no JSON, and that is read as JSON that says the same: [CSV], [TSV], [JSONLines],
// [JSONSequence], [Events] or [FormText].
type Notation interface {
	// reader returns what reads an answer to a call that accepts a media type.
	reader(accept string, decode func(*Decoder)) bodyReader
}

// Options are what a call does not leave to its client.
type Options struct {
	Timeout time.Duration // for one attempt; 0 is the client's
	Retry   *Retry        // nil is the client's. With its On, a call that is not safe to repeat is tried again after what was not carried out
	Caching Caching       // of the answer to a call that reads, if the client has a [Cache]; nil is the client's

	// Key is where the upstream takes a key for a call that changes something: under the same key, it carries the call out once. So the call
	// may be tried again whatever its method is. It is sent the key of the call's [nact.Entry], by the [Journal] of the client. nil: it takes none.
	Key Key

	// Again counts the attempts of calls that are one for their [Retry], since an answer can say that it is too soon for another one: it is a
	// [TryAgain], or nil.
	Again Again

	// KeepProblem keeps what an answer with a 4xx or 5xx says, for [Problem]: it is [ReadProblem], or nil.
	KeepProblem func(*http.Response) error

	// Link is a URL reference that an upstream answered, such as that of the next page, to which the call goes instead of its
	// path and query. It is relative to the URL that the call would go to otherwise. One that leaves the client's
	// origin or base path is a fault, and nothing is sent: the call holds credentials.
	Link string

	// Location is where an upstream has said that an answer to a call is found which it has accepted: see [Answer.Location]. The call
	// is a GET there, without a body. What goes for Link goes for it.
	Location string

	// Unfollowed are the statuses of redirects that are not followed: an answer with one of them is an error, beside which its headers are
	// returned.
	Unfollowed []int

	// Unread leaves the body of the answer unread, whatever it is.
	Unread bool

	// Pending leaves the body of an answer with the status 202 unread: it speaks of an answer that is still to come.
	Pending bool

	// Insists makes an answer that cannot be read an error also where [DoLeniently] would do without it.
	Insists bool

	// Within is the time for the call with all its attempts; 0 is as long as its context lasts.
	Within time.Duration
}

// Key is where an upstream takes a key for a call that changes something, under which it carries the call out once: in a header
// ([KeyInHeader]), in the query ([KeyInQuery]) or in the body ([KeyInBody]).
type Key interface {
	// put puts a key into r. An error says why it has no place there.
	put(r *request, key string) error
}

// Again is what calls have in common that are one for their [Retry].
type Again interface {
	// joins notes that r is about to be sent by c.
	joins(c *Client, r *request)
}

// Answer is what an upstream answered, without its body.
type Answer struct {
	Status int64
	Header http.Header

	byName     *loweredHeader // Headers, made once for all expressions that read them; nil for the zero Answer
	asked      *url.URL       // what was called; nil for an error
	redirected bool           // it came from another URL than was called
	cached     bool           // no request was made for it alone
	taken      int            // what its body takes of the memory of the call, in bytes
}

// Forget says that what was read of the answer, to a call of ctx, is read no more: the memory of the call has room for another one.
func (a Answer) Forget(ctx context.Context) { nact.HoldingOf(ctx).Give(a.taken) }

// loweredHeader is a header by names in lower case, once it is asked for.
type loweredHeader struct {
	once   sync.Once
	values map[string]string
}

func newAnswer(status int64, header http.Header) Answer {
	return Answer{Status: status, Header: header, byName: new(loweredHeader)}
}

// request is a call made ready for all its attempts.
type request struct {
	operation, method string
	reads, keyed      bool     // it changes nothing; it holds a key, under which it is carried out once
	target            url.URL  // of the call itself
	url               *url.URL // what is asked for: target, or where a link leads
	header            http.Header
	credentials       credentials // that are sent; nil: none
	sign              signFunc    // nil: it is not signed
	keys              string      // the API keys in the query of url
	body              []byte
	reader            bodyReader                 // nil: nobody reads the answer's body
	keepProblem       func(*http.Response) error // nil: nobody reads what a problem says
	pending           bool                       // the body of a 202 is not read
	mayLackBody       bool                       // an empty body is not read
	keep              func(body []byte)          // gets the body in the place of reader, and must not hold it after it returns, but a copy; nil: reader gets it
	timeout           time.Duration
	retry             Retry
	unfollowed        []int                           // the statuses of redirects that are not followed
	caching           Caching                         // nil: the answer is not kept
	repeatable        bool                            // it may be sent more than once
	refusedOnly       bool                            // if not repeatable, it may be after what was not carried out
	further           bool                            // an attempt of the same call was made before
	made              int                             // how many attempts were made of it, or of what it is one with
	hedged            bool                            // it is made beside another attempt, or not at all
	renew             renewal                         // of what the client proves itself with, if that is refused; nil: it is not, or has been, renewed
	refusal           func(status int) nact.FaultKind // nil: all are [nact.BadAnswer]
	share             share                           // of the memory of the call

	// watch is called before each attempt, unless it is nil. It returns the context of the attempt, and a function to be called with the status
	// of the answer; 0: there was none.
	watch func(context.Context) (watched context.Context, answered func(status int64))
}

// bodyReader reads the body of an answer.
type bodyReader interface {
	// unfit returns why an answer with this header cannot be read, or an empty string.
	unfit(header http.Header) string

	// read reads the body of an answer with this header, and takes memory for what it returns. The body is valid only for as long as it runs.
	read(header http.Header, body []byte, memory *share) publicError
}

// publicError is an error that has a text without what the upstream chose.
type publicError interface {
	error
	Public() string
}

// prepare makes the request of call. An error is what Do returns.
func (c *Client) prepare(ctx context.Context, call *Call, reader bodyReader) (*request, error) {
	var sent secrets
	own := c.credentials
	if own != nil {
		var err error
		own = own.only(call.Auth)
		if sent, err = own.secrets(ctx, c); err != nil {
			return nil, uncredentialed(ctx, call.Operation, err)
		}
	}
	r, err := c.newRequest(call, own, sent, reader)
	if err != nil {
		return nil, unsent(call, err)
	}
	if c.forward != nil {
		c.forward(ctx, r.header)
	}
	r.share.ctx, r.share.held = ctx, nact.HoldingOf(ctx)
	return r, nil
}

// newRequest makes the request of call, with what the client proves itself with: own, of which sent is what goes with the call.
func (c *Client) newRequest(call *Call, own credentials, sent secrets, reader bodyReader) (*request, error) {
	target, err := c.target(call, sent)
	if err != nil {
		return nil, err
	}
	header, err := c.headers(call, sent)
	if err != nil {
		return nil, err
	}
	if call.Unread {
		reader = nil
	}
	r := &request{
		operation: call.Operation, method: call.Method, target: target, header: header, credentials: own, sign: sent.sign, keys: sent.query.String(),
		body: call.Body, reader: reader, keepProblem: call.KeepProblem, pending: call.Pending, mayLackBody: call.MayLackBody,
		timeout: c.timeout, retry: c.retry, unfollowed: call.Unfollowed, caching: cmp.Or(call.Caching, c.caching),
		renew: sent.renew, refusal: sent.refused,
	}
	r.url = &r.target
	if link := cmp.Or(call.Location, call.Link); link != "" {
		if r.url, err = c.linked(r, link); err != nil {
			return nil, err
		}
	}
	if call.Timeout > 0 {
		r.timeout = call.Timeout
	}
	if call.Retry != nil {
		r.retry = *call.Retry
	}
	if call.Location != "" {
		r.method, r.body = http.MethodGet, nil
		header.Del("Content-Type")
	}
	r.reads = call.Reads || safe(r.method)
	r.repeatable = r.reads || call.repeatable || call.Key != nil && c.journal != nil || idempotent(r.method)
	r.refusedOnly = call.Retry != nil && call.Retry.On != nil
	if !r.repeatable && !r.refusedOnly {
		r.retry.Attempts = 1
	}
	return r, nil
}

// target returns the URL of call. Both spellings of the path are set, so that
// net/http sends the escaped one to the letter.
func (c *Client) target(call *Call, secrets secrets) (url.URL, error) {
	path, err := call.Path.finish()
	if err != nil {
		return url.URL{}, err
	}
	if call.Query.err != nil {
		return url.URL{}, call.Query.err
	}
	path = c.basePath + path
	plain, err := url.PathUnescape(path)
	if err != nil {
		return url.URL{}, err
	}
	query := call.Query.String()
	if c.query != "" {
		query = strings.TrimSuffix(c.query+"&"+query, "&")
	}
	if secrets.query.encoded != nil {
		query = strings.TrimPrefix(query+"&"+secrets.query.String(), "&")
	}
	return url.URL{Scheme: c.base.Scheme, Host: c.base.Host, Path: plain, RawPath: path, RawQuery: query}, nil
}

// headers returns all headers of call: the client's, the call's, the credentials.
func (c *Client) headers(call *Call, secrets secrets) (http.Header, error) {
	if call.Header.err != nil {
		return nil, call.Header.err
	}
	if call.Cookie.err != nil {
		return nil, call.Cookie.err
	}
	header := make(http.Header, len(c.header)+2)
	maps.Copy(header, c.header) // whoever sets a field puts other values in the place of these
	if call.Accept != "" {
		header["Accept"] = []string{call.Accept}
	}
	if call.ContentType != "" {
		header["Content-Type"] = []string{call.ContentType}
	}
	for _, field := range secrets.yielding {
		header[field.Name] = append(slices.Clip(header[field.Name]), field.Value)
	}
	for _, field := range call.Header.fields {
		header.Set(field.Name, field.Value)
	}
	for _, field := range secrets.header {
		header.Set(field.Name, field.Value)
	}
	if cookies := header["Cookie"]; len(call.Cookie.encoded) > 0 || secrets.cookie != "" || len(cookies) > 1 {
		header.Set("Cookie", joinCookies(append(slices.Clip(cookies), string(call.Cookie.encoded), secrets.cookie)))
	}
	return header, nil
}

// joinCookies joins the cookies of several Cookie headers into one. It changes the slice.
func joinCookies(cookies []string) string {
	return strings.Join(slices.DeleteFunc(cookies, func(text string) bool { return text == "" }), "; ")
}

// The parts of a call that few calls have. Their methods are copied only into services that call them.

// Header builds the header parameters of a call. A value that is not UTF-8 or
// holds a control character, a line break above all, makes the whole call
// fail, with an error that names the parameter. Its methods return the receiver.
//
// The zero Header is empty and ready to use.
type Header struct {
	fields []Pair
	err    error
}

// Cookie builds the cookie parameters of a call, in form style: values are
// percent-encoded, so that none can end its cookie. A name that no cookie can
// have makes the whole call fail. Its methods return the receiver.
//
// The zero Cookie is empty and ready to use.
type Cookie struct {
	encoded []byte
	err     error
}

// Pair is a member of an object that is sent as a parameter.
type Pair struct{ Name, Value string }

// Cache keeps answers of one client, in memory. [NewCache] makes one.
type Cache interface {
	// answerFor answers r with what is kept, or else with what client gets from the upstream.
	answerFor(ctx context.Context, client *Client, r *request) (Answer, *setback)

	// unkeep drops what is kept of the answer to r, which is not the one that is waited for.
	unkeep(r *request)
}

// Caching says how long an answer that a [Cache] keeps is good for. It is what [KeepFor], [KeepByHTTP] and [KeepNothing] return.
type Caching interface {
	// fresh reports whether e may be handed out without asking the upstream again.
	fresh(e *entry, now time.Time) bool

	// conditions are the headers that ask the upstream whether e, which is not fresh, is still what it would answer. nil: there is no such question.
	conditions(e *entry) http.Header
}

// entry is an answer with its body, which is complete. It does not change.
type entry struct {
	status     int64
	header     http.Header
	body       []byte // empty where nobody wanted it
	redirected bool
	asked      time.Time // when the request was made
	received   time.Time // when the answer was there
}
