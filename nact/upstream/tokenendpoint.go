package upstream

import (
	"context"
	"encoding/base64"
	"errors"
	"maps"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// tokenEndpoint gives access tokens for the calls of a client.
type tokenEndpoint struct {
	client *Client // of the endpoint: with the transport, the time limits and the retries of the other one
	query  string
	grant  Grant
}

// maxTokenAnswer is how long the answer of a token endpoint can be, in bytes.
const maxTokenAnswer = 64 << 10

// newTokenEndpoint returns the token endpoint of a grant for calls of a client.
func newTokenEndpoint(client *Client, grant Grant) (*tokenEndpoint, error) {
	at, err := tokenURL(client.base, grant.TokenURL)
	if err != nil {
		return nil, err
	}
	own := &Client{
		base: at, basePath: at.EscapedPath(), timeout: client.timeout, retry: client.retry, maxResponse: maxTokenAnswer,
		transport: client.transport, log: client.log,
	}
	return &tokenEndpoint{client: own, query: at.RawQuery, grant: grant}, nil
}

// tokenURL returns the URL of a token endpoint. Its errors do not quote it: it may be a secret of the operator's.
func tokenURL(base *url.URL, text string) (*url.URL, error) {
	within := *base
	within.Path, within.RawPath = strings.TrimRight(base.Path, "/")+"/", ""
	at, err := within.Parse(text)
	switch {
	case text == "":
		return nil, errors.New("there is no token URL")
	case err != nil:
		return nil, errors.New("the token URL is not a URL")
	case at.Scheme != "http" && at.Scheme != "https" || at.Hostname() == "":
		return nil, errors.New("the token URL is neither http nor https")
	case at.User != nil || at.Fragment != "":
		return nil, errors.New("the token URL holds a user or a fragment")
	case at.Scheme == "http" && base.Scheme == "https" && !loopback(at.Hostname()):
		return nil, errors.New("the token URL is http, and the upstream https: the client secret would be there for everybody on the way to read")
	}
	return at, nil
}

// loopback reports whether a host is the machine itself.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// token asks for a token with a form, to which it adds what the grant says, and once more if the endpoint does not know the client and there is another
// secret by now. An error is a *[nact.Fault], whose operation is not set, and has nothing of the answer but a code that RFC 6749 gives.
func (e *tokenEndpoint) token(ctx context.Context, form url.Values) (accessToken, error) {
	proof := e.grant.proof()
	token, err := e.ask(ctx, maps.Clone(form), proof)
	var refused *refusedGrant
	if !errors.As(err, &refused) || *refused != "invalid_client" {
		return token, err
	}
	e.grant.ClientID.Renew()
	e.grant.ClientSecret.Renew()
	if now := e.grant.proof(); now != proof {
		return e.ask(ctx, form, now)
	}
	return token, err
}

// clientProof is what a client proves itself with.
type clientProof struct{ id, secret string }

func (g Grant) proof() clientProof { return clientProof{g.ClientID.Text(), g.ClientSecret.Text()} }

// ask asks for a token once. It changes form.
func (e *tokenEndpoint) ask(ctx context.Context, form url.Values, proof clientProof) (accessToken, error) {
	call := &Call{
		Operation: "access token", Method: http.MethodPost, Accept: "application/json", ContentType: "application/x-www-form-urlencoded",
		Query: Query{encoded: []byte(e.query)}, Options: Options{KeepProblem: ReadProblem}, repeatable: true,
	}
	e.grant.addTo(form, &call.Header, proof)
	call.Body = []byte(form.Encode())
	var answer tokenAnswer
	asked := time.Now()
	if _, err := e.client.Do(ctx, call, answer.decode); err != nil {
		return accessToken{}, tokenFault(err)
	}
	if why := answer.problem(); why != "" {
		return accessToken{}, &nact.Fault{Kind: nact.BadAnswer, Detail: "the token endpoint failed: " + why}
	}
	return newAccessToken(answer.token, asked, answer.lasts), nil
}

// addTo adds what the token is to be, and what the client proves itself with, to a request.
func (g Grant) addTo(form url.Values, header *Header, client clientProof) {
	if len(g.Scopes) > 0 {
		form.Set("scope", strings.Join(g.Scopes, " "))
	}
	if g.Audience != "" {
		form.Set("audience", g.Audience)
	}
	if g.InBody {
		form.Set("client_id", client.id)
		form.Set("client_secret", client.secret)
		return
	}
	proof := url.QueryEscape(client.id) + ":" + url.QueryEscape(client.secret) // RFC 6749, section 2.3.1
	header.fields = append(header.fields, Pair{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(proof))})
}

