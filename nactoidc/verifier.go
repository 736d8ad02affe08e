// Package nactoidc proves who calls a service by tokens of an OpenID Connect provider, or of any issuer that signs JWTs and publishes its keys: bearer
// tokens with the service as their audience, as RFC 9068 describes them. It stands beside the run-time library, since it needs a module for signatures:
// github.com/go-jose/go-jose, which requires no further one.
package nactoidc

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
)

// Config says which tokens are good. Issuer is required, and Audiences or PublicURL.
type Config struct {
	Issuer     string        // as tokens name it
	Audiences  []string      // of which a token must have one; empty: the PublicURL
	Keys       string        // the URL or the file of the issuer's keys (a JWKS); empty: what the issuer publishes by discovery
	Algorithms []string      // of signatures, out of [Algorithms]; empty: all of those
	Skew       time.Duration // how far the clocks of issuer and service are apart at most; 0: 30 s
	PublicURL  string        // under which clients know the service; empty: they are not told where to get a token
	Client     *http.Client  // asks the issuer; nil: one with timeouts
	Logger     *slog.Logger  // nil: nothing is logged
	Now        func() time.Time
}

// Algorithms are those of signatures that can be accepted: the asymmetric ones. Whoever can check a signature of any other can make it, too.
var Algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// Verifier proves callers by tokens. It is safe for concurrent use.
type Verifier struct {
	config     Config
	algorithms []jose.SignatureAlgorithm
	keys       *keySet
	public     *url.URL // nil: it is not known
}

var _ callers.Guide = (*Verifier)(nil)

// New returns a verifier. The issuer is not asked before a token comes, so that a service starts without it. The error says everything that is wrong
// with c.
func New(c Config) (*Verifier, error) {
	c.Skew = cmp.Or(c.Skew, 30*time.Second)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Client == nil {
		c.Client = &http.Client{Timeout: fetchTimeout}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if len(c.Algorithms) == 0 {
		c.Algorithms = Algorithms
	}
	v := &Verifier{}
	findings := []error{checkURL("the issuer", c.Issuer)}
	if isURL(c.Keys) {
		findings = append(findings, checkURL("the address of the issuer's keys", c.Keys))
	}
	for _, name := range c.Algorithms {
		if !slices.Contains(Algorithms, name) {
			findings = append(findings, fmt.Errorf("the algorithm %q is none of %s", name, strings.Join(Algorithms, ", ")))
		}
		v.algorithms = append(v.algorithms, jose.SignatureAlgorithm(name))
	}
	if c.PublicURL != "" {
		c.PublicURL = strings.TrimRight(c.PublicURL, "/")
		findings = append(findings, checkURL("the public URL", c.PublicURL))
		v.public, _ = url.Parse(c.PublicURL)
		if len(c.Audiences) == 0 {
			c.Audiences = []string{c.PublicURL, c.PublicURL + "/", c.PublicURL + mcpPath}
		}
	}
	if len(c.Audiences) == 0 {
		findings = append(findings, errors.New("it is not known whom tokens are for: give the public URL of the service, or audiences"))
	}
	v.config = c
	v.keys = newKeySet(c)
	return v, errors.Join(findings...)
}

// checkURL accepts what is encrypted, or stays on this machine.
func checkURL(what, text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return fmt.Errorf("%s is not a URL such as https://login.example.com", what)
	}
	if u.Scheme == "http" && !isLoopback(u.Hostname()) {
		return fmt.Errorf("%s begins with http://, and anybody between could change what it says: it has to begin with https://", what)
	}
	return nil
}

// Authenticate returns who sends a request by its bearer token. One that is no JWT may be of another kind.
func (v *Verifier) Authenticate(r *http.Request) (*nact.Caller, error) {
	token := callers.Bearer(r)
	if strings.Count(token, ".") != 2 {
		return nil, nil
	}
	return v.verify(token)
}

// Schemes returns the field of a bearer token.
func (v *Verifier) Schemes() []callers.Scheme { return []callers.Scheme{callers.BearerScheme} }