// tokenAnswer is what a token endpoint answers.
type tokenAnswer struct {
	token, kind string
	lasts       time.Duration
}

// assumedLife is how long a token is kept of which nobody says how long it lasts.
const assumedLife = time.Hour

func (a *tokenAnswer) decode(d *Decoder) {
	a.lasts = assumedLife
	var seen [1]bool
	for key := range d.Object() {
		switch string(key) {
		case "access_token":
			seen[0] = true
			a.token = d.String()
		case "token_type":
			a.kind = d.String()
		case "expires_in":
			a.lasts = lifeOf(d.Any())
		}
	}
	d.Require(seen[:], "access_token")
}

// lifeOf returns how long expires_in says that a token lasts, at most a day. Some servers write the number as a string.
func lifeOf(expiresIn any) time.Duration {
	const day = 24 * 60 * 60
	seconds := math.NaN()
	switch v := expiresIn.(type) {
	case float64:
		seconds = v
	case string:
		if parsed, err := strconv.ParseFloat(v, 64); err == nil {
			seconds = parsed
		}
	}
	if math.IsNaN(seconds) {
		return assumedLife
	}
	return time.Duration(min(max(seconds, 0), day) * float64(time.Second))
}

// problem returns why a token cannot be sent, or an empty string.
func (a *tokenAnswer) problem() string {
	switch {
	case a.kind != "" && !strings.EqualFold(a.kind, "bearer"):
		return "its token is no bearer token"
	case !isBearerToken(a.token):
		return "its token cannot stand in a header"
	}
	return ""
}

// isBearerToken reports whether text is one word of visible ASCII characters, as all tokens are (RFC 6749, appendix A.12).
func isBearerToken(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// tokenErrors are the codes by which token endpoints say what is wrong (RFC 6749, section 5.2, RFC 8693, section 2.2.2, and RFC
// 6750, section 3.1).
var tokenErrors = []string{
	"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "invalid_target", "invalid_token",
}

// refusedGrant is the code by which a token endpoint has said what is wrong, as the cause of a fault.
type refusedGrant string

func (r *refusedGrant) Error() string { return string(*r) }

// tokenFault returns the fault of a request for a token, which the caller of a tool may read. It has no status: what a step makes of an upstream's
// statuses is not meant for those of a token endpoint. One that is busy is as an upstream that is.
func tokenFault(err error) error {
	var fault *nact.Fault
	if !errors.As(err, &fault) {
		return err
	}
	own := *fault
	own.Operation, own.UpstreamStatus = "", 0
	if transient(fault.UpstreamStatus) {
		own.UpstreamStatus = fault.UpstreamStatus
	}
	own.Detail = "the token endpoint failed: " + strings.Replace(fault.Detail, "the upstream", "it", 1)
	var code string
	if Problem(err, func(d *Decoder) {
		for key := range d.Object() {
			if string(key) == "error" {
				code = d.String()
			}
		}
	}) && slices.Contains(tokenErrors, code) {
		own.Detail += " (" + code + ")"
		own.Err = (*refusedGrant)(&code)
	}
	return &own
}

// pauseAfter is for how long a token endpoint is left alone after an error.
func pauseAfter(err error) time.Duration {
	var fault *nact.Fault
	if errors.As(err, &fault) && fault.RetryAfter > 0 {
		return min(fault.RetryAfter, longestPause)
	}
	return failurePause
}
